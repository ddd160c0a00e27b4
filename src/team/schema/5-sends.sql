-- Sends: which desk makes which request, in the order of each chat.

-- One row for each message that a member sends. The composer makes the id, so a repeated call makes no second one.
-- `desk` is the one that claimed it, in `run`: a claim whose outcome is unknown is never taken over. `entered_n` is its
-- first entry in the journal. `seen_n` is what its writer's desk had of the journal: the send answers nothing that came
-- after it. Where `guard_from` is not null, when its writer began, the send is refused if a colleague's entered its
-- chat above `seen_n` and after `guard_from`. `id_is_found`: `id_message` was found by the text of the message alone,
-- and no answer to the request named it. `shown_id`: the id under which the service shows it, where that is not the one
-- of its answer. `program` is the name of the program that wrote it; null: a person did.
create table switchboard.send (
  id uuid primary key,
  seq bigint generated always as identity,
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  operation text not null check (length(operation) <= 50),
  request text not null check (octet_length(request) <= 200000),
  state text not null default 'queued' check (state in ('queued', 'sending', 'accepted', 'failed', 'uncertain', 'cancelled', 'dismissed')),
  attempt integer not null default 0,
  author uuid not null,
  program text check (length(program) <= 64),
  desk uuid,
  run uuid,
  id_message text check (length(id_message) <= 200),
  id_is_found boolean not null default false,
  shown_id text check (length(shown_id) <= 200),
  entered_n bigint,
  seen_n bigint,
  guard_from timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index send_lane on switchboard.send (instance, chat_id, seq) where state in ('queued', 'sending', 'uncertain');
create index send_under_way on switchboard.send (desk) where state = 'sending';
create index send_waiting on switchboard.send (desk) where state = 'queued';
create index send_of_chat on switchboard.send (instance, chat_id, entered_n);
create index send_id_message on switchboard.send (instance, chat_id, id_message) where id_message is not null;
create index send_shown_id on switchboard.send (instance, chat_id, shown_id) where shown_id is not null;

-- Enters the state of a send into the journal.
create function switchboard.note_send(sent switchboard.send) returns void language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = sent.instance returning last_n into given;
  update switchboard.send s set entered_n = given where s.id = sent.id and s.entered_n is null;
  perform switchboard.add_entry(sent.instance, given, 'send', json_build_object('id', sent.id, 'chatId', sent.chat_id,
    'operation', sent.operation, 'request', sent.request, 'state', sent.state, 'attempt', sent.attempt, 'author', sent.author,
    'desk', sent.desk, 'idMessage', sent.id_message, 'shownId', sent.shown_id, 'createdAt', floor(extract(epoch from sent.created_at) * 1000),
    'changedAt', floor(extract(epoch from sent.changed_at) * 1000), 'program', sent.program, 'seenN', sent.seen_n)::text,
    true, null, '', false, null, sent.desk);
end $$;

-- Enters a send. `its_age_ms` null: it goes whoever answered; else its writer began so long ago. False: it is there
-- already, under its id. One that its desk took back may be entered again: its request was never made.
create function switchboard.put_send(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, by_desk uuid, its_seen_n bigint, its_age_ms bigint,
  its_program text
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  -- The ways to the database differ, so what came a minute before counts too.
  began timestamptz := case when its_age_ms is not null
    then now() - make_interval(secs => greatest(0, least(its_age_ms, 604800000)) / 1000.0 + 60) end;
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  -- The order of a lane is that in which this lock is had.
  perform pg_advisory_xact_lock(7202912, hashtext(which || ' ' || its_chat_id));
  insert into switchboard.send as s (id, instance, chat_id, operation, request, author, desk, seen_n, guard_from, program)
  values (its_id, which, its_chat_id, its_operation, its_request, by_desk, by_desk, its_seen_n, began, its_program)
  on conflict (id) do update set state = 'queued', seq = default, request = excluded.request, changed_at = now(), entered_n = null,
    seen_n = excluded.seen_n, guard_from = excluded.guard_from
  where s.state = 'cancelled' and s.desk = by_desk
  returning s.* into sent;
  if sent.id is null then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- Claims a send of the caller's own desk, with the request as it reads by now. A send waits behind one of its chat that
-- is being sent; behind an uncertain one for a minute, as at a single desk; and behind an earlier one for as long as
-- its desk is here and asks for its turn: that desk may be paused, have no way to the service, or have lost the text
-- together with its instance. Gives 'claimed' with the attempt; 'wait': another one goes first; 'unknown': it has to be
-- entered (again); 'closed': it is not to be sent any more, or an earlier run claimed it and nobody knows its outcome;
-- 'answered': a colleague's answer came first, and its writer has not seen it.
create function switchboard.take_send(its_id uuid, by_desk uuid, its_request text)
returns table (outcome text, attempt integer) language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.send;
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  select * into its from switchboard.send s where s.id = its_id;
  if its.id is null then return query select 'unknown', null::integer; return; end if;
  if its.desk is distinct from by_desk then return query select 'closed', null::integer; return; end if;
  perform pg_advisory_xact_lock(7202912, hashtext(its.instance || ' ' || its.chat_id));
  if its.state = 'queued' and its.guard_from is not null and exists (
    select from switchboard.send e
    where e.instance = its.instance and e.chat_id = its.chat_id and e.entered_n > its.seen_n and e.seq < its.seq
      and e.author <> its.author and e.changed_at >= its.guard_from and (
        e.state in ('sending', 'accepted', 'uncertain')
        or (e.state = 'queued' and switchboard.is_here(e.desk) and e.changed_at > now() - interval '2 min')))
  then
    return query select 'answered', null::integer;
    return;
  end if;
  update switchboard.send s set state = 'sending', attempt = s.attempt + 1, request = its_request, changed_at = now(), run = switchboard.this_run()
  where s.id = its_id and s.state = 'queued' and s.desk = by_desk and not exists (
    select from switchboard.send e
    where e.instance = s.instance and e.chat_id = s.chat_id and e.id <> s.id and (
      e.state = 'sending'
      or (e.state = 'queued' and e.seq < s.seq and switchboard.is_here(e.desk) and e.changed_at > now() - interval '2 min')
      or (e.state = 'uncertain' and e.changed_at > now() - interval '1 min')))
  returning s.* into sent;
  if found then
    perform switchboard.note_send(sent);
    return query select 'claimed', sent.attempt;
    return;
  end if;
  update switchboard.send s set changed_at = now() from (
    select w.id from switchboard.send w
    where w.instance = its.instance and w.chat_id = its.chat_id and w.desk = by_desk and w.state = 'queued' and w.seq >= its.seq
      and w.changed_at < now() - interval '10 s'
    order by w.seq for update) w
  where s.id = w.id;
  select * into its from switchboard.send s where s.id = its_id;
  return query select case
    when its.state = 'cancelled' then 'unknown'
    when its.state in ('accepted', 'failed', 'dismissed') then 'closed'
    when its.state = 'uncertain' and its.run is distinct from switchboard.this_run() then 'closed'
    else 'wait' end, null::integer;
end $$;

-- An answer names this send: another one of its chat, which had the same id by its text alone, is uncertain again.
create function switchboard.take_id(sent switchboard.send) returns void language plpgsql set search_path = '' as $$
declare
  other switchboard.send;
begin
  for other in
    update switchboard.send s set state = 'uncertain', id_message = null, id_is_found = false, changed_at = now()
    where s.instance = sent.instance and s.chat_id = sent.chat_id and s.id_message in (sent.id_message, sent.shown_id) and s.id <> sent.id
      and s.id_is_found and s.state = 'accepted'
    returning s.*
  loop
    perform switchboard.note_send(other);
  end loop;
end $$;

-- Sets the outcome of a claim, or of a send that was not claimed yet. What another run of the desk claimed does not go
-- back into its lane: the disk of this run may be older than the request. `is_found`: the id was found by the message's
-- text alone; the first send with such an id keeps it, until an answer names another one. What was accepted can only
-- be shown under another id. False: another attempt or another desk has it now, nothing is new, or another send has the
-- id, and this one is uncertain.
create function switchboard.settle_send(
  its_id uuid, by_desk uuid, its_attempt integer, its_state text, its_id_message text, is_found boolean,
  its_shown_id text
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.send;
  is_anothers boolean := false;
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if is_found is null then raise check_violation; end if;
  if its_id_message is not null then
    select * into its from switchboard.send s where s.id = its_id;
    perform pg_advisory_xact_lock(7202912, hashtext(its.instance || ' ' || its.chat_id));
    is_anothers := is_found and exists (
      select from switchboard.send s
      where s.instance = its.instance and s.chat_id = its.chat_id and s.id <> its_id
        and (s.id_message = its_id_message or s.shown_id = its_id_message));
    if is_anothers then
      its_state := 'uncertain';
      its_id_message := null;
    end if;
  end if;
  update switchboard.send s
  set state = case when s.state = 'sending' and its_state in ('queued', 'cancelled') and s.run is distinct from switchboard.this_run()
      then 'uncertain' else its_state end,
    id_message = coalesce(its_id_message, s.id_message),
    id_is_found = case when its_id_message is null then s.id_is_found else is_found end, shown_id = its_shown_id, changed_at = now()
  where s.id = its_id and s.attempt = its_attempt and s.desk = by_desk and (
    (s.state = 'accepted' and its_state = 'accepted' and s.shown_id is distinct from its_shown_id)
    or (s.state in ('queued', 'sending', 'uncertain') and s.state <> its_state and its_state <> 'sending'
      and (s.state <> 'queued' or its_state in ('cancelled', 'failed'))
      and (s.state <> 'uncertain' or its_state not in ('queued', 'cancelled') or s.run is not distinct from switchboard.this_run())))
  returning s.* into sent;
  if not found then return false; end if;
  if its_id_message is not null and not is_found then perform switchboard.take_id(sent); end if;
  perform switchboard.note_send(sent);
  return not is_anothers;
end $$;

-- Enters the outcome of a message that left while this database was away, under the id that its composer gave it.
-- False: it is entered already.
create function switchboard.enter_sent(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, its_state text, its_id_message text, by_desk uuid,
  its_seen_n bigint
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_state not in ('accepted', 'failed', 'uncertain', 'dismissed', 'cancelled') then raise check_violation; end if;
  perform pg_advisory_xact_lock(7202912, hashtext(which || ' ' || its_chat_id));
  insert into switchboard.send as s (id, instance, chat_id, operation, request, author, desk, state, attempt, id_message, seen_n)
  values (its_id, which, its_chat_id, its_operation, its_request, by_desk, by_desk, its_state, 1, its_id_message, its_seen_n)
  on conflict (id) do update set state = excluded.state, request = excluded.request, attempt = s.attempt + 1,
    id_message = excluded.id_message, changed_at = now()
  where s.state = 'queued' and s.desk = by_desk
  returning s.* into sent;
  if sent.id is null then return false; end if;
  if sent.id_message is not null then perform switchboard.take_id(sent); end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- Closes the question whether a message was sent, where its desk is not here to answer it. False: it is closed already,
-- or its desk is here.
create function switchboard.dismiss_send(its_id uuid, by_desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.send s set state = 'dismissed', changed_at = now()
  where s.id = its_id and s.state = 'uncertain' and (s.desk = by_desk or not switchboard.is_here(s.desk))
  returning s.* into sent;
  if not found then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- ---- Desks that are not here ----

-- Makes sends uncertain. Sends that another transaction changes just now are left to it.
create function switchboard.doubt(ids uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
declare
  sends switchboard.send[];
  sent switchboard.send;
begin
  with changed as (
    update switchboard.send s set state = 'uncertain', changed_at = now() where s.id = any (ids) and s.state = 'sending' returning s)
  select coalesce(array_agg(changed.s), '{}') into sends from changed;
  perform from switchboard.lease l
  where l.instance in (select s.instance from unnest(sends) s) order by l.instance for update;
  foreach sent in array sends loop
    perform switchboard.note_send(sent);
  end loop;
  return cardinality(sends);
end $$;

-- Makes uncertain what a desk was sending that has not been here for a while. Any desk that sees it calls this, for
-- all.
create function switchboard.doubt_sends() returns integer language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  select array_agg(id) into ids from (
    select s.id from switchboard.send s
    where s.state = 'sending' and s.changed_at < now() - interval '1 min' and not switchboard.is_here(s.desk)
    for update skip locked) s;
  return switchboard.doubt(ids);
end $$;

-- Names what this desk is sending. What it knows nothing of, because its disk or this database is older than the claim,
-- is uncertain after a minute. Gives how many are.
create function switchboard.name_in_flight(by_desk uuid, ids uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
declare
  lost uuid[];
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  select array_agg(id) into lost from (
    select s.id from switchboard.send s
    where s.desk = by_desk and s.state = 'sending' and s.changed_at < now() - interval '1 min' and s.id <> all (ids)
    for update skip locked) s;
  return switchboard.doubt(lost);
end $$;

-- Removes a desk: its own, or anybody's for an administrator. Its leases are free at once, its chats nobody's, and its
-- queued sends are cancelled; the outcome of what it was sending stays unknown.
create function switchboard.go_away(desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  chats switchboard.chat_state[];
  sends switchboard.send[];
  its switchboard.chat_state;
  sent switchboard.send;
begin
  if not switchboard.is_own(desk) then
    if not pg_has_role(session_user, 'switchboard_administrator', 'member') or not switchboard.may_act() then raise insufficient_privilege; end if;
    insert into switchboard.gone (desk) values (go_away.desk) on conflict do nothing;
  end if;
  perform from switchboard.send s where s.desk = go_away.desk and s.state = 'queued' order by s.seq for update;
  with changed as (
    update switchboard.send s set state = 'cancelled', changed_at = now()
    where s.desk = go_away.desk and s.state = 'queued' returning s)
  select array_agg(changed.s) into sends from changed;
  perform from switchboard.lease l order by l.instance for update;
  with changed as (
    update switchboard.chat_state c set assignee = null, version = c.version + 1, changed_by = null, at = now()
    where c.assignee = go_away.desk returning c)
  select array_agg(changed.c) into chats from changed;
  foreach its in array coalesce(chats, '{}') loop
    perform switchboard.note_chat(its);
  end loop;
  foreach sent in array coalesce(sends, '{}') loop
    perform switchboard.note_send(sent);
  end loop;
  delete from switchboard.member where id = go_away.desk;
  if not found then return false; end if;
  perform switchboard.wake('lease');
  perform switchboard.wake('member');
  return true;
end $$;
