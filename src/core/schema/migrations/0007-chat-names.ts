import type { DatabaseSync } from 'node:sqlite'

/** As the index keeps it: every word after two spaces, so that also one letter is found at the beginning of a word. */
const indexed = (names: string): string => {
  const plain = `replace(replace(replace(substr(${names}, 1, 4000), char(10), ' '), 'ё', 'е'), 'Ё', 'Е')`
  return `'  ' || replace(${plain}, ' ', '  ')`
}
const joined = (...names: readonly string[]): string =>
  names.map((name) => `coalesce(substr(${name}, 1, 500), '')`).join(` || ' ' || `)

const ofChats = `
  select n.key, ${indexed(
    `${joined('c.title', 'c.contact_name', 'c.sender_name', 'c.subject', 'c.phone', 'c.chat_id')} || ' ' ||
      coalesce((select group_concat(alias, ' ') from chat_alias where chat = c.key), '')`,
  )}
  from chat_name n join chat c on c.key = n.chat where n.sender = ''`
const ofSenders = `
  select n.key, ${indexed(joined('p.contact_name', 'p.name', 'p.phone', 'n.sender'))}
  from chat_name n join chat c on c.key = n.chat left join person p on p.instance = c.instance and p.id = n.sender
  where n.sender <> ''`

/** Indexes rows of one kind anew, those that the condition names. */
const again = (select: string, which: string): string => `
  delete from name_fts where rowid in (select n.key from chat_name n where ${which});
  insert into name_fts (rowid, names) ${select} and ${which};`

const isChat = (key: string): string => `n.chat = ${key} and n.sender = ''`
const isPerson = `n.sender = new.id and n.chat in (select key from chat where instance = new.instance)`

/** A group and who writes there. An "or ignore" would be overruled by the statement that fires the trigger. */
const addSender = `
  insert into chat_name (chat, sender) select key, new.sender_id from chat
  where key = new.chat and kind = 'group' and new.direction = 'incoming' and new.sender_id <> ''
    and not exists (select 1 from chat_name where chat = new.chat and sender = new.sender_id);`

const newNames = ['title', 'contact_name', 'sender_name', 'subject', 'phone', 'chat_id']
const changed = (names: readonly string[]): string => names.map((name) => `old.${name} is not new.${name}`).join(' or ')

const schema = `
create table chat_name (
  key integer primary key,
  chat integer not null references chat (key) on delete cascade,
  sender text not null,
  unique (chat, sender)
) strict;
create index chat_name_sender on chat_name (sender) where sender <> '';
create virtual table name_fts using fts5 (names, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1');

create trigger name_added after insert on chat_name begin
  insert into name_fts (rowid, names) ${ofChats} and n.key = new.key union all ${ofSenders} and n.key = new.key;
end;
create trigger name_removed after delete on chat_name begin
  delete from name_fts where rowid = old.key;
end;
create trigger chat_named after insert on chat begin
  insert into chat_name (chat, sender) values (new.key, '');
end;
create trigger chat_renamed after update of ${newNames.join(', ')} on chat when ${changed(newNames)} begin
  ${again(ofChats, isChat('new.key'))}
end;
create trigger chat_aliased after insert on chat_alias begin
  ${again(ofChats, isChat('new.chat'))}
end;
create trigger chat_alias_moved after update of chat on chat_alias begin
  ${again(ofChats, isChat('new.chat'))}
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
create trigger person_added after insert on person begin
  ${again(ofSenders, isPerson)}
end;
create trigger person_renamed after update of name, contact_name, phone on person
when ${changed(['name', 'contact_name', 'phone'])} begin
  ${again(ofSenders, isPerson)}
end;
`

/**
 * Chats by all their names, numbers and ids, groups also by those of who writes in them: `chat_name` has a row for each
 * chat (no sender) and for each sender of a group, `name_fts` its words in pieces of three characters. Triggers keep
 * both.
 */
export function chatNames(db: DatabaseSync): void {
  db.exec(schema)
  fillChatNames(db)
}

/** Makes the index of names anew from what the store holds. */
export function fillChatNames(db: DatabaseSync): void {
  db.exec(`
delete from chat_name;
insert into name_fts (name_fts) values ('delete-all');
insert into chat_name (chat, sender) select key, '' from chat;
insert into chat_name (chat, sender) select distinct m.chat, m.sender_id from message m join chat c on c.key = m.chat
  where c.kind = 'group' and m.direction = 'incoming' and m.sender_id <> '';`)
}
