import type { DatabaseSync } from 'node:sqlite'

/** The name that people here gave a sender, as `givenName` of person-cards.ts reads it. */
const given = `coalesce(
  (select k.shown from person_card k where k.shown <> '' and k.digits = coalesce(nullif(p.phone, ''), replace(n.sender, '@c.us', ''))),
  (select k.shown from chat_alias a join person_card k on k.chat = a.chat
   where a.instance = c.instance and a.alias = n.sender and k.shown <> '' limit 1))`

const joined = (names: readonly string[]): string =>
  names.map((name) => `coalesce(substr(${name}, 1, 500), '')`).join(` || ' ' || `)

/** As the index keeps it (0007-chat-names.ts). */
const indexed = (names: string): string =>
  `'  ' || replace(replace(replace(replace(substr(${names}, 1, 4000), char(10), ' '), 'ё', 'е'), 'Ё', 'Е'), ' ', '  ')`

const ofChat = `
  select n.key, ${indexed(
    `${joined(['c.title', 'c.contact_name', 'c.sender_name', 'c.subject', 'c.phone', 'c.chat_id'])} || ' ' ||
      coalesce((select group_concat(alias, ' ') from chat_alias where chat = c.key), '')`,
  )}
  from chat_name n join chat c on c.key = n.chat where n.sender = '' and n.key = new.key`

const ofSenders = (rows: string): string => `
  select n.key, ${indexed(joined([given, 'p.contact_name', 'p.name', 'p.phone', 'n.sender']))}
  from ${rows} cross join chat c on c.key = n.chat left join person p on p.instance = c.instance and p.id = n.sender`

const bySender = 'chat_name n indexed by chat_name_sender'

const again = (which: string): string => `
  delete from name_fts where rowid in (select n.key from ${bySender} where ${which});
  insert into name_fts (rowid, names) ${ofSenders(bySender)} where ${which};`

const ofPerson = `n.sender = new.id and n.sender <> '' and exists (select 1 from chat where key = n.chat and instance = new.instance)`

const ofCard = (card: 'old' | 'new'): string => `n.sender <> '' and n.sender in (
  select ${card}.digits || '@c.us' union select id from person where phone = ${card}.digits
  union select alias from chat_alias where chat = ${card}.chat)`

/** Finds groups by the names that people here gave those who write there. */
export function givenNamesOfSenders(db: DatabaseSync): void {
  db.exec(`
create index person_phone on person (phone) where phone is not null;
drop trigger name_added;
drop trigger person_added;
drop trigger person_renamed;
create trigger name_added after insert on chat_name begin
  insert into name_fts (rowid, names) ${ofChat} union all ${ofSenders('chat_name n')} where n.sender <> '' and n.key = new.key;
end;
create trigger person_added after insert on person begin ${again(ofPerson)}
end;
create trigger person_renamed after update of name, contact_name, phone on person
when old.name is not new.name or old.contact_name is not new.contact_name or old.phone is not new.phone begin ${again(ofPerson)}
end;
create trigger card_renamed after update of shown, digits, chat on person_card
when old.shown is not new.shown or old.digits is not new.digits or old.chat is not new.chat begin ${again(ofCard('new'))}
end;
create trigger card_removed after delete on person_card when old.shown <> '' begin ${again(ofCard('old'))}
end;`)
  // Each name is written once more, so that the new trigger indexes it.
  const cards = db.prepare("select key, shown from person_card where shown <> ''").all()
  const write = db.prepare('update person_card set shown = ? where key = ?')
  for (const { key, shown } of cards) {
    write.run('', key ?? null)
    write.run(shown ?? null, key ?? null)
  }
}
