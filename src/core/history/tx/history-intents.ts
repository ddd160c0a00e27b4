import { z } from 'zod'
import type { ChatKind } from '../../../contract/chats.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import type { ChatCompleteness } from '../../../contract/messages.ts'
import { covers, joinSpans, readSpans, windowSpan, writeSpans } from '../../messages/archive/rules/completeness.ts'
import type { Span } from '../../messages/archive/rules/completeness.ts'
import { historyProgressOf } from '../../accounts/rules/instance-row.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { readCompleteness, storedCompleteness } from '../../messages/archive/tx/read-completeness.ts'
import { storeJournalReads } from '../../accounts/tx/instance-row.ts'
import { endAbsence, reopenAbsence } from '../../accounts/tx/queue-coverage.ts'
import { retainedFrom, liveSpans, readCoverage } from '../../messages/archive/tx/live-spans.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/** A window's oldest second is only partly in its span (completeness.ts), but its messages are in the window. */
const windowEdgeMs = 1000

export interface HistoryState {
  readonly instance: InstanceKey
  readonly chatId: string
  readonly kind: ChatKind
  readonly spans: readonly Span[]
  readonly reachedStart: boolean
  /** No message from before this time of the service is taken, epoch ms; null: the chat began later. */
  readonly retainedFrom: number | null
  /** Messages at or after the start of the newest span: a window must be larger to show older ones. */
  readonly known: number
}

export interface MergedWindow {
  readonly chat: ChatKey
  /** Oldest accepted time in the window. */
  readonly oldestAt: number | null
  /** When it was asked for, by the service's clock. */
  readonly askedAt: number
  readonly reachedStart: boolean
}

export interface ChatToCheck {
  readonly chat: ChatKey
  readonly chatId: string
}

const oldestAt = (tx: ReadTx, chat: ChatKey): number | null =>
  tx.get<{ at: number | null }>('select min(at) as at from message where chat = ? and unsent = 0', [chat])?.at ?? null

export const historyWrites = {
  /** A window was merged whole: what it covers is known from now on. */
  'history.recordWindow'(tx: Tx, input: MergedWindow): readonly Span[] {
    const row = tx.get<{ instance: InstanceKey; spans: string; account: string | null; sync: string | null }>(
      `select chat.instance, chat.spans_json as spans, i.account_json as account, i.sync_json as sync
       from chat join instance i on i.key = chat.instance where chat.key = ?`,
      [input.chat],
    )
    if (row === undefined) throw new ContractError('notFound')
    // While the history still comes to the service, the end of a window is nobody's start.
    const reachedStart = input.reachedStart && !isArriving(row)
    const span = windowSpan({ ...input, reachedStart })
    const spans = joinSpans(readSpans(row.spans), span === null ? [] : [span])
    const known = { spans_json: writeSpans(spans), history_checked_at: tx.now }
    // Of what the window showed, retention may have let nothing in.
    const startAt = Math.min(oldestAt(tx, input.chat) ?? input.askedAt, input.oldestAt ?? Infinity)
    const start = reachedStart ? { reached_start: 1, start_at: startAt } : {}
    updateChat(tx, input.chat, { ...known, ...start })
    tx.changed({ kind: 'messages', instance: row.instance, chat: input.chat, messages: [] })
    return storedCompleteness(tx, input.chat)?.spans ?? []
  },

  /**
   * A journal was read for the time since `from`, epoch ms by our clock: a whole read, unless time between it and the
   * last one was left out.
   */
  'history.recordJournalRead'(
    tx: Tx,
    input: {
      readonly instance: InstanceKey
      readonly journal: 'lastIncomingMessages' | 'lastOutgoingMessages'
      readonly from: number
      readonly at: number
    },
  ): void {
    const reads = readJournalReads(tx, input.instance)
    const last = reads[input.journal]
    if (last !== undefined && last < input.from) return
    const json = JSON.stringify({ ...reads, [input.journal]: input.at })
    storeJournalReads(tx, input.instance, json)
  },

  /** Reopens an absence: histories in place of the queue were not read since `from`, epoch ms by our clock. */
  'history.reopenAbsence'(tx: Tx, input: { readonly instance: InstanceKey; readonly from: number }): void {
    reopenAbsence(tx, input.instance, input.from)
  },

  /** The gaps of an absence are closed, or named as what can't be. */
  'history.endAbsence': endAbsence,
}

