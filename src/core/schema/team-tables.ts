/** A desk's records of its team (docs/team.md). */
export const teamTables = `
-- How far this desk has taken each shared instance's journal: n is the newest entry in inbox or journal, entry_id its
-- id. sealed_hash names the sealed token that was taken over last, answer_target_ms is the team's time for an answer
-- that was. annotated 1: labels and notes of the database are here.
create table team_instance (
  instance integer primary key references instance (key) on delete cascade,
  shared integer not null unique,
  n integer not null default 0,
  queue_complete integer not null default 0,
  sealed_hash text,
  answer_target_ms integer,
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
-- while it is open. id_message is the id under which the service shows it; reply_id the one that its answer named.
-- seen_key: the last notification that its writer's desk had, by our key, 0 for none. unsynced: an own one is shown
-- under an id that the team may not know.
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
  reply_id text,
  unsynced integer not null default 0,
  chat_id text,
  operation text,
  request text,
  at integer,
  program text,
  seen_key integer
) strict, without rowid;
create index team_send_instance on team_send (instance, id_message);
create index team_send_open on team_send (message) where message is not null and (state in ('queued', 'sending', 'uncertain') or unsynced = 1);
create index team_send_shown on team_send (instance, reply_id) where message is null and reply_id <> id_message;
create index team_send_foreign on team_send (instance, chat_id) where message is null and state in ('queued', 'sending', 'uncertain');
create index team_send_own on team_send (message) where message is not null;
create index team_send_sender on team_send (program, instance, id_message) where message is null;
create trigger team_send_shown_otherwise after update of id_message on message
when new.direction = 'outgoing' and new.id_message is not old.id_message begin
  update team_send set unsynced = 1 where message = new.key;
end;
-- Whichever comes first, the message or the word who of the team wrote it: a colleague, or a program of theirs.
create trigger team_send_writer_added after insert on team_send when new.message is null begin
  update message set writer = iif(new.program is null, 'colleague', 'program')
    where instance = new.instance and id_message = new.id_message and direction = 'outgoing' and writer <> 'here'
      and chat in (select chat from chat_alias where instance = new.instance and alias = new.chat_id);
end;
create trigger team_send_writer_known after update of id_message, program on team_send when new.message is null begin
  update message set writer = iif(new.program is null, 'colleague', 'program')
    where instance = new.instance and id_message = new.id_message and direction = 'outgoing' and writer <> 'here'
      and chat in (select chat from chat_alias where instance = new.instance and alias = new.chat_id);
end;
create trigger message_writer_added after insert on message
when new.direction = 'outgoing' and new.id_message is not null begin
  update message set writer = (select iif(s.program is null, 'colleague', 'program') from team_send s
    where s.instance = new.instance and s.id_message = new.id_message and s.message is null
      and exists (select 1 from chat_alias a where a.instance = s.instance and a.alias = s.chat_id and a.chat = new.chat))
  where key = new.key and exists (select 1 from team_send s
    where s.instance = new.instance and s.id_message = new.id_message and s.message is null
      and exists (select 1 from chat_alias a where a.instance = s.instance and a.alias = s.chat_id and a.chat = new.chat));
end;

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
