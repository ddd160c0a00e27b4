import type { DatabaseSync } from 'node:sqlite'
import { fillSearchIndex } from '../rebuild-search-index.ts'

/**
 * `message_fts.mark` gets a third word: "c" with the key of the chat, beside "in" or "out" and "i" with the instance's.
 * `chat_was` are the keys of chats that were joined to one: their messages keep the marks that they had. A key may be
 * given to another chat later, so a hit's own chat decides.
 * The index keeps no text: it can only be built again, which takes some 20 s for a million messages.
 */
export function chatMarks(db: DatabaseSync): void {
  db.exec(`
create table chat_was (
  chat integer not null references chat (key) on delete cascade,
  was integer not null,
  primary key (chat, was)
) strict, without rowid;
create trigger message_joined after update of chat on message when old.chat <> new.chat begin
  insert or ignore into chat_was (chat, was) values (new.chat, old.chat);
  insert or ignore into chat_was (chat, was) select new.chat, was from chat_was where chat = old.chat;
end;
insert into message_fts (message_fts) values ('delete-all');`)
  fillSearchIndex(db)
}
