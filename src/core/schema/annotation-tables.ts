import { rememberRemovedKeys } from './unique-keys.ts'

/** Labels, notes and cards: written by the people here about chats and persons, never sent to the service. */
export const annotationTables = `
-- Labels are told apart by name_key.
create table label (
  key integer primary key,
  name text not null,
  name_key text not null unique,
  hue integer not null
) strict;
${rememberRemovedKeys('label')}

create table chat_label (
  chat integer not null references chat (key) on delete cascade,
  label integer not null references label (key) on delete cascade,
  primary key (label, chat)
) strict, without rowid;
create index chat_label_chat on chat_label (chat);

-- id (a UUID) is the same on every computer. version is the team's (0: unknown there), author a desk, null for this
-- one.
create table note (
  key integer primary key,
  id text not null unique,
  chat integer not null references chat (key) on delete cascade,
  text text not null,
  at integer not null,
  edited_at integer,
  version integer not null default 0,
  author text
) strict;
create index note_chat on note (chat, at);
create trigger note_removed after delete on note begin
  delete from note_fts where rowid = old.key;
end;
${rememberRemovedKeys('note')}

create virtual table note_fts using fts5 ( body, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3' );

-- What people here know of a person: of a number, or of a chat whose number is hidden. main: the card it was merged
-- into, shown: the name of all cards of the person.
create table person_card (
  key integer primary key,
  digits text unique,
  chat integer unique references chat (key) on delete set null,
  name text not null default '',
  shown text not null default '',
  main integer references person_card (key) on delete set null
) strict;
create index person_card_main on person_card (main) where main is not null;

create table person_field (
  key integer primary key,
  card integer not null references person_card (key) on delete cascade,
  name text not null,
  value text not null
) strict;
create index person_field_card on person_field (card);
`
