-- The shared journal of a team, version 8: a dump or a long query beside it stops nobody, locks are taken in one order,
-- and the passphrase of a team is set once. A program that knows version 7 can go on with this one.

-- ---- Months ----

-- Makes the partitions of this month and the next two. Each is made alone and then attached:
-- `create table ... partition of` would wait for every reader of the journal, a dump for example, and everybody would
-- wait behind it. Times are written in UTC and ISO, whatever a login has set.
create or replace function switchboard.make_months() returns void language plpgsql security definer set search_path = ''
  set timezone = 'UTC' set datestyle = 'ISO' set lock_timeout = '2s' as $$
declare
  begins timestamptz;
  part text;
begin
  perform pg_advisory_xact_lock(7202911);
  for ahead in 0..2 loop
    begins := date_trunc('month', now()) + make_interval(months => ahead);
    part := 'journal_' || to_char(begins, 'YYYYMM');
    if to_regclass('switchboard.' || part) is null then
      execute format('create table switchboard.%I (like switchboard.journal including all)', part);
      execute format('alter table switchboard.journal attach partition switchboard.%I for values from (%L) to (%L)',
        part, begins, begins + interval '1 month');
    end if;
  end loop;
end $$;

-- Drops the months that ended before the last `keep` whole ones, and with them the settled sends of that time. Gives
-- how many months went. A dump that reads the journal holds a month: after 2 s this gives up with an error and nobody
-- waits any longer.
create or replace function switchboard.drop_months(keep integer) returns integer language plpgsql security definer set search_path = ''
  set timezone = 'UTC' set datestyle = 'ISO' set lock_timeout = '2s' as $$
declare
  kept_from timestamptz;
  part name;
  dropped integer := 0;
begin
  if keep is null or keep < 1 or keep > 1200 then raise exception 'at least one month is kept, and at most 1200'; end if;
  kept_from := date_trunc('month', now()) - make_interval(months => keep);
  begin
    for part in
      select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'switchboard.journal'::regclass and c.relname < 'journal_' || to_char(kept_from, 'YYYYMM')
    loop
      execute format('drop table switchboard.%I', part);
      dropped := dropped + 1;
    end loop;
  exception when lock_not_available then
    raise exception 'the journal is being read, by a dump for example: nothing was dropped, try again later'
      using errcode = 'lock_not_available';
  end;
  delete from switchboard.send
  where state in ('accepted', 'failed', 'cancelled', 'dismissed') and changed_at < kept_from;
  return dropped;
end $$;

-- ---- Locks ----

-- Rows are locked in one order: sends, chats, leases by their instance, members. So no two of these functions wait for
-- each other.

create or replace function switchboard.renew_leases(by_desk uuid, leases jsonb)
returns table (instance bigint, wanted_by uuid) language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  perform from switchboard.lease l
  where l.instance in (select r.instance from jsonb_to_recordset(leases) as r (instance bigint))
  order by l.instance for update;
  return query
    update switchboard.lease l
    set beat_at = now(), deleted_n = greatest(l.deleted_n, least(l.last_n, r.deleted_n)),
      idle_at = case when r.idle then now() else l.idle_at end
    from jsonb_to_recordset(leases) as r (instance bigint, epoch bigint, deleted_n bigint, idle boolean)
    where l.instance = r.instance and l.epoch = r.epoch and l.holder = by_desk
    returning l.instance, l.wanted_by;
end $$;

create or replace function switchboard.go_away(desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  chats switchboard.chat_state[];
  sends switchboard.send[];
  its switchboard.chat_state;
  sent switchboard.send;
begin
  if not switchboard.is_own(desk) then
    if not pg_has_role(session_user, 'switchboard_administrator', 'member') then raise insufficient_privilege; end if;
    insert into switchboard.gone (desk) values (go_away.desk) on conflict do nothing;
  end if;
  with changed as (
    update switchboard.send s set state = 'cancelled', changed_at = now()
    where s.desk = go_away.desk and s.state = 'queued' returning s)
  select array_agg(changed.s) into sends from changed;
  with changed as (
    update switchboard.chat_state c set assignee = null, version = c.version + 1, changed_by = null, at = now()
    where c.assignee = go_away.desk returning c)
  select array_agg(changed.c) into chats from changed;
  perform from switchboard.lease l order by l.instance for update;
  foreach its in array coalesce(chats, '{}') loop
    perform switchboard.note_chat(its);
  end loop;
  foreach sent in array coalesce(sends, '{}') loop
    perform switchboard.note_send(sent);
  end loop;
  delete from switchboard.member where id = go_away.desk;
  if not found then return false; end if;
  perform pg_notify('switchboard', 'lease');
  perform pg_notify('switchboard', 'member');
  return true;
end $$;

-- ---- Read marks ----

create index read_mark_of_member on switchboard.read_mark (member, read_until);

-- Names the chat, so that only desks that have it open ask. A member has the newest 20,000 marks, none of them later
-- than tomorrow.
create or replace function switchboard.put_read_mark(which bigint, its_chat_id text, until bigint, by_desk uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  newest bigint := greatest(0, least(until, floor(extract(epoch from now() + interval '1 day') * 1000)));
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  insert into switchboard.read_mark as r (member, instance, chat_id, read_until) values (by_desk, which, its_chat_id, newest)
  on conflict (instance, chat_id, member) do update set read_until = greatest(r.read_until, excluded.read_until);
  delete from switchboard.read_mark r where r.member = by_desk and r.ctid in (
    select m.ctid from switchboard.read_mark m where m.member = by_desk order by m.read_until desc offset 20000);
  perform pg_notify('switchboard', 'read ' || which || ' ' || its_chat_id);
end $$;

-- ---- The passphrase ----

-- Sets what the passphrase is checked by. False: another administrator made the team first, and this changed nothing.
create function switchboard.set_check_value(its_value text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update switchboard.team set check_value = its_value where check_value is null and its_value is not null;
  return found;
end $$;

update switchboard.team set schema_version = 8;
revoke all on all functions in schema switchboard from public;
