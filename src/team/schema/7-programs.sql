-- Programs of the customer that all desks admit under one key, their sends, and what they propose to people.

-- `settings` is JSON in terms that all desks share; null: it was removed. Of the key only a hash is here; `key_id` is
-- the part of it that names the program. `version` grows with each change (count_on).
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

-- A send of a program, from before its desk puts it into its outbox. `id` comes from the program and the program's own
-- id of the send, so that every desk finds it, and is the id of its row in `send`: it goes once over all desks.
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

-- What a program proposes to send: all desks see it, and one person answers it. `id` comes from the program and the
-- program's own id of the proposal, and is the id of the send that comes of it. `body` is JSON: what was proposed, and
-- by which program. `desk` is where the program proposed it. `claimed_by` has it open until `claimed_until`. `n` orders
-- the changes of all of them, so that a desk reads what changed since.
create table switchboard.proposal (
  id uuid primary key,
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  body text not null check (octet_length(body) <= 200000),
  input_hash text not null check (length(input_hash) <= 100),
  state text not null default 'open' check (state in ('open', 'sent', 'dismissed', 'withdrawn', 'expired')),
  edited boolean not null default false,
  desk uuid not null,
  claimed_by uuid,
  claimed_until timestamptz,
  closed_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  closed_at timestamptz,
  n bigint not null unique
);
create index proposal_open on switchboard.proposal (desk) where state = 'open';
create index proposal_closed on switchboard.proposal (closed_at) where state <> 'open';

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
    values (its_id, its_name, its_settings, its_key_id, its_key_hash, its_state, by_desk, switchboard.count_on(0));
  else
    -- Its sends name it, so its row stays.
    update switchboard.program p set name = coalesce(its_name, p.name), settings = its_settings,
      key_hash = case when its_settings is null then '' else its_key_hash end, state = coalesce(its_state, p.state),
      changed_by = by_desk, version = switchboard.count_on(p.version)
    where p.id = its_id;
  end if;
  perform switchboard.wake('webhook');
  return true;
end $$;

-- ---- Sends ----

-- Reserves a send of a program for the caller's desk. `limits`: what the program may send within a minute, an hour and
-- a day, at all desks together. A proposal and a send of one program have no id in common. Gives `outcome`: 'new' or
-- 'own': it is this desk's to send; 'there': the desk `by_name` has it, or this desk had it before; 'reused': another
-- input had its id; 'limited': for `wait_ms`. `state` and `id_message` are those of its row in `send`; null: it waits
-- at its desk.
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
  if exists (select from switchboard.proposal p where p.id = its_id) then
    return query select 'reused', null::text, null::text, null::text, null::bigint;
    return;
  end if;
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

