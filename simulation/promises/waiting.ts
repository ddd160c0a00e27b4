import type { ReadTx } from '../../src/core/store/tx.ts'

/**
 * What happened in a customer's chat, by true time (epoch ms), as the person could know it. -Infinity: never.
 */
export interface ChatFacts {
  readonly chatId: string
  /** The customer's newest message that is still there. */
  wroteAt: number
  /** The account's newest answer from the phone. */
  phoneAt: number
  /** The newest send to the chat, when it was accepted by the service. */
  sentAt: number
  /** When the newest send to the chat was stored, whatever became of it: the person saw the chat. Infinity: not yet. */
  writtenAt: number
  /** When the newest message was written that the person saw and closed; of a call that nobody answered, when it ended. */
  closedAt: number
  /** When the newest message was written that a confirmed closing covers. NaN: an Undo may have uncovered it. */
  surelyClosedAt: number
  /** When the last call to close all chats, to mark this one as read, to snooze it was answered, or its process died. */
  closedWithAllAt: number
  readAt: number
  snoozedAt: number
}

export const newFacts = (chatId: string): ChatFacts => ({
  ...{ chatId, wroteAt: -Infinity, phoneAt: -Infinity, sentAt: -Infinity, writtenAt: -Infinity },
  ...{ closedAt: -Infinity, surelyClosedAt: NaN, closedWithAllAt: -Infinity, readAt: -Infinity, snoozedAt: -Infinity },
})

const hour = 3_600_000

interface ChatRow {
  readonly waitingAt: number | null
  readonly unread: number
  readonly snoozedUntil: number | null
}

/**
 * Waiting, Unread and Snooze: a customer who wrote after everything that the account did and the person saw waits, is
 * unread, and is not snoozed (whoever writes an answer has read the chat, and a message that may never have arrived
 * is no answer); one who was answered by phone afterwards, or whose last message the person closed, does not wait. The
 * service has whole seconds, so what happened within two of them says nothing.
 * @param now true time, epoch ms
 */
export function brokenWaitingPromises(tx: ReadTx, chats: Iterable<ChatFacts>, now: number): readonly string[] {
  const broken: string[] = []
  for (const facts of chats) {
    const row = tx.get<ChatRow>(
      `select waiting_at as waitingAt, unread, snoozed_until as snoozedUntil
       from chat c join chat_alias a on a.chat = c.key where a.alias = ?`,
      [facts.chatId],
    )
    if (row === undefined) continue
    const answeredAt = Math.max(facts.phoneAt, facts.sentAt)
    const isAfter = (one: number, other: number) => one - other > 2_000
    const closedAt = Math.max(facts.closedAt, facts.closedWithAllAt)
    if (isAfter(facts.wroteAt, Math.max(answeredAt, closedAt)) && row.waitingAt === null)
      broken.push(`${facts.chatId} waits for an answer and is not in Waiting`)
    if (isAfter(facts.wroteAt, Math.max(answeredAt, facts.writtenAt, facts.readAt)) && row.unread === 0)
      broken.push(`${facts.chatId} has a new message and is not unread`)
    if (isAfter(facts.phoneAt, facts.wroteAt) && row.waitingAt !== null)
      broken.push(`${facts.chatId} was answered by phone and is in Waiting`)
    if (facts.surelyClosedAt === facts.wroteAt && row.waitingAt !== null)
      broken.push(`${facts.chatId} was closed and is in Waiting`)
    if (isAfter(facts.wroteAt, facts.snoozedAt) && row.snoozedUntil !== null)
      broken.push(`${facts.chatId} wrote and is snoozed`)
    if (row.snoozedUntil !== null && row.snoozedUntil < now + hour)
      broken.push(`${facts.chatId} is snoozed, and the time is over or soon will be`)
  }
  return broken
}
