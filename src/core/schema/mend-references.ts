import type { DatabaseSync } from 'node:sqlite'

/**
 * After a salvage: rows whose parent was on a lost page get a stand-in for it rather than going too. A lost instance
 * comes back detached, under the id its notifications carried, and is attached when the person adds it again; a lost
 * chat comes back under its alias or the id in its messages; a message outlives the quick reply it was written with.
 * What still points nowhere is removed.
 * @param now epoch ms
 */
export function mendReferences(db: DatabaseSync, now: number): ReadonlyMap<string, number> {
  db.prepare(
    `insert or ignore into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at, detached_at)
     select lost.instance,
       coalesce(
         (select json_extract(raw, '$.instanceData.idInstance') from journal where instance = lost.instance and json_valid(raw)
            and json_extract(raw, '$.instanceData.idInstance') is not null order by key desc limit 1),
         'unknown-' || lost.instance),
       '', 'v3', '', 'Recovered ' || lost.instance, 'steel', 'sendOnly', 1000 + lost.instance, :now, :now
     from (select instance from chat union select instance from message union select instance from journal
       union select instance from inbox) as lost
     where lost.instance not in (select key from instance)`,
  ).run({ now })
  db.exec(
    `insert or ignore into chat (key, instance, chat_id, kind)
     select m.chat, m.instance,
       coalesce(
         (select alias from chat_alias where chat = m.chat limit 1),
         max(case when json_valid(m.raw) then coalesce(json_extract(m.raw, '$.chatId'), json_extract(m.raw, '$.senderData.chatId')) end),
         'unknown-' || m.chat),
       'unknown'
     from message as m where m.chat not in (select key from chat) group by m.chat;
     insert or ignore into chat_alias (instance, alias, chat, evidence) select instance, chat_id, key, 'recovered' from chat;
     update chat set last_message = newest.key, last_at = newest.at, list_at = max(chat.list_at, newest.at)
       from (select chat, key, at, row_number() over (partition by chat order by unsent desc, at desc, tie desc) as place
          from message where folded = 0 and hidden_at is null) as newest
       where newest.chat = chat.key and newest.place = 1
         and (chat.last_message is null or chat.last_message not in (select key from message));
     update person_card set chat = null where chat not in (select key from chat);
     update person_card set main = null where main not in (select key from person_card);
     update outbox set quick_reply = null where quick_reply not in (select key from quick_reply);`,
  )
  const removed = removeOrphans(db)
  db.exec('update chat set messages = (select count(*) from message where message.chat = chat.key and folded = 0)')
  return removed
}

function removeOrphans(db: DatabaseSync): ReadonlyMap<string, number> {
  const removed = new Map<string, number>()
  // Removing a row can leave others without parent, so again until none is left; no chain is longer than the tables.
  for (let round = 0; round < 10; round++) {
    const orphans = db.prepare('pragma foreign_key_check').all()
    if (orphans.length === 0) break
    for (const { table, rowid } of orphans) {
      const name = String(table)
      if (rowid === null || rowid === undefined) {
        removeKeyedOrphans(db, name)
        removed.set(name, (removed.get(name) ?? 0) + 1)
      } else if (Number(db.prepare(`delete from "${name}" where rowid = ?`).run(Number(rowid)).changes) > 0) {
        removed.set(name, (removed.get(name) ?? 0) + 1)
      }
    }
  }
  return removed
}

/** Tables without row numbers: foreign_key_check can't name the row, so all rows without parent go. */
function removeKeyedOrphans(db: DatabaseSync, table: string): void {
  for (const key of db
    .prepare('select "table" as parent, "from" as child, "to" as target from pragma_foreign_key_list(?)')
    .all(table)) {
    const target = key['target'] === null ? 'key' : String(key['target'])
    db.exec(
      `delete from "${table}" where "${String(key['child'])}" not in (select "${target}" from "${String(key['parent'])}")`,
    )
  }
}
