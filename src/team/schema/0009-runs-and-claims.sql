-- The shared journal of a team, version 9: one run of a desk at a time, and claims that only the desk of a message can
-- make and that say why they are refused. A program that knows version 6 can go on with this one.

-- ---- Runs ----

-- Each start of a program is a run. A data directory that was copied is the same desk in two runs, and only one of them
-- may act.
alter table switchboard.member add column run uuid;
alter table switchboard.lease add column run uuid;
alter table switchboard.send add column run uuid;

-- The run of the caller, for this statement; null for programs from before.
create function switchboard.this_run() returns uuid language sql stable set search_path = '' as $$
  select nullif(current_setting('switchboard.run', true), '')::uuid
$$;

-- Takes 'DESK RUN', notes the run for the rest of the transaction and gives the desk: an argument of every call, so
-- that a pooler that gives each statement another session changes nothing.
create function switchboard.as_run(desk_and_run text) returns uuid language plpgsql set search_path = '' as $$
begin
  perform set_config('switchboard.run', split_part(desk_and_run, ' ', 2), true);
  return split_part(desk_and_run, ' ', 1)::uuid;
end $$;

-- Whether this desk is the caller's own, its login may still connect, and this run of it is the one that acts.
create or replace function switchboard.is_own(desk uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from switchboard.member m join pg_catalog.pg_roles r on r.rolname = m.login
    where m.id = desk and m.login = session_user and r.rolcanlogin and (m.run is null or switchboard.this_run() is null or m.run = switchboard.this_run()))
$$;

-- Enters a desk, or says that it is here. Another run of the same desk is refused while the one before was here within
-- 10 s, unless it `takes_over`: then what the other one holds is free at once, and the other one is refused from then
-- on. Gives 'here', 'gone', 'notOwn' or 'otherRun'.
create function switchboard.be_here(desk uuid, its_name text, takes_over boolean) returns text language plpgsql security definer set search_path = '' as $$
declare
  known switchboard.member;
begin
  if exists (select from switchboard.gone g where g.desk = be_here.desk) then return 'gone'; end if;
  select * into known from switchboard.member m where m.id = be_here.desk;
  if known.id is not null and known.login <> session_user then return 'notOwn'; end if;
  if known.run <> switchboard.this_run() then
    if not takes_over and known.seen_at between now() - interval '10 s' and now() + interval '10 s' then return 'otherRun'; end if;
    update switchboard.lease set holder = null, epoch = epoch + 1 where holder = be_here.desk;
    perform pg_notify('switchboard', 'lease');
  end if;
  if not switchboard.be_here(desk, its_name) then return 'notOwn'; end if;
  update switchboard.member m set run = switchboard.this_run() where m.id = be_here.desk and m.run is distinct from switchboard.this_run();
  return 'here';
end $$;

-- This run has ended: the next one need not wait.
create function switchboard.end_run(desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  update switchboard.member m set run = null where m.id = desk and m.login = session_user and m.run = switchboard.this_run();
end $$;

-- A lease belongs to the run that holds it.
create function switchboard.note_run() returns trigger language plpgsql set search_path = '' as $$
begin
  new.run := (select m.run from switchboard.member m where m.id = new.holder);
  return new;
end $$;
create trigger note_run before update of holder, epoch on switchboard.lease for each row
  when (new.holder is distinct from old.holder or new.epoch <> old.epoch) execute function switchboard.note_run();

-- ---- Sends ----

-- Takes a send of the caller's own desk to make its request now, as it reads by now. Gives 'claimed' with the attempt;
-- 'wait': another one of its chat goes first; 'unknown': it has to be entered (again); 'closed': it is not to be sent
-- any more, or an earlier run claimed it and nobody knows what became of it.
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
create or replace function switchboard.claim_send(its_id uuid, by_desk uuid, its_request text)
returns table (attempt integer) language sql security definer set search_path = '' as $$
  select t.attempt from switchboard.take_send(its_id, by_desk, its_request) t where t.outcome = 'claimed'
$$;

-- Says what became of a claim, or of one that was not claimed yet. What another run of the desk claimed does not go
-- back into its lane: the disk of this run may be older than the request. False: another attempt, or another desk, has
-- it now.
create or replace function switchboard.settle_send(
  its_id uuid, by_desk uuid, its_attempt integer, its_state text, its_id_message text
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.send s
  set state = case when s.state = 'sending' and its_state in ('queued', 'cancelled') and s.run is distinct from switchboard.this_run()
      then 'uncertain' else its_state end,
    id_message = coalesce(its_id_message, s.id_message), changed_at = now()
  where s.id = its_id and s.attempt = its_attempt and s.desk = by_desk
    and s.state in ('queued', 'sending', 'uncertain') and s.state <> its_state and its_state <> 'sending'
    and (s.state <> 'queued' or its_state in ('cancelled', 'failed'))
    and (s.state <> 'uncertain' or its_state not in ('queued', 'cancelled') or s.run is not distinct from switchboard.this_run())
  returning s.* into sent;
  if not found then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- Names what this desk is sending. What it does not know of any more, because its disk or this database is older than
-- the claim, is uncertain after a minute. Gives how many are.
create function switchboard.name_in_flight(by_desk uuid, ids uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
  count integer := 0;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  for sent in
    update switchboard.send s set state = 'uncertain', changed_at = now()
    where s.desk = by_desk and s.state = 'sending' and s.changed_at < now() - interval '1 min' and s.id <> all (ids)
    returning s.*
  loop
    perform switchboard.note_send(sent);
    count := count + 1;
  end loop;
  return count;
end $$;

update switchboard.team set schema_version = 9;
revoke all on all functions in schema switchboard from public;
