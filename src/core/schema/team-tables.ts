/**
 * What a desk keeps of its team (docs/team.md).
 */
export const teamTables = `
-- How far this desk has taken each shared instance's journal: n is the newest entry in inbox or journal, entry_id its
-- id. sealed_hash names the sealed token that was taken over last. annotated 1: labels and notes of the database are
-- here.
create table team_instance (
  instance integer primary key references instance (key) on delete cascade,
  shared integer not null unique,
  n integer not null default 0,
  queue_complete integer not null default 0,
  sealed_hash text,
  annotated integer not null default 0,
  link text
) strict;

create table team_member (desk text primary key, name text not null) strict, without rowid;

-- Marks of this person that the team does not know yet: done and read up to a time, the service's (0: open).
create table team_mark (
  chat integer not null references chat (key) on delete cascade,
  kind text not null check (kind in ('done', 'read')),
  at integer not null,
  primary key (chat, kind)
) strict, without rowid;

-- Changes of notes and labels that the team does not have yet; revision grows with each. refused 1: offered again now
-- and then.
create table team_pending_change (
  kind text not null check (kind in ('note', 'label')),
  what text not null,
  chat integer not null references chat (key) on delete cascade,
  name text not null,
  base integer not null,
  revision integer not null default 1,
  refused integer not null default 0,
  primary key (kind, what, chat)
) strict, without rowid;
create index team_pending_change_chat on team_pending_change (chat);
create index team_pending_change_due on team_pending_change (kind, what, chat) where refused = 0;

-- What the team sends, as its journal said last. attempt is the team's count; request of a colleague's send is kept
-- while it is open.
create table team_send (
  id text primary key,
  instance integer not null references instance (key) on delete cascade,
  message integer,
  queued_at integer,
  author text not null,
  desk text,
  state text not null,
  attempt integer not null,
  id_message text,
  chat_id text,
  operation text,
  request text,
  at integer,
  program text
) strict, without rowid;
create index team_send_instance on team_send (instance, id_message);
create index team_send_open on team_send (message) where message is not null and state in ('queued', 'sending', 'uncertain');
create index team_send_foreign on team_send (instance, chat_id) where message is null and state in ('queued', 'sending', 'uncertain');
create index team_send_own on team_send (message) where message is not null;
create index team_send_sender on team_send (program, instance, id_message) where message is null;

-- The newest entries taken, and what each became here: a notification (event) or news of a send.
create table team_entry (
  instance integer not null references instance (key) on delete cascade,
  n integer not null,
  id text not null,
  event integer,
  send text,
  link text,
  primary key (instance, n)
) strict, without rowid;

-- Notifications that a database that went back has lost; entered once they were given to it again.
create table team_lost (
  instance integer not null references instance (key) on delete cascade,
  id text not null,
  after integer not null,
  event integer not null,
  entered integer not null default 0,
  primary key (instance, id)
) strict, without rowid;
create index team_lost_due on team_lost (instance, event) where entered = 0;

-- Entries that could not be applied, as they came.
create table team_unapplied (
  instance integer not null references instance (key) on delete cascade,
  n integer not null,
  id text,
  kind text not null,
  raw text not null,
  reason text not null,
  at integer not null,
  primary key (instance, n)
) strict, without rowid;

-- Instances that a person took off this desk, by address, until the person adds one again.
create table team_off (
  api_url text not null,
  id_instance text not null,
  primary key (api_url, id_instance)
) strict, without rowid;
`
