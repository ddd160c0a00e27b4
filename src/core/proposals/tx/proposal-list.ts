import type { ChatKey, MessageKey, ProposalKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import type {
  ChatProposals,
  ListedProposal,
  Proposal,
  ProposalOrder,
  ProposalPage,
  ProposalPlace,
  ShownProposal,
} from '../../../contract/proposals.ts'
import { previewLength } from '../../reading/rules/chat-rows.ts'
import { chatRowsOf, countChats } from '../../reading/tx/chats.ts'
import { namesOf } from '../../reading/tx/message-rows.ts'
import { openProposals, writtenSince } from '../../reading/tx/open-proposals.ts'
import type { ReadTx, SqlValue } from '../../store/tx.ts'

/** Each order is the one of an index of the open proposals. */
const orders: Readonly<Record<ProposalOrder, { readonly index: string; readonly sql: string }>> = {
  expiresFirst: { index: 'proposal_expiry', sql: 'p.expires_at, p.key' },
  newestFirst: { index: 'proposal_newest', sql: 'p.created_at desc, p.key desc' },
}

/** The open proposals of a chat, in the order in which they are shown. */
const openOfChat = `proposal p indexed by proposal_chat where p.state = 'open' and p.expires_at > :now and p.chat = :chat`

interface ListedRow extends Omit<ListedProposal, 'chat' | 'hasNewer' | 'place'> {
  readonly chat: ChatKey
  readonly hasNewer: number
}

function listProposals(
  tx: ReadTx,
  { order, offset, limit, ...listing }: Input<'proposals.list'>,
): readonly ListedProposal[] {
  const { index, sql: orderBy } = orders[order]
  const { sql, params } = openProposals(listing, tx.now)
  const rows = tx.all<ListedRow>(
    `select p.key, p.chat, substr(p.text, 1, ${previewLength}) as text, p.program_name as programName,
       p.created_at as createdAt, p.expires_at as expiresAt, exists (select 1 ${writtenSince}) as hasNewer
     from proposal p indexed by ${index} where ${sql} order by ${orderBy} limit ? offset ?`,
    [...params, limit, offset],
  )
  const chatKeys = [...new Set(rows.map(({ chat }) => chat))]
  const chats = new Map(chatRowsOf(tx, chatKeys).map((chat) => [chat.key, chat]))
  const places = placesIn(tx, chatKeys)
  return rows.flatMap((row) => {
    const [chat, place] = [chats.get(row.chat), places.get(row.key)]
    return chat === undefined || place === undefined ? [] : [{ ...row, chat, place, hasNewer: row.hasNewer === 1 }]
  })
}

/** The places of all open proposals of some chats. */
const placesIn = (tx: ReadTx, chats: readonly ChatKey[]): ReadonlyMap<ProposalKey, ProposalPlace> =>
  new Map(
    tx
      .all<ProposalPlace & { readonly key: ProposalKey }>(
        `select p.key, row_number() over (partition by p.chat order by p.created_at, p.key) as at,
           count(*) over (partition by p.chat) as "of"
         from proposal p indexed by proposal_chat where p.state = 'open' and p.expires_at > ?
           and p.chat in (select value from json_each(?))`,
        [tx.now, JSON.stringify(chats)],
      )
      .map(({ key, ...place }) => [key, place]),
  )

/** The proposal itself while it is open; else the one after it, else the last one. Null names the first. */
function findShown(tx: ReadTx, chat: ChatKey, proposal: ProposalKey | null): ProposalKey | undefined {
  const first = (order: 'asc' | 'desc', condition = '', more: Readonly<Record<string, SqlValue>> = {}) =>
    tx.get<{ key: ProposalKey }>(
      `select p.key from ${openOfChat} ${condition} order by p.created_at ${order}, p.key ${order} limit 1`,
      { chat, now: tx.now, ...more },
    )?.key
  if (proposal === null) return first('asc')
  const fromIt = 'and (p.created_at, p.key) >= (select created_at, key from proposal where key = :proposal)'
  return first('asc', fromIt, { proposal }) ?? first('desc')
}

export const proposalListReads = {
  'proposals.list'(tx: ReadTx, input: Input<'proposals.list'>): ProposalPage {
    const { sql, params } = openProposals(input, tx.now)
    const sum = tx.get<{ total: number; chats: number }>(
      `select count(*) as total, count(distinct p.chat) as chats
       from proposal p indexed by proposal_open where ${sql}`,
      params,
    )
    return {
      rows: listProposals(tx, input),
      total: sum?.total ?? 0,
      chats: sum?.chats ?? 0,
      counts: countChats(tx, input.scope),
    }
  },

  'proposals.shown'(tx: ReadTx, { chat, proposal }: Input<'proposals.shown'>): ChatProposals {
    const key = findShown(tx, chat, proposal)
    return key === undefined
      ? { shown: null, expired: findExpired(tx, chat) }
      : { shown: readShown(tx, chat, key), expired: null }
  },
}

function readShown(tx: ReadTx, chat: ChatKey, key: ProposalKey): ShownProposal | null {
  const row = tx.get<Omit<Proposal, 'newest'>>(
    `select p.key, p.instance, p.chat, c.title as chatTitle, p.program_name as programName, p.text, p.reason,
       p.created_at as createdAt, p.expires_at as expiresAt,
       (select name from team_member where desk = p.claimed_by
          and desk is not (select value from meta where name = 'desk')) as claimedBy,
       (select count(*) ${writtenSince}) as newer,
       (select substr(q.text, 1, 500) from message q where q.chat = p.chat and q.id_message = p.quoted_id) as quotedText
     from proposal p join chat c on c.key = p.chat where p.key = ?`,
    [key],
  )
  if (row === undefined) return null
  const keys = tx
    .all<{ key: ProposalKey }>(`select p.key from ${openOfChat} order by p.created_at, p.key`, { chat, now: tx.now })
    .map((one) => one.key)
  const index = keys.indexOf(key)
  return {
    proposal: { ...row, newest: row.newer === 0 ? null : newestIncoming(tx, row) },
    place: { at: index + 1, of: keys.length },
    previous: keys[index - 1] ?? null,
    next: keys[index + 1] ?? null,
  }
}

/** That a proposal expired is said for so long, ms. */
const expiredShownMs = 86_400_000

const findExpired = (tx: ReadTx, chat: ChatKey): ChatProposals['expired'] =>
  tx.get<{ programName: string; at: number }>(
    `select p.program_name as programName, p.expires_at as at
     from chat c cross join proposal p indexed by proposal_expired
     where c.key = :chat and p.chat = c.key and p.state = 'expired'
       and p.expires_at > max(coalesce(c.last_at, 0), :since)
     order by p.expires_at desc limit 1`,
    { chat, since: tx.now - expiredShownMs },
  ) ?? null

/** The newest message that came, and who wrote it. */
function newestIncoming(
  tx: ReadTx,
  { instance, chat, chatTitle }: Pick<Proposal, 'instance' | 'chat' | 'chatTitle'>,
): Proposal['newest'] {
  const row = tx.get<{ message: MessageKey; senderId: string; senderName: string; text: string }>(
    `select key as message, sender_id as senderId, sender_name as senderName, substr(text, 1, 500) as text from message
     where chat = ? and direction = 'incoming' and live = 1 order by seen_at desc limit 1`,
    [chat],
  )
  if (row === undefined) return null
  const { message, senderId, senderName, text } = row
  const { contactName, name } = namesOf(tx, instance, senderId)
  return { message, sender: contactName || name || senderName || chatTitle, text }
}
