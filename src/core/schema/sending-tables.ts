import { rememberRemovedKeys } from './unique-keys.ts'

/** Tables of sends: the outbox, files on their way, quick replies. */
export const sendingTables = `
-- sent_at: when the request began, ended_at: when it ended, both by the service's clock. parked rows wait for a person,
-- needs_person asks for attention. operation and request_json: which operation sends it, with its input beside chat and
-- text. wait_kind, wait_until and wait_position: why it waits, until when, at which place of the service's queue.
-- due_at: a scheduled time, null once it came; due_zone: the zone it was chosen in. In a team seen_n: the newest
-- journal entry this desk had when it was written, seen_key: the last notification of these, 0 for none.
-- guard_since: when the answer was begun; it is not sent if a colleague's came first. alone: may go without the team's
-- database. program: who sent it, null for a person; released_at: when a person sent it on although its program is
-- paused.
create table outbox (
  message integer primary key references message (key) on delete cascade,
  instance integer not null references instance (key) on delete cascade,
  chat integer not null references chat (key) on delete cascade,
  seq integer not null,
  state text not null check (state in ('queued', 'sending', 'accepted', 'failed', 'uncertain', 'dismissed', 'expired')),
  created_at integer not null,
  queued_at integer not null,
  attempts integer not null default 0,
  next_try_at integer not null default 0,
  sending_since integer,
  answered_at integer,
  accepted_at integer,
  reply_id text,
  reason text,
  service_text text,
  checks integer not null default 0,
  next_check_at integer,
  last_checked_at integer,
  sent_at integer,
  parked integer not null default 0,
  needs_person integer not null default 0,
  send_id text,
  wait_kind text,
  wait_until integer,
  wait_position integer,
  operation text not null default 'sendMessage',
  request_json text,
  due_at integer,
  due_zone text,
  quick_reply integer references quick_reply (key) on delete set null,
  alone integer not null default 0,
  ended_at integer,
  seen_n integer,
  seen_key integer,
  guard_since integer,
  program integer,
  released_at integer
) strict;
create index outbox_lane on outbox (instance, chat, seq) where state in ('queued', 'sending', 'uncertain');
create index outbox_seq on outbox (seq);
create index outbox_check on outbox (instance, next_check_at) where next_check_at is not null;
create index outbox_reply on outbox (reply_id, chat) where reply_id is not null;
create index outbox_attention on outbox (instance) where needs_person = 1;
create index outbox_state on outbox (instance, state);
create index outbox_chat on outbox (chat);
create unique index outbox_send on outbox (send_id) where send_id is not null;
create index outbox_due on outbox (due_at) where due_at is not null and parked = 0;
create index outbox_quick_reply on outbox (quick_reply) where quick_reply is not null;
create index outbox_alone on outbox (instance, chat) where alone = 1;
create index outbox_waiting on outbox (instance) where wait_kind is not null;
create index outbox_due_chat on outbox (chat, due_at) where due_at is not null;
create index outbox_program on outbox (instance, state) where program is not null;
create index outbox_program_accepted on outbox (instance, accepted_at desc) where program is not null;
create index outbox_of_program on outbox (program, state) where program is not null;
create trigger outbox_writer after insert on outbox begin
  update message set writer = case when new.program is null then 'here' else 'program' end where key = new.message;
end;

-- A window whose connection broke may submit a cancelled send once more; nothing is sent then. message is the key that
-- its message had.
create table cancelled_send (
  send_id text primary key,
  chat integer not null references chat (key) on delete cascade,
  message integer not null,
  at integer not null
) strict, without rowid;
create index cancelled_send_chat on cancelled_send (chat);
create index cancelled_send_at on cancelled_send (at);

-- Files of a composer while message is null, then of that message. ref names the bytes among the media; while pinned
-- nobody clears them. link is where the service keeps them until link_until; direct: the service takes files only
-- together with the message.
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
create index upload_ref on upload (ref) where ref is not null;

-- Texts that are written often, for one instance or (null) for all. shared_id and shared_version are the team's (0: it
-- has none yet), unsynced 1: to be uploaded, 2: refused, 3: not seen since the database went back, 4: newer than the
-- version that the database went back to, to be uploaded. Only a desk's own have names of their own.
create table quick_reply (
  key integer primary key,
  instance integer references instance (key) on delete cascade,
  name text not null,
  name_key text not null,
  text text not null,
  shared_id text,
  shared_version integer not null default 0,
  unsynced integer not null default 0
) strict;
create index quick_reply_instance on quick_reply (instance);
${rememberRemovedKeys('quick_reply')}
create unique index quick_reply_name on quick_reply (coalesce(instance, 0), name_key) where shared_id is null;
create unique index quick_reply_shared on quick_reply (shared_id) where shared_id is not null;

-- Files of a quick reply, on this computer only.
create table quick_reply_file (
  id text primary key,
  reply integer not null references quick_reply (key) on delete cascade,
  position integer not null,
  name text not null,
  bytes integer not null,
  ref text
) strict;
create index quick_reply_file_reply on quick_reply_file (reply, position);
create index quick_reply_file_ref on quick_reply_file (ref) where ref is not null;

-- Removals that the team does not know yet.
create table removed_quick_reply (shared_id text primary key, shared_version integer not null) strict;
`
