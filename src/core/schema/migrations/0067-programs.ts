/**
 * The customer's programs that read the journal. `after`: a program has read all events up to this key. A program that
 * asks the queue has a cursor for each instance, every other one a single cursor under instance 0. A delivery row
 * exists for events that are done ahead of the cursor, retried, or given up. No key is stored, only its hash.
 */
export const programs = `
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
  read_when_written integer not null default 0,
  webhook_json text,
  failures integer not null default 0,
  next_probe_at integer,
  last_success_at integer,
  last_contact_at integer,
  trouble_json text
) strict;
create table program_cursor (
  program integer not null references program (key) on delete cascade,
  instance integer not null,
  after integer not null,
  primary key (program, instance)
) strict, without rowid;
create table program_gap (
  key integer primary key,
  program integer not null references program (key) on delete cascade,
  first integer not null,
  last integer not null,
  events integer not null,
  at integer not null
) strict;
create index program_gap_program on program_gap (program, last);
create table program_delivery (
  program integer not null references program (key) on delete cascade,
  event integer not null,
  lane text not null,
  state text not null check (state in ('done', 'retrying', 'deadLetter')),
  class text,
  tries integer not null default 0,
  next_try_at integer,
  first_failed_at integer,
  trouble_json text,
  primary key (program, event)
) strict, without rowid;
create index program_delivery_state on program_delivery (program, state, next_try_at);
create index program_delivery_dead on program_delivery (event) where state = 'deadLetter';
create trigger program_key_used after delete on program
when old.key > coalesce((select cast(value as integer) from meta where name = 'lastKey:program'), 0) begin
  insert into meta (name, value) values ('lastKey:program', cast(old.key as text))
  on conflict (name) do update set value = excluded.value;
end;
`
