-- The shared journal of a team, version 12: a login that ended does nothing any more, also where no desk is asked for,
-- and a null is no value. A program that knows version 11 can go on with this one.

-- ---- Logins that ended ----

-- Whether the caller's login may still connect. The rights of its role stay with a connection for as long as it is
-- open.
create function switchboard.may_act() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from pg_catalog.pg_roles r where r.rolname = session_user and r.rolcanlogin)
$$;

create or replace function switchboard.be_here(desk uuid, its_name text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  is_new boolean;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  if exists (select from switchboard.gone g where g.desk = be_here.desk) then return false; end if;
  if not exists (select from switchboard.member m where m.id = be_here.desk)
    and (select count(*) from switchboard.member m where m.login = session_user) >= 50 then
    raise check_violation;
  end if;
  insert into switchboard.member as m (id, name) values (desk, its_name)
  on conflict (id) do update set name = excluded.name, seen_at = now() where m.login = session_user
  returning m.xmax = 0 into is_new;
  if is_new then perform pg_notify('switchboard', 'member'); end if;
  return is_new is not null;
end $$;

create or replace function switchboard.be_here(desk uuid, its_name text, takes_over boolean) returns text language plpgsql security definer set search_path = '' as $$
declare
  known switchboard.member;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
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

create or replace function switchboard.go_away(desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
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

create or replace function switchboard.put_instance(
  its_url text, its_id text, its_family text, its_prefix text, its_name text, its_colour text, its_token text
) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
  its_n bigint;
  was_removed boolean;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  select removed_at is not null into was_removed from switchboard.instance i
  where i.api_url = its_url and i.id_instance = its_id for update;
  insert into switchboard.instance as i (api_url, id_instance, family, prefix, name, colour, token)
  values (its_url, its_id, its_family, its_prefix, its_name, its_colour, its_token)
  on conflict (api_url, id_instance) do update set family = excluded.family, prefix = excluded.prefix, name = excluded.name,
    colour = excluded.colour, token = excluded.token, removed_at = null
  returning i.id into given;
  insert into switchboard.lease (instance) values (given) on conflict do nothing;
  if was_removed then
    -- The number before this entry is nobody's, which every program understands as a hole.
    update switchboard.lease l set last_n = last_n + 2 where l.instance = given returning last_n into its_n;
    perform switchboard.add_entry(given, its_n, 'records', '{}', true, null, '', false, null, null);
  end if;
  perform pg_notify('switchboard', 'instance');
  return given;
end $$;

create or replace function switchboard.remove_instance(which bigint) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  update switchboard.instance set removed_at = now(), token = '' where id = which;
  update switchboard.lease set holder = null, wanted_by = null, epoch = epoch + 1 where instance = which;
  perform pg_notify('switchboard', 'instance');
end $$;

create or replace function switchboard.drop_months(keep integer) returns integer language plpgsql security definer set search_path = ''
  set timezone = 'UTC' set datestyle = 'ISO' set lock_timeout = '2s' as $$
declare
  kept_from timestamptz;
  part name;
  dropped integer := 0;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
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

create or replace function switchboard.set_check_value(its_value text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  update switchboard.team set check_value = its_value where check_value is null and its_value is not null;
  return found;
end $$;

-- ---- Sends of desks that are not here ----

-- Rows are locked in one order, as in version 8: sends, then leases by their instance. What somebody else changes just
-- now is left to them.
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

create or replace function switchboard.doubt_sends() returns integer language plpgsql security definer set search_path = '' as $$
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

create or replace function switchboard.name_in_flight(by_desk uuid, ids uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
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

-- ---- Nulls ----

-- Without the version that the caller saw, a colleague's text would be written over.
create or replace function switchboard.put_note(
  its_id uuid, which bigint, its_chat_id text, its_text text, base bigint, its_written_at bigint, its_edited_at bigint, by_desk uuid
) returns setof switchboard.note language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.note;
  beside switchboard.note;
  hex text;
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if which is null or base is null then raise check_violation; end if;
  perform from switchboard.lease l where l.instance = which for update;
  select * into its from switchboard.note s where s.id = its_id;
  if its.id is not null and (its.instance <> which or its.text is not distinct from its_text) then
    if its.instance <> which then raise check_violation; end if;
    return next its;
    return;
  end if;
  if its.id is null and its_text is null then return; end if;
  if its.version <> base and its.text is not null then
    if its_text is not null then
      beside := its;
      hex := encode(sha256(convert_to(its_id || ' ' || its_text, 'UTF8')), 'hex');
      -- A UUID of version 8, whose digits are whoever's that makes it.
      beside.id := (substr(hex, 1, 12) || '8' || substr(hex, 14, 3) || '8' || substr(hex, 18, 15))::uuid;
      beside.chat_id := its_chat_id;
      beside.text := its_text;
      beside.author := by_desk;
      beside.changed_by := by_desk;
      beside.version := 0;
      beside.written_at := least(coalesce(its_edited_at, its_written_at), now_ms);
      beside.edited_at := null;
      if not exists (select from switchboard.note s where s.id = beside.id) then
        perform switchboard.check_room(which, its_chat_id);
        perform switchboard.write_note(beside);
      end if;
    end if;
    return next its;
    return;
  end if;
  if its_text is not null and its.text is null then perform switchboard.check_room(which, its_chat_id); end if;
  if its.id is null then
    its.id := its_id;
    its.instance := which;
    its.chat_id := its_chat_id;
    its.author := by_desk;
    its.version := 0;
    its.written_at := least(its_written_at, now_ms);
  end if;
  its.text := its_text;
  its.changed_by := by_desk;
  -- least() passes over null.
  its.edited_at := case when its_edited_at is not null then least(its_edited_at, now_ms) end;
  its := switchboard.write_note(its);
  return next its;
end $$;

-- These know no null: with one they do nothing.
alter function switchboard.be_here(uuid, text) strict;
alter function switchboard.be_here(uuid, text, boolean) strict;
alter function switchboard.put_read_mark(bigint, text, bigint, uuid) strict;
alter function switchboard.put_presence(bigint, text, text, integer, uuid) strict;

update switchboard.team set schema_version = 12;
revoke all on all functions in schema switchboard from public;
