/** Under which ids the service names the people of the archive's chats, and what it says of them. */
export const identityTables = `
-- All ids of a chat, and what showed that they are one.
create table chat_alias (
  instance integer not null references instance (key) on delete cascade,
  alias text not null,
  chat integer not null references chat (key) on delete cascade,
  evidence text not null,
  primary key (instance, alias)
) strict, without rowid;
create index chat_alias_chat on chat_alias (chat);

-- Ids of two people whose chats were joined wrongly, in the words of a person: they are joined
-- again by a person alone. Each pair in both orders.
create table chat_apart (
  instance integer not null references instance (key) on delete cascade,
  one text not null,
  other text not null,
  primary key (instance, one, other)
) strict, without rowid;

-- Keys of chats that were joined into one: windows may still name them, and full-text marks keep them.
create table chat_was (
  chat integer not null references chat (key) on delete cascade,
  was integer not null,
  primary key (chat, was)
) strict, without rowid;
create index chat_was_was on chat_was (was);

-- What the service says of people, each fact with the time it is from. username: the public name, as the service
-- checked it last; nobody else on the instance has it.
create table person (
  instance integer not null references instance (key) on delete cascade,
  id text not null,
  name text,
  contact_name text,
  phone text,
  seen_at integer not null,
  name_at integer not null default 0,
  contact_name_at integer not null default 0,
  phone_at integer not null default 0,
  username text collate nocase,
  primary key (instance, id)
) strict, without rowid;
create index person_phone on person (phone) where phone is not null;
create index person_username on person (instance, username) where username is not null;
`
