-- The shared journal of a team, version 13: a full queue of notifications refuses no entry. A program that knows
-- version 11 can go on with this one.

-- PostgreSQL refuses a commit whose notifications find no room, and a session that listens inside an open transaction
-- keeps the whole queue from being emptied. A wake-up that is left out costs each desk a poll of 5 s and nothing else,
-- so none is sent from half of the queue on.
create function switchboard.wake(about text) returns void language plpgsql security definer set search_path = '' as $$
begin
  if pg_catalog.pg_notification_queue_usage() < 0.5 then perform pg_catalog.pg_notify('switchboard', about); end if;
end $$;

-- Every function of the schema that sent a wake-up itself calls `wake` from now on; nothing else in them changes.
do $$
declare
  its record;
begin
  for its in
    select pg_catalog.pg_get_functiondef(p.oid) as definition from pg_catalog.pg_proc p
    where p.pronamespace = 'switchboard'::regnamespace and p.proname <> 'wake' and p.prosrc like '%pg_notify(''switchboard'', %'
  loop
    execute replace(its.definition, 'pg_notify(''switchboard'', ', 'switchboard.wake(');
  end loop;
end $$;

update switchboard.team set schema_version = 13;
revoke all on all functions in schema switchboard from public;