-- Gives up a reservation of which nothing was entered.
create function switchboard.release_send(its_id uuid, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  delete from switchboard.program_send p
  where p.id = its_id and p.desk = by_desk and not exists (select from switchboard.send s where s.id = its_id);
end $$;

-- ---- Proposals ----

-- Changes come one after another, so that a desk that reads above a number misses no smaller one.
create function switchboard.next_proposal_n() returns bigint language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(7202917);
  return (select coalesce(max(p.n), 0) + 1 from switchboard.proposal p);
end $$;

-- Enters a proposal. Gives 'done'; 'there': it is there, from this or another desk; 'reused': another input had its id;
-- 'full': 2,000 of this desk, or 10,000 of the team, wait for a person. Closed ones are deleted after 30 days.
create function switchboard.put_proposal(
  its_id uuid, which bigint, its_chat_id text, its_body text, its_hash text, lifetime_ms bigint, by_desk uuid
) returns text language plpgsql security definer set search_path = '' as $$
declare
  next_n bigint;
  its switchboard.proposal;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if lifetime_ms is null or lifetime_ms < 1 or lifetime_ms > 2678400000 then raise check_violation; end if;
  next_n := switchboard.next_proposal_n();
  select * into its from switchboard.proposal p where p.id = its_id;
  if its.id is not null then
    return case when its.input_hash = its_hash then 'there' else 'reused' end;
  end if;
  if exists (select from switchboard.program_send p where p.id = its_id) then return 'reused'; end if;
  if (select count(*) from switchboard.proposal p where p.desk = by_desk and p.state = 'open') >= 2000
    or (select count(*) from switchboard.proposal p where p.state = 'open') >= 10000 then
    return 'full';
  end if;
  -- The newest number stays, so that it is given once.
  delete from switchboard.proposal p where p.state <> 'open' and p.closed_at < now() - interval '30 days' and p.n < next_n - 1;
  insert into switchboard.proposal (id, instance, chat_id, body, input_hash, desk, expires_at, n)
  values (its_id, which, its_chat_id, its_body, its_hash, by_desk, now() + make_interval(secs => lifetime_ms / 1000.0), next_n);
  perform switchboard.wake('proposal');
  return 'done';
end $$;

-- Acts on proposals: 'claim' has them open for two minutes, unless a colleague has; 'take' does so all the same;
-- 'release' ends that; 'sent', 'dismissed', 'withdrawn' and 'expired' close them; 'reopen' undoes 'sent' by the same
-- desk, of which nothing was entered. Gives for each 'done', or its state, and who has claimed or closed it.
create function switchboard.act_on_proposals(ids uuid[], how text, is_edited boolean, by_desk uuid)
returns table (id uuid, outcome text, by_name text) language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.proposal;
  is_claimed boolean;
  may boolean;
  changed boolean := false;
  next_n bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if how is null or how not in ('claim', 'take', 'release', 'sent', 'dismissed', 'withdrawn', 'expired', 'reopen')
    or ids is null or cardinality(ids) > 1000 then
    raise check_violation;
  end if;
  next_n := switchboard.next_proposal_n();
  for its in select * from switchboard.proposal p where p.id = any (ids) for update loop
    is_claimed := its.claimed_by is not null and its.claimed_by <> by_desk and its.claimed_until > now();
    if its.state = 'open' and its.expires_at <= now() and how <> 'reopen' then
      update switchboard.proposal p set state = 'expired', closed_at = now(), claimed_by = null, n = next_n where p.id = its.id;
      next_n := next_n + 1;
      changed := true;
      return query select its.id, case when how = 'expired' then 'done' else 'expired' end, null::text;
      continue;
    end if;
    may := case
      when how = 'reopen' then its.state = 'sent' and its.closed_by = by_desk and not exists (select from switchboard.send s where s.id = its.id)
      when how = 'withdrawn' then its.state = 'open'
      when how = 'expired' then false
      when how = 'release' then its.state = 'open' and its.claimed_by = by_desk
      when how = 'take' then its.state = 'open'
      else its.state = 'open' and not is_claimed end;
    if may then
      if how in ('claim', 'take') then
        -- A claim that goes on is told to nobody.
        if its.claimed_by is distinct from by_desk or its.claimed_until <= now() then
          update switchboard.proposal p set claimed_by = by_desk, claimed_until = now() + interval '2 min', n = next_n where p.id = its.id;
          next_n := next_n + 1;
          changed := true;
        else
          update switchboard.proposal p set claimed_until = now() + interval '2 min' where p.id = its.id;
        end if;
      else
        update switchboard.proposal p set
          state = case when how in ('release', 'reopen') then 'open' else how end,
          edited = how = 'sent' and coalesce(is_edited, false),
          claimed_by = null, claimed_until = null,
          closed_by = case when how in ('release', 'reopen') then null else by_desk end,
          closed_at = case when how in ('release', 'reopen') then null else now() end,
          n = next_n
        where p.id = its.id;
        next_n := next_n + 1;
        changed := true;
      end if;
      return query select its.id, 'done', null::text;
    else
      return query select its.id,
        case when its.state = how and its.closed_by = by_desk then 'done' when its.state = 'open' then 'claimed' else its.state end,
        (select m.name from switchboard.member m where m.id = case when its.state = 'open' then its.claimed_by else its.closed_by end);
    end if;
  end loop;
  if changed then perform switchboard.wake('proposal'); end if;
end $$;

-- PostgreSQL lets everybody call a new function: nobody may until grants.sql says who.
revoke all on all functions in schema switchboard from public;
