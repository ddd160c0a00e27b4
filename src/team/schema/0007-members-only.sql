-- The shared journal of a team, version 7: only a login with a desk in the team reads and writes, also on a connection
-- that was open before. A program that knows version 6 can go on with this one.

-- Whether the caller's login may still connect and has a desk in the team. The rights of a role stay with a connection
-- for as long as it is open; this is read at every statement.
create function switchboard.may_read() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from switchboard.member m join pg_catalog.pg_roles r on r.rolname = m.login
    where m.login = session_user and r.rolcanlogin)
$$;
create index member_of_login on switchboard.member (login);

create or replace function switchboard.is_own(desk uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from switchboard.member m join pg_catalog.pg_roles r on r.rolname = m.login
    where m.id = desk and m.login = session_user and r.rolcanlogin)
$$;

-- The owner and the functions of the schema are not bound by these. `team` stays open: a desk reads it before it is
-- entered.
do $$
declare
  part text;
begin
  foreach part in array array['member', 'instance', 'lease', 'journal', 'send', 'chat_state', 'read_mark', 'presence', 'gone', 'note',
    'chat_label']
  loop
    execute format('alter table switchboard.%I enable row level security', part);
    -- As a subquery it is evaluated for a statement, not for each row.
    execute format('create policy members on switchboard.%I for select using ((select switchboard.may_read()))', part);
  end loop;
end $$;

update switchboard.team set schema_version = 7;
revoke all on all functions in schema switchboard from public;
