import { z } from 'zod'
import { joinableRecord } from './own-record.ts'
import { ingest } from '../../archive/tx/ingest.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import type { Tx } from '../../store/tx.ts'
import type { Entry } from '../shared-team.ts'

/** A send as the journal tells it (src/team/schema, note_send). */
const sendSchema = z.object({
  id: z.string().max(100),
  chatId: z.string().max(200),
  operation: z.string().max(50),
  request: z.string().max(400_000),
  state: z.enum(['queued', 'sending', 'accepted', 'failed', 'uncertain', 'cancelled', 'dismissed']),
  attempt: z.int(),
  author: z.string().max(100),
  desk: z.string().max(100).nullable(),
  idMessage: z.string().max(200).nullable(),
  changedAt: z.number(),
})
export type ToldSend = z.infer<typeof sendSchema>

/**
 * Takes what the journal says of a send: its state, and for one that a colleague sent the message itself, so that it is there
 * before the service tells of it. An entry that can't be read is passed over: the service's own words come anyway.
 */
export function takeSend(tx: Tx, instance: InstanceKey, entry: Entry): void {
  const { data: send } = sendSchema.safeParse(parse(entry.raw))
  if (send === undefined) return
  const { id, author, desk, state, attempt, idMessage } = send
  tx.run(
    `insert into team_send (id, instance, author, desk, state, attempt, id_message)
     values (:id, :instance, :author, :desk, :state, :attempt, :idMessage)
     on conflict (id) do update set desk = :desk, state = :state, attempt = :attempt, id_message = :idMessage`,
    { id, instance, author, desk, state, attempt, idMessage },
  )
  const own = tx.get<{ message: number | null }>('select message from team_send where id = ?', [id])
  if (own?.message === null && state === 'accepted') {
    const record = joinableRecord(send, entry.at)
    if (record !== null) ingest(tx, instance, [{ kind: 'message', record }], { live: true, seenAt: entry.at })
  }
  if (state === 'sending') return
  const waiting = tx.all<{ chat: ChatKey }>(
    `select distinct o.chat from chat_alias a join outbox o on o.instance = :instance and o.chat = a.chat
     where a.instance = :instance and a.alias = :chatId and o.state = 'queued'`,
    { instance, chatId: send.chatId },
  )
  for (const { chat } of waiting) tx.changed({ kind: 'lane', instance, chat })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
