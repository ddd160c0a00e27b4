/**
 * Files that a person sends (architecture 6): in the composer of a chat while `message` is null, then of that message.
 * `ref` names the bytes among the media once they are whole; while `pinned`, they are not anybody's to clear. `link` is
 * where the service keeps them, until `link_until` (epoch ms); `direct`: it takes files only together with the message.
 *
 * `media_url`: where an instance's files go; '' for what follows from its address.
 */
export const uploads = `
create table upload (
  id text primary key,
  chat integer not null references chat (key) on delete cascade,
  message integer references message (key) on delete cascade,
  position integer not null,
  name text not null,
  bytes integer not null,
  ref text,
  pinned integer not null default 1,
  caption text not null default '',
  as_file integer not null default 0,
  created_at integer not null,
  link text,
  link_until integer,
  direct integer not null default 0
) strict;
create index upload_chat on upload (chat, position);
create unique index upload_message on upload (message) where message is not null;
create index upload_pinned on upload (pinned, ref);
alter table instance add column media_url text not null default '';
`
