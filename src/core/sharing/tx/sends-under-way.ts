import type { ChatKey } from '../../../contract/ids.ts'
import type { TeamSendRow } from '../../../contract/team.ts'
import type { ReadTx } from '../../store/tx.ts'
import { textOfRequest } from '../rules/own-record.ts'
import { colleagueOf } from './team-chats.ts'

/**
 * Colleagues' messages in a chat that the service has not shown yet, oldest first. An uncertain text counts as sent if
 * the chat has the same text by now and no other desk of the team wrote it.
 */
export function sendsUnderWay(tx: ReadTx, { chat }: { readonly chat: ChatKey }): readonly TeamSendRow[] {
  const rows = tx.all<{
    id: string
    author: string
    operation: string
    request: string | null
    state: TeamSendRow['state']
    at: number
  }>(
    `select s.id, s.author, s.operation, s.request, s.state, s.at from chat c cross join team_send s indexed by team_send_foreign
     where c.key = :chat and s.instance = c.instance and s.message is null and s.state in ('queued', 'sending', 'uncertain')
       and s.chat_id in (select alias from chat_alias where chat = :chat)
       and s.author is not (select value from meta where name = 'desk')
     order by s.at limit 50`,
    { chat },
  )
  return rows.flatMap(({ id, author, operation, request, state, at }) => {
    const text = operation === 'sendMessage' ? textOfRequest(request ?? '') : ''
    if (state === 'uncertain' && text !== '' && hasArrived(tx, chat, text, at)) return []
    return [{ id, by: colleagueOf(tx, author), text, state, at }]
  })
}

/** Times of the service are compared with ours: a minute apart is the same. */
const apartMs = 60_000

const hasArrived = (tx: ReadTx, chat: ChatKey, text: string, at: number): boolean =>
  tx.get(
    `select 1 from message m where m.chat = :chat and m.at >= :from and m.direction = 'outgoing' and m.unsent = 0 and m.text = :text
       and not exists (select 1 from team_send s where s.instance = m.instance and s.id_message = m.id_message)
       and not exists (select 1 from outbox o where o.message = m.key) limit 1`,
    { chat, text, from: at - apartMs },
  ) !== undefined