const isArriving = ({ account, sync }: { readonly account: string | null; readonly sync: string | null }): boolean =>
  historyProgressOf(readStored(account, z.looseObject({}), {})) !== null ||
  readStored(sync, z.looseObject({ arriving: z.boolean().optional() }), null)?.arriving === true

const journalReadsSchema = z.object({
  lastIncomingMessages: z.number().optional(),
  lastOutgoingMessages: z.number().optional(),
  // Journals of calls are read again each time.
  lastIncomingCalls: z.undefined().optional(),
  lastOutgoingCalls: z.undefined().optional(),
})
type JournalReads = z.output<typeof journalReadsSchema>

const readJournalReads = (tx: Pick<ReadTx, 'get'>, instance: InstanceKey): JournalReads =>
  readStored(
    tx.get<{ reads: string }>('select journals_read_json as reads from instance where key = ?', [instance])?.reads,
    journalReadsSchema,
    {},
  )

export const historyReads = {
  /** When each journal was last read whole, epoch ms by our clock. */
  'history.journalReads': (tx: ReadTx, input: { readonly instance: InstanceKey }): JournalReads =>
    readJournalReads(tx, input.instance),

  'history.state'(tx: ReadTx, input: { readonly chat: ChatKey }): HistoryState {
    const row = tx.get<{ instance: InstanceKey; chatId: string; kind: ChatKind }>(
      'select instance, chat_id as chatId, kind from chat where key = ?',
      [input.chat],
    )
    const stored = storedCompleteness(tx, input.chat)
    if (row === undefined || stored === null) throw new ContractError('notFound')
    const known =
      tx.get<{ known: number }>('select count(*) as known from message where chat = ? and unsent = 0 and at >= ?', [
        input.chat,
        (stored.spans.at(-1)?.from ?? 0) - windowEdgeMs,
      ])?.known ?? 0
    return { ...row, spans: stored.spans, reachedStart: stored.reachedStart, retainedFrom: stored.retainedFrom, known }
  },

  'history.completeness': (tx: ReadTx, input: { readonly chat: ChatKey }): Omit<ChatCompleteness, 'loading'> =>
    readCompleteness(tx, input.chat),

  /** An absence whose gaps were not closed yet, and since when the account is known here. */
  'history.openAbsence'(tx: ReadTx, input: { readonly instance: InstanceKey }): Span | null {
    const row = tx.get<{ absence: string | null }>('select absence_json as absence from instance where key = ?', [
      input.instance,
    ])
    return readSpans(row?.absence ?? '[]')[0] ?? null
  },

  /** Chats in which something may be missing in a stretch of time, last active first. */
  'history.chatsToCheck'(
    tx: ReadTx,
    input: { readonly instance: InstanceKey; readonly within: Span },
  ): readonly ChatToCheck[] {
    const { instance, within } = input
    const live = liveSpans(tx, instance)
    const from = Math.max(within.from, retainedFrom(tx, instance))
    return tx
      .all<ChatToCheck & { spans: string }>(
        'select key as chat, chat_id as chatId, spans_json as spans from chat where instance = ? order by last_at desc, key',
        [instance],
      )
      .filter(({ spans }) => !covers(joinSpans(readSpans(spans), live), from, within.to))
      .map(({ chat, chatId }) => ({ chat, chatId }))
  },

  'history.chatIds': (tx: ReadTx, input: { readonly chats: readonly ChatKey[] }): readonly ChatToCheck[] =>
    input.chats.flatMap((chat) => {
      const row = tx.get<Omit<ChatToCheck, 'chat'>>('select chat_id as chatId from chat where key = ?', [chat])
      return row === undefined ? [] : [{ chat, ...row }]
    }),

  /** Whether the queue has brought everything since `from`, epoch ms by the service's clock, and still does. */
  'history.isLiveSince'(tx: ReadTx, input: { readonly instance: InstanceKey; readonly from: number }): boolean {
    const { live_from: from = null } = readCoverage(tx, input.instance) ?? {}
    return from !== null && from <= input.from
  },
}
