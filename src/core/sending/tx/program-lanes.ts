import type { ChatKey, InstanceKey, ProgramKey } from '../../../contract/ids.ts'
import type { OutboxRow } from '../../messages/outbox/tx/outbox-row.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import type { ReadTx } from '../../store/tx.ts'
import { mostUnsentOfPrograms } from '../rules/program-limits.ts'
import { retryPolicy } from '../rules/retry-policy.ts'

/** Whether a message stays where it is: a person paused its program, or all of them, and nobody sent it on. */
export function isHeldByPause(tx: ReadTx, { program, isReleased }: Pick<OutboxRow, 'program' | 'isReleased'>): boolean {
  if (program === null || isReleased) return false
  if (readSetting(tx, 'programSendsPaused') === true) return true
  return tx.get(`select 1 from program where key = ? and state = 'paused'`, [program]) !== undefined
}

/** Of some chats those whose next message is a program's: they go after those of people. */
export function programHeads(
  tx: ReadTx,
  { instance, chats }: { readonly instance: InstanceKey; readonly chats: readonly ChatKey[] },
): readonly ChatKey[] {
  if (
    tx.get(`select 1 from outbox where instance = ? and state = 'queued' and program is not null limit 1`, [
      instance,
    ]) === undefined
  )
    return []
  return chats.filter((chat) => {
    const rows = tx.iterate<{ program: ProgramKey | null; released: number }>(
      `select o.program, o.released_at is not null as released from outbox o join message m on m.key = o.message
       where o.instance = ? and o.chat = ? and o.state in ('queued', 'sending', 'uncertain') and o.state = 'queued'
         and o.parked = 0 and o.due_at is null and m.hidden_at is null order by o.seq`,
      [instance, chat],
    )
    for (const { program, released } of rows) {
      if (program === null || released === 1) return false
      if (!isHeldByPause(tx, { program, isReleased: false })) return true
    }
    return false
  })
}

/** Chats of an instance in which something of a program waits. */
export const chatsOfPrograms = (tx: ReadTx, { instance }: { readonly instance: InstanceKey }): readonly ChatKey[] =>
  tx
    .all<{ chat: ChatKey }>(
      `select distinct chat from outbox where instance = ? and state = 'queued' and program is not null`,
      [instance],
    )
    .map(({ chat }) => chat)

/** How many messages of programs may be handed to the service now, besides those that lie in its queue. */
export function programRoom(tx: ReadTx, { instance }: { readonly instance: InstanceKey }): number {
  const sending = tx.get<{ count: number }>(
    `select count(*) as count from outbox
     where instance = ? and state = 'sending' and program is not null and released_at is null`,
    [instance],
  )
  const accepted = tx.all<{ status: string | null }>(
    `select m.status from outbox o join message m on m.key = o.message
     where o.instance = ? and o.program is not null and o.released_at is null and o.accepted_at > ?
     order by o.accepted_at desc limit ?`,
    // Older ones went before: the queue of the service is first in, first out.
    [instance, tx.now - retryPolicy.programStatus, mostUnsentOfPrograms],
  )
  const unsent = accepted.filter(({ status }) => status === 'accepted' || status === 'pending')
  return Math.max(0, mostUnsentOfPrograms - (sending?.count ?? 0) - unsent.length)
}
