import type { ChatRow } from '../../../contract/chats.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import { fold } from '../../../contract/text/fold.ts'
import { nameMatch, nameWords } from '../../messages/archive/rules/name-search.ts'
import { givenName } from '../../messages/archive/tx/person-cards.ts'
import type { ReadTx } from '../../store/tx.ts'
import { formatPhone } from '../rules/identity.ts'
import { labelsNamed } from './listed-chats.ts'

interface Names {
  readonly chat: ChatKey
  readonly instance: InstanceKey
  /** '' of the chat's own names. */
  readonly sender: string
  readonly contactName: string | null
  readonly name: string | null
  readonly subject: string | null
  readonly phone: string | null
  readonly id: string
}

/**
 * Adds to found chats the name by which they were found, if it is not in their titles: another name, a sender, an id, a
 * label.
 */
export function foundNames(tx: ReadTx, rows: readonly ChatRow[], typed: string): readonly ChatRow[] {
  const match = nameMatch(typed)
  if (match === null) return rows
  const words = nameWords(typed)
  const holds = (text: string): boolean => {
    const folded = fold(text)
    const digits = folded.replaceAll(/\D/gu, '')
    return words.every((word) => folded.includes(word) || (/^\d{3,}$/.test(word) && digits.includes(word)))
  }
  const unexplained = rows.filter(({ title }) => !holds(title)).map(({ key }) => key)
  if (unexplained.length === 0) return rows
  const found = new Map<ChatKey, string>()
  for (const names of namesOf(tx, match, unexplained)) {
    if (found.has(names.chat)) continue
    const { instance, sender, contactName, name, subject, phone, id } = names
    const given = sender === '' ? '' : givenName(tx, instance, sender, phone ?? '')
    const texts = [given, contactName, name, subject, formatPhone(phone ?? phoneDigitsOf(id)), id].filter(
      (text) => text !== null && text.trim() !== '',
    )
    // If no name contains all words, the first two names together show who was found.
    const best = texts.find((text) => text !== null && holds(text)) ?? texts.slice(0, 2).join(', ')
    if (best) found.set(names.chat, best.slice(0, 300))
  }
  const labels = new Map(labelsNamed(tx, typed).map(({ key, name }) => [key, name]))
  for (const { key, labels: own } of rows) {
    const label = own.map((one) => labels.get(one)).find((name) => name !== undefined)
    if (label !== undefined && unexplained.includes(key) && !found.has(key)) found.set(key, label)
  }
  return rows.map((row) => ({ ...row, found: found.get(row.key) ?? null }))
}

/** Names that may match: first those of the chats, then those of their senders. */
const namesOf = (tx: ReadTx, match: string, chats: readonly ChatKey[]): readonly Names[] =>
  tx.all<Names>(
    `select n.chat, c.instance, n.sender, case n.sender when '' then c.contact_name else p.contact_name end as contactName,
       case n.sender when '' then c.sender_name else p.name end as name,
       case n.sender when '' then c.subject end as subject,
       case n.sender when '' then c.phone else p.phone end as phone,
       case n.sender when '' then coalesce((select group_concat(alias, ', ') from chat_alias where chat = c.key), c.chat_id)
         else n.sender end as id
     from name_fts f join chat_name n on n.key = f.rowid join chat c on c.key = n.chat
       left join person p on p.instance = c.instance and p.id = n.sender
     where name_fts match ? and n.chat in (select value from json_each(?)) order by n.chat, n.sender <> '', n.key limit 1000`,
    [match, JSON.stringify(chats)],
  )
