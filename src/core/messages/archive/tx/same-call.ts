import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { isCallSource } from '../rules/from-call.ts'
import type { ArchiveRecord } from '../rules/record.ts'
import type { StoredContent } from '../../content/rules/stored-content.ts'
import { absorbMessage } from './absorb-message.ts'
import { findMessage, readMessage, updateMessage, type MessageRow } from './message-row.ts'

/** No call that is joined is longer, ms. */
const longestMs = 4 * 60 * 60_000
/** The journal's time of a call and its notification's are so close, ms (service 10.9). */
const closeMs = 90_000
/** Journals show a call two minutes late (service 10.9): one that is missing later has another id there, ms. */
const journaledAfterMs = 5 * 60_000

type CallRow = MessageRow & { readonly call: Extract<StoredContent, { kind: 'call' }> }

const asCall = (row: MessageRow | null): CallRow | null =>
  row !== null && row.facts.content.kind === 'call' ? { ...row, call: row.facts.content } : null

/** The calls of a chat about a time, epoch ms. */
function callsAbout(tx: Tx, chat: ChatKey, at: number): readonly CallRow[] {
  return tx
    .all<{ key: MessageKey }>(
      `select key from message where chat = ? and unsent = 0 and at between ? and ? and content_kind = 'call'
       order by at, tie`,
      [chat, at - longestMs, at + longestMs],
    )
    .flatMap(({ key }) => asCall(readMessage(tx, key)) ?? [])
}

/**
 * The row of a call whose record has another id than the row: one that was joined before, or one that only
 * notifications told of, at the same time. The second holds for records of journals alone, and only for calls that the
 * journal would show under their own id by now: two calls may follow each other within seconds.
 */
function sameCall(tx: Tx, chat: ChatKey, record: ArchiveRecord): MessageRow | null {
  const { facts, idMessage, source } = record
  const { content, direction } = facts
  if (content.kind !== 'call') return null
  const calls = callsAbout(tx, chat, facts.position.at)
  const joined = calls.find(({ call }) => call.otherId === idMessage)
  if (joined !== undefined || !isCallSource(source) || facts.seenAt - facts.asOf < journaledAfterMs)
    return joined ?? null
  const distance = (row: CallRow): number =>
    Math.min(Math.abs(facts.asOf - row.facts.asOf), Math.abs(facts.position.at - row.facts.position.at))
  const [nearest] = calls
    .filter((row) => row.live && row.call.endedAt == null && row.facts.direction === direction)
    .filter((row) => distance(row) <= closeMs && facts.seenAt - row.facts.asOf >= journaledAfterMs)
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest ?? null
}

/**
 * The row of a call under another id, and its record with that id, so that it finds the row again. A row of null: it
 * has its own id here, is new, or the record is no call.
 */
export function matchCall(
  tx: Tx,
  chat: ChatKey,
  record: ArchiveRecord,
): { readonly record: ArchiveRecord; readonly row: MessageRow | null } {
  const { content } = record.facts
  if (content.kind !== 'call') return { record, row: null }
  joinKnownCall(tx, chat, record)
  const row = findMessage(tx, chat, record.idMessage) === null ? sameCall(tx, chat, record) : null
  if (row === null) return { record, row }
  const facts = { ...record.facts, content: { ...content, otherId: record.idMessage } }
  return { record: { ...record, facts }, row }
}

/** A journal's row of a call that notifications told of later under another id: both become one. */
function joinKnownCall(tx: Tx, chat: ChatKey, record: ArchiveRecord): void {
  if (!isCallSource(record.source)) return
  const row = asCall(findMessage(tx, chat, record.idMessage))
  if (row === null || row.live) return
  const other = sameCall(tx, chat, record)
  if (other === null || other.key === row.key || other.idMessage === null) return
  const { key, facts, folded, live } = row
  const content = { ...row.call, otherId: other.idMessage }
  updateMessage(tx, key, { idMessage: record.idMessage, folded, live, facts: { ...facts, content } })
  absorbMessage(tx, other.key, key)
}
