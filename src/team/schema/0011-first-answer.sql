-- The shared journal of a team, version 11: of two people who answer one question at once the lane decides who was
-- first, and the other one's answer is not sent. A program that knows version 6 can go on with this one.

-- `entered_n` is the entry that told of a send first. A send that is `guarded` is refused where a colleague's one
-- entered its chat above `seen_n`, which is what its writer's desk had of the journal, and after `guard_from`, when its
-- writer began.
alter table switchboard.send add column entered_n bigint;
alter table switchboard.send add column seen_n bigint;
alter table switchboard.send add column guard_from timestamptz;
create index send_of_chat on switchboard.send (instance, chat_id, entered_n);

create or replace function switchboard.note_send(sent switchboard.send) returns void language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = sent.instance returning last_n into given;
  update switchboard.send s set entered_n = given where s.id = sent.id and s.entered_n is null;
  perform switchboard.add_entry(sent.instance, given, 'send', json_build_object('id', sent.id, 'chatId', sent.chat_id,
    'operation', sent.operation, 'request', sent.request, 'state', sent.state, 'attempt', sent.attempt, 'author', sent.author,
    'desk', sent.desk, 'idMessage', sent.id_message, 'createdAt', floor(extract(epoch from sent.created_at) * 1000),
    'changedAt', floor(extract(epoch from sent.changed_at) * 1000))::text, true, null, '', false, null, sent.desk);
end $$;

-- Enters a send. `its_seen_n` null: it goes whoever answered; else its writer began `its_age_ms` ago. False: it is
-- there already, under its id. One that its desk took back may be entered again: it never went.
create function switchboard.put_send(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, by_desk uuid, its_seen_n bigint, its_age_ms bigint
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  -- The ways to the database differ, so what came a minute before counts too.
  began timestamptz := now() - make_interval(secs => greatest(0, least(its_age_ms, 604800000)) / 1000.0 + 60);
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  -- The order of a lane is that in which this lock is had.
  perform pg_advisory_xact_lock(7202912, hashtext(which || ' ' || its_chat_id));
  insert into switchboard.send as s (id, instance, chat_id, operation, request, author, desk, seen_n, guard_from)
  values (its_id, which, its_chat_id, its_operation, its_request, by_desk, by_desk, its_seen_n, began)
  on conflict (id) do update set state = 'queued', seq = default, request = excluded.request, changed_at = now(), entered_n = null,
    seen_n = excluded.seen_n, guard_from = excluded.guard_from
  where s.state = 'cancelled' and s.desk = by_desk
  returning s.* into sent;
  if sent.id is null then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;
create or replace function switchboard.put_send(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, by_desk uuid
) returns boolean language sql security definer set search_path = '' as $$
  select switchboard.put_send(its_id, which, its_chat_id, its_operation, its_request, by_desk, null, null)
$$;

-- As before, and 'answered': a colleague's answer came first, and its writer has not seen it.
create or replace function switchboard.take_send(its_id uuid, by_desk uuid, its_request text)
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
  if its.state = 'queued' and its.seen_n is not null and exists (
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
  update switchboard.send s set changed_at = now()
  where s.instance = its.instance and s.chat_id = its.chat_id and s.desk = by_desk and s.state = 'queued' and s.seq >= its.seq
    and s.changed_at < now() - interval '10 s';
  select * into its from switchboard.send s where s.id = its_id;
  return query select case
    when its.state = 'cancelled' then 'unknown'
    when its.state in ('accepted', 'failed', 'dismissed') then 'closed'
    when its.state = 'uncertain' and its.run is distinct from switchboard.this_run() then 'closed'
    else 'wait' end, null::integer;
end $$;

update switchboard.team set schema_version = 11;
revoke all on all functions in schema switchboard from public;
