/**
 * What programs send. `outbox.program`: the program that sent it, null for a person. A send of a program is known by a
 * hash of program and its own `send_id` for as long as its message is there, a cancelled one for a month. What a
 * removed program has in the queue waits for a person. A proposal is what a program wrote and a person has to approve;
 * `message` is what came of it.
 */
export const programSends = `
alter table outbox add column program integer;
create index outbox_program on outbox (instance, state) where program is not null;
create index outbox_program_accepted on outbox (instance, accepted_at desc) where program is not null;
create table program_send (
  key text primary key,
  program integer not null,
  program_name text not null,
  send_id text not null,
  input_hash text not null,
  message integer not null,
  at integer not null,
  cancelled_at integer
) strict, without rowid;
create index program_send_message on program_send (message);
create index program_send_at on program_send (program, at);
create index program_send_cancelled on program_send (cancelled_at) where cancelled_at is not null;
create trigger program_send_gone after delete on message begin
  delete from program_send where message = old.key and cancelled_at is null;
end;
create trigger program_sends_left after delete on program begin
  update outbox set parked = 1, wait_kind = 'waitsForPerson' where program = old.key and state = 'queued';
end;
create index outbox_of_program on outbox (program, state) where program is not null;
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
  edited integer not null default 0
) strict;
create index proposal_chat on proposal (chat, created_at) where state = 'open';
create index proposal_open on proposal (instance, created_at) where state = 'open';
create index proposal_of_program on proposal (program) where state = 'open';
create index proposal_expiry on proposal (expires_at) where state = 'open';
create index proposal_closed on proposal (closed_at) where closed_at is not null;
create index proposal_message on proposal (message) where message is not null;
create index proposal_of_chat on proposal (chat);
create index proposal_of_instance on proposal (instance);
create trigger proposal_gone after delete on message begin
  delete from proposal where message = old.key;
end;
create trigger proposal_key_used after delete on proposal
when old.key > coalesce((select cast(value as integer) from meta where name = 'lastKey:proposal'), 0) begin
  insert into meta (name, value) values ('lastKey:proposal', cast(old.key as text))
  on conflict (name) do update set value = excluded.value;
end;
`
