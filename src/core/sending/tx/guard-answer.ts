import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { sendsUnderWay } from '../../sharing/tx/sends-under-way.ts'
import { colleagueOf } from '../../sharing/tx/team-chats.ts'
import type { ReadTx } from '../../store/tx.ts'
import { retryPolicy } from '../rules/retry-policy.ts'

const shownText = 2_000

/**
 * Guards against two answers: in a shared instance, a draft is refused if somebody else answered after it was begun.
 * Throws ContractError `answeredMeanwhile`.
 * @returns when it was begun, epoch ms: the team's database compares it with answers that this desk has not seen yet;
 * null: nobody shares the chat
 */
export function guardAnswer(
  tx: ReadTx,
  { chat, instance }: { readonly chat: ChatKey; readonly instance: InstanceKey },
): number | null {
  const draft = tx.get<{ since: number }>(
    `select c.draft_since as since from chat c join team_instance t on t.instance = c.instance
     where c.key = ? and c.draft_since is not null`,
    [chat],
  )
  if (draft === undefined) return null
  const answer = answeredSince(tx, chat, draft.since)
  if (answer === null) return draft.since
  const { author, text, at, sent } = answer
  const name = author === null ? '' : colleagueOf(tx, author).name
  throw new ContractError('answeredMeanwhile', {
    details: { name, text: text.slice(0, shownText), at, sent: sent ? 'yes' : 'no', instance },
  })
}

interface Answer {
  readonly author: string | null
  readonly text: string
  readonly at: number
  /** False: it is on its way, or not known to be sent. */
  readonly sent: boolean
}

function answeredSince(tx: ReadTx, chat: ChatKey, since: number): Answer | null {
  const message = tx.get<{ author: string | null; text: string; at: number }>(
    `select m.text, m.seen_at as at, (select s.author from team_send s where s.instance = m.instance and s.id_message = m.id_message) as author
     from message m where m.chat = :chat and m.at >= :from and m.direction = 'outgoing' and m.unsent = 0 and m.folded = 0
       and m.content_kind <> 'reaction' and m.hidden_at is null and m.seen_at >= :since and not exists (select 1 from outbox o where o.message = m.key)
     order by m.at desc, m.tie desc limit 1`,
    { chat, from: since - retryPolicy.clockDifference, since },
  )
  const sends = sendsUnderWay(tx, { chat })
  if (message !== undefined) {
    // The service may tell of it before its desk does.
    const author = message.author ?? sends.find(({ text }) => text === message.text)?.by.desk ?? null
    return { ...message, author, sent: true }
  }
  const under = sends.findLast(({ at }) => at >= since)
  return under === undefined ? null : { author: under.by.desk, text: under.text, at: under.at, sent: false }
}
