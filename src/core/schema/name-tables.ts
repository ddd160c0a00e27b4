import type { DatabaseSync } from 'node:sqlite'
import { indexedNames } from '../messages/archive/rules/name-search.ts'

/** The name that people here gave a sender, as `givenName` of person-cards.ts reads it. */
const given = `coalesce(
  (select k.shown from person_card k where k.shown <> '' and k.digits = coalesce(nullif(p.phone, ''), replace(n.sender, '@c.us', ''))),
  (select k.shown from chat_alias a join person_card k on k.chat = a.chat
   where a.instance = c.instance and a.alias = n.sender and k.shown <> '' limit 1))`

const indexed = (names: string): string => `indexed_names(substr(${names}, 1, 4000))`

const joined = (names: readonly string[]): string =>
  names.map((name) => `coalesce(substr(${name}, 1, 500), '')`).join(` || ' ' || `)

const ofChats = `
  select n.key, ${indexed(
    `${joined(['c.title', 'c.contact_name', 'c.sender_name', 'c.subject', 'c.phone', 'c.username', 'c.chat_id'])} || ' ' ||
      coalesce((select group_concat(alias, ' ') from chat_alias where chat = c.key), '')`,
  )}
  from chat_name n join chat c on c.key = n.chat where n.sender = ''`

const ofSenders = (rows: string): string => `
  select n.key, ${indexed(joined([given, 'p.contact_name', 'p.name', 'p.phone', 'p.username', 'n.sender']))}
  from ${rows} cross join chat c on c.key = n.chat left join person p on p.instance = c.instance and p.id = n.sender`

/** The planner would walk all chats of the instance for each person: 1.4 s for an address book of 2,000 people. */
const bySender = 'chat_name n indexed by chat_name_sender'

const indexChatAgain = (key: string): string => `
  delete from name_fts where rowid in (select n.key from chat_name n where n.chat = ${key} and n.sender = '');
  insert into name_fts (rowid, names) ${ofChats} and n.chat = ${key};`

const indexSendersAgain = (which: string): string => `
  delete from name_fts where rowid in (select n.key from ${bySender} where ${which});
  insert into name_fts (rowid, names) ${ofSenders(bySender)} where ${which};`

const ofPerson = `n.sender = new.id and n.sender <> '' and exists (select 1 from chat where key = n.chat and instance = new.instance)`

const ofCard = (card: 'old' | 'new'): string => `n.sender <> '' and n.sender in (
  select ${card}.digits || '@c.us' union select id from person where phone = ${card}.digits
  union select alias from chat_alias where chat = ${card}.chat)`

/** Adds the sender of a group's message. An "or ignore" would be overruled by the statement that fires the trigger. */
const addSender = `
  insert into chat_name (chat, sender) select key, new.sender_id from chat
  where key = new.chat and kind = 'group' and new.direction = 'incoming' and new.sender_id <> ''
    and not exists (select 1 from chat_name where chat = new.chat and sender = new.sender_id);`

const anyChanged = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is not new.${column}`).join(' or ')

const namesOfChat = ['title', 'contact_name', 'sender_name', 'subject', 'phone', 'username', 'chat_id']

/**
 * Chats by all their names, numbers and ids, groups also by those of their members who write. `chat_name` has a row for
 * each chat (no sender) and for each sender of a group, `name_fts` its words in pieces of three characters. Triggers
 * maintain both. Needs the tables of archive and annotations.
 */
export const nameTables = `
create table chat_name (
  key integer primary key,
  chat integer not null references chat (key) on delete cascade,
  sender text not null,
  unique (chat, sender)
) strict;
create index chat_name_sender on chat_name (sender) where sender <> '';
create virtual table name_fts using fts5 (names, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');

create trigger name_removed after delete on chat_name begin
  delete from name_fts where rowid = old.key;
end;
create trigger chat_named after insert on chat begin
  insert into chat_name (chat, sender) values (new.key, '');
end;
create trigger chat_became_group after update of kind on chat when new.kind = 'group' and old.kind <> 'group' begin
  insert into chat_name (chat, sender) select distinct m.chat, m.sender_id from message m
  where m.chat = new.key and m.direction = 'incoming' and m.sender_id <> ''
    and not exists (select 1 from chat_name where chat = m.chat and sender = m.sender_id);
end;
create trigger message_sender_added after insert on message begin ${addSender}
end;
create trigger message_sender_moved after update of chat on message begin ${addSender}
end;
`

/**
 * Prepares a connection that writes: its triggers fill `name_fts`. They call a function of ours, which triggers in the
 * file may not (`trusted_schema`).
 */
export function indexNames(db: DatabaseSync): void {
  db.function('indexed_names', { deterministic: true }, (names) => indexedNames(String(names)))
  db.exec(`
create temp trigger if not exists name_added after insert on chat_name begin
  insert into name_fts (rowid, names) ${ofChats} and n.key = new.key union all ${ofSenders('chat_name n')} where n.sender <> '' and n.key = new.key;
end;
create temp trigger if not exists chat_renamed after update of ${namesOfChat.join(', ')} on chat when ${anyChanged(namesOfChat)} begin
  ${indexChatAgain('new.key')}
end;
create temp trigger if not exists chat_aliased after insert on chat_alias begin
  ${indexChatAgain('new.chat')}
end;
create temp trigger if not exists chat_alias_moved after update of chat on chat_alias begin
  ${indexChatAgain('new.chat')}
end;
create temp trigger if not exists person_added after insert on person begin ${indexSendersAgain(ofPerson)}
end;
create temp trigger if not exists person_renamed after update of name, contact_name, phone, username on person
when ${anyChanged(['name', 'contact_name', 'phone', 'username'])} begin ${indexSendersAgain(ofPerson)}
end;
create temp trigger if not exists card_renamed after update of shown, digits, chat on person_card
when ${anyChanged(['shown', 'digits', 'chat'])} begin ${indexSendersAgain(ofCard('new'))}
end;
create temp trigger if not exists card_removed after delete on person_card when old.shown <> '' begin ${indexSendersAgain(ofCard('old'))}
end;
`)
}

/** Rebuilds the index of names from what the store holds. */
export function fillChatNames(db: DatabaseSync): void {
  indexNames(db)
  db.exec(`
delete from chat_name;
insert into name_fts (name_fts) values ('delete-all');
insert into chat_name (chat, sender) select key, '' from chat;
insert into chat_name (chat, sender) select distinct m.chat, m.sender_id from message m join chat c on c.key = m.chat
  where c.kind = 'group' and m.direction = 'incoming' and m.sender_id <> '';`)
}
