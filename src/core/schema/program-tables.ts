import { rememberRemovedKeys } from './unique-keys.ts'

const parkSends = `update outbox set parked = 1, wait_kind = 'waitsForPerson'
    where program = old.key and state = 'queued' and released_at is null;`

/**
 * The customer's programs that read the journal and send (docs/programs.md).
 */
export const programTables = `
-- after: it has read all events up to this key. rights: what it may do besides reading. writes_first: also to chats
-- that did not write lately. Of a key only the hash is stored. round: how often a person began anew at another place.
-- team_json: a program of the team as the team has it.
create table program (
  key integer primary key,
  id text not null unique,
  name text not null,
  name_key text not null unique,
  purpose text not null,
  protocol text not null,
  state text not null default 'active',
  state_since integer not null,
  created_at integer not null,
  key_hash text,
  key_expires_at integer,
  instances_json text,
  kinds_json text,
  labels_json text,
  groups integer not null,
  starts_after integer not null,
  round integer not null default 0,
  read_when_written integer not null default 0,
  webhook_json text,
  failures integer not null default 0,
  next_probe_at integer,
  last_contact_at integer,
  trouble_json text,
  rights text not null default 'see',
  limits_json text,
  writes_first integer not null default 0,
  team_id text,
  team_json text
) strict;
${rememberRemovedKeys('program')}
-- What waits of a program that is removed, or may send no more, is a person's to send.
create trigger program_sends_left after delete on program begin
  ${parkSends}
end;
create trigger program_sends_refused after update of rights on program when instr(new.rights, 'send') = 0 begin
  ${parkSends}
end;
create unique index program_team on program (team_id) where team_id is not null;

-- A program that uses the queue has a cursor for each instance, every other one a single cursor under instance 0.
create table program_cursor (
  program integer not null references program (key) on delete cascade,
  instance integer not null,
  after integer not null,
  primary key (program, instance)
) strict, without rowid;

-- Events that left the journal unread. continues: no unread event lies between it and the one before.
create table program_gap (
  key integer primary key,
  program integer not null references program (key) on delete cascade,
  first integer not null,
  last integer not null,
  events integer not null,
  at integer not null,
  continues integer not null default 0
) strict;
create index program_gap_program on program_gap (program, last);

-- Events that are done ahead of the cursor, retried, or given up. replay: a dead letter that a person sends once more.
-- shared 1: a dead letter that the team has, 2: one that is replayed.
create table program_delivery (
  program integer not null references program (key) on delete cascade,
  event integer not null,
  lane text not null,
  state text not null check (state in ('done', 'retrying', 'deadLetter')),
  class text,
  tries integer not null default 0,
  next_try_at integer,
  first_failed_at integer,
  replay integer not null default 0,
  trouble_json text,
  shared integer not null default 0,
  primary key (program, event)
) strict, without rowid;
create index program_delivery_state on program_delivery (program, state, next_try_at);
create index program_delivery_open on program_delivery (event) where state <> 'done';

-- A program's send is known by a hash of program and its own send_id while its message exists, a cancelled one for a
-- month. shared_id: its name in the team's database.
create table program_send (
  key text primary key,
  program integer not null,
  program_name text not null,
  send_id text not null,
  input_hash text not null,
  message integer not null,
  at integer not null,
  cancelled_at integer,
  shared_id text
) strict, without rowid;
create index program_send_message on program_send (message);
create index program_send_at on program_send (program, at);
create index program_send_cancelled on program_send (cancelled_at) where cancelled_at is not null;
create unique index program_send_shared on program_send (shared_id) where shared_id is not null;

-- Files that programs hand in, until messages take them or their time is over. times: for how many messages.
create table program_upload (
  id text primary key,
  program integer not null references program (key) on delete cascade,
  name text not null,
  bytes integer not null,
  ref text not null,
  created_at integer not null,
  times integer not null default 1
) strict;
create index program_upload_program on program_upload (program);
create index program_upload_ref on program_upload (ref);
create index program_upload_at on program_upload (created_at);

-- What a program wrote and a person has to approve; message is what came of it. team_id and shared_state are the
-- team's; undo_until: until then a dismissal can be undone, and nobody is told.
create table proposal (
  key integer primary key,
  program integer not null,
  program_name text not null,
  send_key text not null unique,
  send_id text not null,
  input_hash text not null,
  instance integer not null references instance (key) on delete cascade,
  chat integer not null references chat (key) on delete cascade,
  text text not null,
  reason text not null,
  quoted_id text,
  state text not null default 'open' check (state in ('open', 'sent', 'dismissed', 'withdrawn', 'expired')),
  created_at integer not null,
  expires_at integer not null,
  closed_at integer,
  message integer,
  edited integer not null default 0,
  team_id text,
  shared_state text,
  claimed_by text,
  claimed_until integer,
  closed_by text,
  undo_until integer
) strict;
create index proposal_chat on proposal (chat, created_at) where state = 'open';
create index proposal_of_program on proposal (program) where state = 'open';
create index proposal_expiry on proposal (expires_at) where state = 'open';
create index proposal_closed on proposal (closed_at) where closed_at is not null;
create index proposal_message on proposal (message) where message is not null;
create index proposal_of_chat on proposal (chat);
create index proposal_of_instance on proposal (instance);
${rememberRemovedKeys('proposal')}
create unique index proposal_team on proposal (team_id) where team_id is not null;
create index proposal_unshared on proposal (instance, key) where state = 'open' and shared_state is null;
create index proposal_closed_here on proposal (key) where state <> 'open' and shared_state = 'open';
create index proposal_claimed on proposal (claimed_until) where claimed_until is not null;
create index proposal_newest on proposal (created_at) where state = 'open';
create index proposal_sent on proposal (program) where state = 'sent';
create index proposal_expired on proposal (chat, expires_at) where state = 'expired';
create index proposal_open on proposal (instance, expires_at, chat) where state = 'open';
create index proposal_undo on proposal (undo_until) where undo_until is not null;
`
