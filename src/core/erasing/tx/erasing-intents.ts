import { erasePerson, personToErase, readErasures, recordPersonErased, waitingOf } from './erase-person.ts'
import { eraseSome, recordCopiesErased } from './erase-some.ts'
import { readKeeps, shortestKeep } from './keep-days.ts'
import { countOld, retain, setKeep } from './retain-messages.ts'
import type { PersonTraces } from '../../../contract/people.ts'
import type { Input } from '../../../contract/index.ts'
import { writtenInGroups } from '../../messages/archive/tx/person-cards.ts'
import type { ReadTx } from '../../store/tx.ts'

export const erasingWrites = {
  'erasing.some': eraseSome,
  'erasing.recordCopies': recordCopiesErased,
  'erasing.recordPerson': recordPersonErased,
  'erasing.person': erasePerson,
  'erasing.setKeep': setKeep,
  'erasing.retain': retain,
}

export const erasingReads = {
  'erasing.traces': readTraces,
  'erasing.erasures': readErasures,
  'erasing.keeps': readKeeps,
  'erasing.shortestKeep': shortestKeep,
  'erasing.countOld': countOld,
}

/** Throws as `personToErase` does. */
function readTraces(tx: ReadTx, { chat }: Input<'erasing.traces'>): PersonTraces {
  const person = personToErase(tx, chat)
  const given = { chats: JSON.stringify(person.chats) }
  const ids = JSON.stringify([...new Set(person.ids.map(([, id]) => id))])
  const those = 'in (select value from json_each(:chats))'
  const count = (sql: string): number =>
    tx.get<{ count: number }>(`select count(*) as count from ${sql}`, given)?.count ?? 0
  type Place = PersonTraces['chats'][number]
  return {
    chats: tx.all<Place>(
      `select key as chat, instance, coalesce(contact_name, sender_name, title) as title, messages from chat where key ${those} order by list_at desc`,
      given,
    ),
    groups: tx.all<Place>(
      `select c.key as chat, c.instance, c.title, count(*) as messages
       from ${writtenInGroups}
       group by c.key order by c.list_at desc`,
      { ids },
    ),
    notes: count(`note where chat ${those}`),
    facts:
      tx.get<{ count: number }>(
        `select (select count(*) from person_field where card in (select value from json_each(:cards)))
         + (select count(*) from person_card where key in (select value from json_each(:cards)) and name <> '') as count`,
        { cards: JSON.stringify(person.cards) },
      )?.count ?? 0,
    files: count(`message m join message_media f on f.message = m.key where m.chat ${those} and f.ref is not null`),
    events: count(`journal where chat ${those}`),
    waiting: waitingOf(tx, person),
    programs: tx.get<{ count: number }>('select count(*) as count from program')?.count ?? 0,
    isShared:
      tx.get(
        `select 1 from chat c join team_instance t on t.instance = c.instance where c.key ${those} limit 1`,
        given,
      ) !== undefined,
  }
}
