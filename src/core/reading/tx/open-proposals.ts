import type { ChatProposal } from '../../../contract/chats.ts'
import type { ChatKey, LabelKey, Scope } from '../../../contract/ids.ts'
import type { ReadTx, SqlValue } from '../../store/tx.ts'
import { previewLength } from '../rules/chat-rows.ts'

/** The customer's messages since proposal `p`, for a `select`. */
export const writtenSince = `from message m where m.chat = p.chat and m.direction = 'incoming' and m.live = 1
  and m.seen_at > p.created_at`

export interface ProposalCondition {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** Proposals `p` that can be approved now; of a removed instance there are none. */
export function openProposals(
  { scope, label }: { readonly scope: Scope; readonly label?: LabelKey | undefined },
  now: number,
): ProposalCondition {
  const parts = [`p.state = 'open' and p.expires_at > ?`]
  const params: SqlValue[] = [now]
  if (scope === null) parts.push('p.instance in (select key from instance where detached_at is null)')
  else {
    parts.push('p.instance = ?')
    params.push(scope)
  }
  if (label !== undefined) {
    parts.push('p.chat in (select chat from chat_label where label = ?)')
    params.push(label)
  }
  return { sql: parts.join(' and '), params }
}

export function countProposals(tx: ReadTx, scope: Scope): number {
  const { sql, params } = openProposals({ scope }, tx.now)
  const row = tx.get<{ n: number }>(
    `select count(*) as n from proposal p indexed by proposal_open where ${sql}`,
    params,
  )
  return row?.n ?? 0
}

/**
 * The newest open proposals of some chats. The index is the one of open proposals: a chat may have had thousands that
 * are closed.
 */
export const newestProposals = (tx: ReadTx, chats: readonly ChatKey[]): ReadonlyMap<ChatKey, ChatProposal> =>
  new Map(
    tx
      // The other columns of a group are of the row with its maximum.
      .all<Omit<ChatProposal, 'hasNewer'> & { readonly chat: ChatKey; readonly newer: number }>(
        `select p.chat, substr(p.text, 1, ${previewLength}) as text, p.program_name as programName,
           max(p.created_at) as createdAt, exists (select 1 ${writtenSince}) as newer
         from proposal p indexed by proposal_chat where p.state = 'open' and p.expires_at > ?
           and p.chat in (select value from json_each(?)) group by p.chat`,
        [tx.now, JSON.stringify(chats)],
      )
      .map(({ chat, newer, ...proposal }) => [chat, { ...proposal, hasNewer: newer === 1 }]),
  )
