import type { Snapshot } from '../../src/emulator/snapshot.ts'
import type { ReadTx } from '../../src/core/store/tx.ts'
import { worldDifferences } from '../../src/core/testing/world-differences.ts'

type WorldInstance = Snapshot['instances'][number]

/** Receiving: nothing lost, nothing doubled, nothing out of order, nothing left unapplied. */
export function brokenArchivePromises(
  tx: ReadTx,
  world: WorldInstance,
  /** Notifications that were ever in the queue, repeated ones included. */
  queued: number,
  /** Chats to which this desk sent: its messages are judged as own ones. */
  sentTo: ReadonlySet<string>,
  /** The desk had the instance all the time: histories do not say what was edited, and others received that. */
  hasAllEvents: boolean,
): readonly string[] {
  const isAnswered = (chat: WorldInstance['chats'][number]) =>
    sentTo.has(chat.chatId) || chat.messages.some(({ sendByApi }) => sendByApi)
  const untouched = world.chats.filter((chat) => !isAnswered(chat))
  const broken = [...worldDifferences(tx, { ...world, chats: untouched }, { editFlags: hasAllEvents })]
  for (const chat of world.chats.filter(isAnswered)) broken.push(...missingIncoming(tx, world.idInstance, chat))
  const count = (sql: string) => tx.get<{ n: number }>(`select count(*) as n from ${sql}`)?.n ?? 0
  if (world.queue.length > 0) broken.push(`${world.queue.length} notifications wait in the service's queue`)
  const inJournal = count('journal where repeat_of is null')
  if (inJournal > queued) broken.push(`doubled: ${inJournal} notifications in the journal, ${queued} were in the queue`)
  const inInbox = count('inbox')
  if (inInbox > 0) broken.push(`${inInbox} notifications are stored and not applied`)
  const early = count(
    `early_status s join message m on m.chat = s.chat and m.id_message = s.id_message where m.direction = 'outgoing'`,
  )
  if (early > 0) broken.push(`${early} statuses wait for messages that are here`)
  for (const row of tx.all<{ state: string; reason: string | null; detail: string | null }>(
    `select state, reason, detail from journal where state <> 'applied' limit 20`,
  ))
    broken.push(`journal: ${row.state} ${row.reason ?? ''} ${row.detail ?? ''}`)
  return broken
}

function missingIncoming(
  tx: ReadTx,
  idInstance: string,
  { chatId, messages }: WorldInstance['chats'][number],
): readonly string[] {
  const times = new Map(
    tx
      .all<{ id: string; times: number }>(
        `select m.id_message as id, count(*) as times from message m
           join chat_alias a on a.chat = m.chat join instance i on i.key = m.instance
         where i.id_instance = ? and a.alias = ? and m.direction = 'incoming' group by m.id_message`,
        [idInstance, chatId],
      )
      .map((row) => [row.id, row.times]),
  )
  return messages
    .filter(({ direction, idMessage }) => direction === 'incoming' && times.get(idMessage) !== 1)
    .map(({ idMessage, text }) => `${chatId}: ${times.has(idMessage) ? 'doubled' : 'lost'} ${idMessage} "${text}"`)
}
