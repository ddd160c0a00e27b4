import { z } from 'zod'
import { joinableRecord } from '../../../sharing/rules/own-record.ts'
import { refreshSummary } from '../../../messages/archive/tx/chat-summary.ts'
import { findChat } from '../../../messages/archive/tx/chat-of.ts'
import { ingest } from '../../../messages/archive/tx/ingest.ts'
import { giveToColleague } from '../../../messages/outbox/tx/match-record.ts'
import { seenNotification } from '../../../messages/outbox/tx/seen-notification.ts'
import { showUnder } from '../../../messages/outbox/tx/show-under.ts'
import { findSentByOtherRun, markSentByOtherRun } from './own-sends.ts'
import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Entry } from '../../../sharing/shared-team.ts'

/** A send as the journal tells it (src/team/schema, note_send). */
const sendSchema = z.object({
  id: z.string().max(100),
  chatId: z.string().max(200),
  operation: z.string().max(50),
  request: z.string().max(400_000),
  state: z.enum(['queued', 'sending', 'accepted', 'failed', 'uncertain', 'cancelled', 'dismissed']),
  attempt: z.int().min(0),
  author: z.string().max(100),
  desk: z.string().max(100).nullable(),
  idMessage: z.string().max(200).nullable(),
  shownId: z.string().max(200).nullable().default(null),
  changedAt: z.number(),
  program: z.string().max(64).nullable().optional(),
  seenN: z.int().min(0).nullable().default(null),
})
export type SendEntry = z.infer<typeof sendSchema>

/**
 * Applies a send from the journal: its state and, for a colleague's send, the message itself, so that it is visible
 * before the service reports it. An unreadable entry is skipped: the service reports the message anyway.
 */
export function takeSend(tx: Tx, instance: InstanceKey, entry: Entry): void {
  const { data: send } = sendSchema.safeParse(parse(entry.raw))
  if (send === undefined) return
  const { id, chatId, operation, author, desk, state, attempt, idMessage: replyId, program } = send
  const idMessage = send.shownId ?? replyId
  // The message itself shows the outcome.
  const request = isOpen(state) ? send.request : null
  tx.run(
    `insert into team_send (id, instance, author, desk, state, attempt, id_message, reply_id, chat_id, operation, request, at, program, seen_key)
     values (:id, :instance, :author, :desk, :state, :attempt, :idMessage, :replyId, :chatId, :operation, :request, :at, :program, :seenKey)
     on conflict (id) do update set desk = :desk, state = :state, attempt = :attempt, id_message = :idMessage, reply_id = :replyId, unsynced = ${unsynced},
       chat_id = :chatId, operation = :operation, request = case when message is null then :request end, at = coalesce(at, :at), program = :program, seen_key = coalesce(seen_key, :seenKey)`,
    {
      ...{ id, instance, author, desk, state, attempt, idMessage, replyId, shownId: send.shownId, chatId },
      ...{ operation, request, at: entry.at, program, seenKey: seenNotification(tx, instance, send.seenN) },
    },
  )
  const known = tx.get<{ message: number | null }>('select message from team_send where id = ?', [id])
  const other =
    known?.message === null && (state === 'accepted' || state === 'uncertain')
      ? findSentByOtherRun(tx, { id, instance, author, chatId, idMessage })
      : undefined
  if (other !== undefined && (state === 'accepted' || state === 'uncertain'))
    markSentByOtherRun(tx, { id, instance, author, ...other, state, attempt })
  announceSend(tx, instance, chatId, idMessage !== null)
  const isColleagues = known?.message === null && other === undefined
  if (isColleagues && idMessage !== null) {
    const chat = findChat(tx, instance, chatId)?.chat
    if (chat !== undefined) {
      giveToColleague(tx, chat, idMessage)
      if (replyId !== null && replyId !== idMessage) showUnder(tx, instance, { chat, replyId, idMessage })
    }
  }
  if (isColleagues && state === 'accepted') {
    const record = joinableRecord({ ...send, idMessage }, entry.at)
    if (record !== null)
      ingest(tx, instance, [{ kind: 'message', record }], { live: true, seenAt: entry.at, isShared: true })
  }
  if (state === 'sending') return
  const waiting = tx.all<{ chat: ChatKey }>(
    `select distinct o.chat from chat_alias a join outbox o on o.instance = :instance and o.chat = a.chat
     where a.instance = :instance and a.alias = :chatId and o.state = 'queued'`,
    { instance, chatId: send.chatId },
  )
  for (const { chat } of waiting) tx.changed({ kind: 'lane', instance, chat })
}

/**
 * SQL, for an update of `team_send`: an own message is shown under an id that the team does not know. `:shownId` is
 * what it knows, `:state` that of the send, and `:replyId` the id of its answer, where its entry names it:
 * another copy of this data directory may have got it.
 */
export const unsynced = `:state = 'accepted' and exists (
  select 1 from outbox o join message m on m.key = o.message where o.message = team_send.message
    and o.queued_at = team_send.queued_at and m.raw is not null and m.id_message is not :shownId
    and m.id_message <> coalesce(o.reply_id, :replyId, team_send.reply_id))`

const isOpen = (state: SendEntry['state']): boolean =>
  state === 'queued' || state === 'sending' || state === 'uncertain'

/** Announces that the writers of a chat's messages, or colleagues' sends under way, have changed. */
function announceSend(tx: Tx, instance: InstanceKey, chatId: string, isSent: boolean): void {
  const found = findChat(tx, instance, chatId)
  if (found === null) return
  tx.changed({ kind: 'messages', instance, chat: found.chat })
  if (!isSent) return
  // Its message may be here already, and was taken for one of the phone.
  refreshSummary(tx, found.chat)
  tx.changed({ kind: 'chats', instance, chats: [found.chat] })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
