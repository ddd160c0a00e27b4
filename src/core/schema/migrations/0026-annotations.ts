/**
 * What a person writes on a chat, for nobody but the people here: labels, told apart by `name_key`, and notes, each
 * with an `id` of its own (a UUID), so that both are the same on every computer that an archive travels to. `note_fts`
 * has the notes by their words, under their keys.
 */
export const annotations = `
create table label (
  key integer primary key,
  name text not null,
  name_key text not null unique,
  hue integer not null
) strict;
create table chat_label (
  chat integer not null references chat (key) on delete cascade,
  label integer not null references label (key) on delete cascade,
  primary key (label, chat)
) strict, without rowid;
create index chat_label_chat on chat_label (chat);
create table note (
  key integer primary key,
  id text not null unique,
  chat integer not null references chat (key) on delete cascade,
  text text not null,
  at integer not null,
  edited_at integer
) strict;
create index note_chat on note (chat, at);
create virtual table note_fts using fts5 (
  body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
create trigger note_removed after delete on note begin
  delete from note_fts where rowid = old.key;
end;
`
