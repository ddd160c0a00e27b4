-- The database of a team: who is in it, its instances, what was received and sent, and what the desks do about it. The
-- owner of the database runs these files once, in their order, then grants.sql (docs/team.md); no desk ever runs them.
-- Every name is written with its schema, so nothing depends on a search path. All times are the server's own.
-- Desks write only through the functions of this schema, so that the fence of a lease, the order of a lane and the name
-- of the writer hold whatever a desk does. grants.sql says who may call which; functions without a grant are parts of
-- others.
-- Functions lock in one order: the advisory locks, the team, sends, leases by their instance, what has a lease's
-- instance, and last what other rows name by a foreign key: members, webhooks. An instance is locked without its key,
-- which rows that name it lock at any time. So no two functions wait for each other.

create schema switchboard;

-- The team itself. `check_value` is a known text, sealed with the team's passphrase: a desk that can open it has the
-- right passphrase. Desks that know only a schema older than `least_known` may not take part, and no desk uses a
-- database for whose `schema_version` grants.sql was not run (`granted_version`). Desks deliver no webhook of the team
-- until an administrator sets `webhooks_on`. `keep_days`: so long desks keep messages; null: always. The owner sets it.
create table switchboard.team (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  program text not null default 'switchboard' check (program = 'switchboard'),
  schema_version integer not null,
  least_known integer not null,
  granted_version integer not null default 0,
  check_value text check (octet_length(check_value) <= 10000),
  webhooks_on boolean not null default false,
  keep_days integer check (keep_days between 1 and 36500),
  created_at timestamptz not null default now()
);
insert into switchboard.team (schema_version, least_known) values (26, 26);

-- A person at a desk. The desk makes its own id; the login is the one that the server saw. Each start of a program is a
-- run: a copied data directory is the same desk in two runs, and only one of them may act. Null: no run is here.
-- `calls`: what the desk called at the service in this month, by instance; desks agree on its form.
create table switchboard.member (
  id uuid primary key,
  login name not null default session_user,
  name text not null check (length(name) between 1 and 80),
  seen_at timestamptz not null default now(),
  run uuid,
  calls jsonb not null default '{}' check (octet_length(calls::text) <= 200000)
) with (fillfactor = 50);
create index member_of_login on switchboard.member (login);

-- Desks that an administrator removed. Such an id is never entered again; a person who joins anew gets another one.
create table switchboard.gone (
  desk uuid primary key,
  at timestamptz not null default now()
);

-- Wakes all desks. PostgreSQL refuses a commit whose notifications find no room, and a session that listens inside an
-- open transaction keeps the whole queue from being emptied. A wake-up that is left out costs each desk a poll of 5 s
-- and nothing else, so none is sent from half of the queue on.
create function switchboard.wake(about text) returns void language plpgsql security definer set search_path = '' as $$
begin
  if pg_catalog.pg_notification_queue_usage() < 0.5 then perform pg_catalog.pg_notify('switchboard', about); end if;
end $$;

-- ---- Who calls ----

-- Whether the caller's login may still connect. The rights of its role stay with a connection for as long as it is
-- open.
create function switchboard.may_act() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from pg_catalog.pg_roles r where r.rolname = session_user and r.rolcanlogin)
$$;

-- Whether, in addition, the login has a desk in the team.
create function switchboard.may_read() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from switchboard.member m join pg_catalog.pg_roles r on r.rolname = m.login
    where m.login = session_user and r.rolcanlogin)
$$;

-- The run of the caller, for this statement. Null: it named none.
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
create function switchboard.is_own(desk uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from switchboard.member m join pg_catalog.pg_roles r on r.rolname = m.login
    where m.id = desk and m.login = session_user and r.rolcanlogin and (m.run is null or switchboard.this_run() is null or m.run = switchboard.this_run()))
$$;

-- Whether a desk was here within the last 30 s.
create function switchboard.is_here(desk uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from switchboard.member where id = desk and seen_at between now() - interval '30 s' and now() + interval '30 s')
$$;

-- Whether an administrator removed a desk.
create function switchboard.is_gone(which uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from switchboard.gone where desk = which)
$$;

-- ---- Members ----

-- Enters a desk, or notes that it is here. Another run of the same desk is refused while the one before was here within
-- 10 s, unless it `takes_over`: then what the other one holds is free at once, and the other one is refused from then
-- on. A login has fifty desks at most, since each desk reads all of them. Gives 'here', 'gone', 'notOwn' or 'otherRun';
-- null for a null.
create function switchboard.be_here(desk uuid, its_name text, takes_over boolean) returns text language plpgsql strict security definer set search_path = '' as $$
declare
  known switchboard.member;
  is_new boolean;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  if switchboard.is_gone(desk) then return 'gone'; end if;
  select * into known from switchboard.member m where m.id = be_here.desk;
  if known.id is null and (select count(*) from switchboard.member m where m.login = session_user) >= 50 then
    raise check_violation;
  end if;
  if known.login <> session_user then return 'notOwn'; end if;
  if known.run <> switchboard.this_run() then
    if not takes_over and known.seen_at between now() - interval '10 s' and now() + interval '10 s' then return 'otherRun'; end if;
    perform from switchboard.lease l where l.holder = be_here.desk order by l.instance for update;
    update switchboard.lease set holder = null, epoch = epoch + 1 where holder = be_here.desk;
    perform switchboard.wake('lease');
  end if;
  insert into switchboard.member as m (id, name, run) values (desk, its_name, switchboard.this_run())
  on conflict (id) do update set name = excluded.name, seen_at = now(), run = excluded.run where m.login = session_user
  returning m.xmax = 0 into is_new;
  if is_new is null then return 'notOwn'; end if;
  if is_new then perform switchboard.wake('member'); end if;
  return 'here';
end $$;

-- Ends this run, so that the next one need not wait.
create function switchboard.end_run(desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  update switchboard.member m set run = null where m.id = desk and m.login = session_user and m.run = switchboard.this_run();
end $$;

-- Notes what a desk called at the service in this month, and gives the same of the others.
create function switchboard.share_calls(its_calls jsonb, by_desk uuid) returns setof jsonb language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.member m set calls = its_calls where m.id = by_desk and m.calls <> its_calls;
  return query select m.calls from switchboard.member m where m.id <> by_desk and m.calls <> '{}';
end $$;
