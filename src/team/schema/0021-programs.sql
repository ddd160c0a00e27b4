-- The shared journal of a team, version 21: programs that all desks admit under one key, and their sends, each of which
-- goes once over all desks. A program that knows version 15 can go on with this one: it admits none.

-- `settings` is JSON in terms that all desks share; null: it was removed. Of the key only a hash is here; `key_id` is
-- the part of it that names the program. `version` counts its changes.
create table switchboard.program (
  id uuid primary key,
  name text not null check (length(name) between 1 and 64),
  settings text check (octet_length(settings) <= 20000),
  key_id text not null unique check (key_id ~ '^[0-9A-Za-z]{8}$'),
  key_hash text not null check (length(key_hash) <= 100),
  state text not null check (state in ('active', 'paused')),
  changed_by uuid not null,
  version bigint not null
);

-- A send of a program of the team, from before its desk puts it into its outbox. `id` comes from the program and the
-- program's own id of the send, so that every desk finds it, and is the id of its row in `send`.
create table switchboard.program_send (
  id uuid primary key,
  program uuid not null references switchboard.program (id),
  instance bigint not null references switchboard.instance (id),
  input_hash text not null check (length(input_hash) <= 100),
  desk uuid not null,
  at timestamptz not null default now()
);
create index program_send_at on switchboard.program_send (program, at);
create index program_send_desk on switchboard.program_send (desk, at);

-- The program that wrote it, by its name; null: a person did.
alter table switchboard.send add column program text check (length(program) <= 64);

do $$
declare
  part text;
begin
  foreach part in array array['program', 'program_send'] loop
    execute format('alter table switchboard.%I enable row level security', part);
    execute format('create policy members on switchboard.%I for select using ((select switchboard.may_read()))', part);
  end loop;
end $$;

-- ---- Programs ----

-- Adds, changes or (its_settings null) removes a program. `base` is the version that the caller saw, 0 for a new one.
-- False: another change came first. A team has 50.
create function switchboard.put_program(
  its_id uuid, its_name text, its_settings text, its_key_id text, its_key_hash text, its_state text, base bigint, by_desk uuid
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.program;
begin
  if not switchboard.may_act() or not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if base is null then raise check_violation; end if;
  perform switchboard.lock_webhooks();
  select * into its from switchboard.program p where p.id = its_id;
  if coalesce(its.version, 0) <> base or (its.id is not null and its.settings is null) then return false; end if;
  if its.id is null then
    if its_settings is null then return false; end if;
    if (select count(*) from switchboard.program p where p.settings is not null) >= 50 then raise check_violation; end if;
    insert into switchboard.program (id, name, settings, key_id, key_hash, state, changed_by, version)
    values (its_id, its_name, its_settings, its_key_id, its_key_hash, its_state, by_desk, 1);
  else
    -- Its sends name it, so its row stays.
    update switchboard.program p set name = coalesce(its_name, p.name), settings = its_settings,
      key_hash = case when its_settings is null then '' else its_key_hash end, state = coalesce(its_state, p.state),
      changed_by = by_desk, version = p.version + 1
    where p.id = its_id;
  end if;
  perform switchboard.wake('webhook');
  return true;
end $$;

-- ---- Sends ----

-- Says that the caller's desk is about to send for a program. `limits`: what the program may send within a minute, an
-- hour and a day, at all desks together. Gives `outcome`: 'new' or 'own': it is this desk's to send; 'there': the desk
-- `by_name` has it, or this desk had it before; 'reused': another input had its id; 'limited': for `wait_ms`. `state`
-- and `id_message` are those of its row in `send`; null: it waits at its desk.
create function switchboard.reserve_send(
  its_id uuid, its_program uuid, which bigint, its_hash text, limits integer[], by_desk uuid
) returns table (outcome text, by_name text, state text, id_message text, wait_ms bigint) language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.program_send;
  sent switchboard.send;
  periods interval[] := array['1 minute', '1 hour', '1 day'];
  taken bigint;
  oldest timestamptz;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if limits is null or array_length(limits, 1) is distinct from 3 then raise check_violation; end if;
  -- One after another, so that two desks do not both take the last place.
  perform pg_catalog.pg_advisory_xact_lock(7202916, pg_catalog.hashtext(its_program::text));
  select * into its from switchboard.program_send p where p.id = its_id;
  if its.id is null then
    for period in 1..3 loop
      select count(*), min(p.at) into taken, oldest from switchboard.program_send p
      where p.program = its_program and p.at > now() - periods[period];
      if taken >= coalesce(limits[period], 0) then
        return query select 'limited', null::text, null::text, null::text,
          greatest(1, (extract(epoch from coalesce(oldest, now()) + periods[period] - now()) * 1000)::bigint);
        return;
      end if;
    end loop;
    insert into switchboard.program_send (id, program, instance, input_hash, desk)
    values (its_id, its_program, which, its_hash, by_desk);
    return query select 'new', null::text, null::text, null::text, null::bigint;
    return;
  end if;
  if its.input_hash <> its_hash or its.program <> its_program then
    return query select 'reused', null::text, null::text, null::text, null::bigint;
    return;
  end if;
  select * into sent from switchboard.send s where s.id = its_id;
  return query select case when its.desk = by_desk and sent.id is null then 'own' else 'there' end,
    (select m.name from switchboard.member m where m.id = its.desk), sent.state, sent.id_message, null::bigint;
end $$;

-- What a desk reserved and does not send after all. Nothing of it was entered.
create function switchboard.release_send(its_id uuid, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  delete from switchboard.program_send p
  where p.id = its_id and p.desk = by_desk and not exists (select from switchboard.send s where s.id = its_id);
end $$;

-- As version 11, and names the program.
create function switchboard.put_send(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, by_desk uuid, its_seen_n bigint, its_age_ms bigint,
  its_program text
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  -- The ways to the database differ, so what came a minute before counts too.
  began timestamptz := now() - make_interval(secs => greatest(0, least(its_age_ms, 604800000)) / 1000.0 + 60);
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
create or replace function switchboard.put_send(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, by_desk uuid, its_seen_n bigint, its_age_ms bigint
) returns boolean language sql security definer set search_path = '' as $$
  select switchboard.put_send(its_id, which, its_chat_id, its_operation, its_request, by_desk, its_seen_n, its_age_ms, null)
$$;

-- As version 11, with the program.
create or replace function switchboard.note_send(sent switchboard.send) returns void language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = sent.instance returning last_n into given;
  update switchboard.send s set entered_n = given where s.id = sent.id and s.entered_n is null;
  perform switchboard.add_entry(sent.instance, given, 'send', json_build_object('id', sent.id, 'chatId', sent.chat_id,
    'operation', sent.operation, 'request', sent.request, 'state', sent.state, 'attempt', sent.attempt, 'author', sent.author,
    'desk', sent.desk, 'idMessage', sent.id_message, 'createdAt', floor(extract(epoch from sent.created_at) * 1000),
    'changedAt', floor(extract(epoch from sent.changed_at) * 1000), 'program', sent.program)::text,
    true, null, '', false, null, sent.desk);
end $$;

-- ---- Months ----

-- A reservation goes with the finished send that came of it. Nothing else in the function changes.
do $$
begin
  execute replace(pg_catalog.pg_get_functiondef('switchboard.drop_months(integer, boolean)'::regprocedure),
    '  return dropped;',
    '  delete from switchboard.program_send p
  where p.at < kept_from and not exists (select from switchboard.send s where s.id = p.id);
  return dropped;');
end $$;

update switchboard.team set schema_version = 21;
revoke all on all functions in schema switchboard from public;
