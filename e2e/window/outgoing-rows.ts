import { ContractError } from '../../src/contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../src/contract/ids.ts'
import type { OutgoingRow } from '../../src/contract/outgoing.ts'
import { statusKinds, type StatusKind } from '../../src/contract/statuses.ts'
import type { ScriptedDesk } from './scripted-desk.ts'

/** The desk answers what Outgoing asks, with these rows in their order. */
export function answerOutgoing(desk: ScriptedDesk, rows: readonly OutgoingRow[]): void {
  desk.answer('outgoing.list', ({ offset, limit }) => ({
    rows: rows.slice(offset, offset + limit),
    total: rows.length,
  }))
  desk.answer('outgoing.summary', () => ({
    counts: Object.fromEntries(statusKinds.map((kind) => [kind, 0])) as Record<StatusKind, number>,
    total: rows.length,
    from: 0,
    bucketMs: 3_600_000,
    buckets: [],
  }))
  desk.answer('outgoing.indexOf', ({ message }) => rows.findIndex(({ key }) => key === message))
  desk.answer('messages.details', () => {
    throw new ContractError('notFound')
  })
  desk.answer('outgoing.refresh', () => ({ failed: [] }))
}

export const outgoingRow = (chat: ChatKey, chatTitle: string, key: MessageKey, text: string): OutgoingRow => ({
  key,
  instance: 1 as InstanceKey,
  chat,
  chatTitle,
  idMessage: `ID${key}`,
  at: Date.now(),
  progressAt: Date.now(),
  lastActionAt: Date.now(),
  kind: 'text',
  typeMessage: 'textMessage',
  text,
  fileBytes: null,
  status: { kind: 'sent', changeable: false },
  source: 'app',
  sentByApi: true,
  isFromHere: true,
  author: null,
  program: null,
})
