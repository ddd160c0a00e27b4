-- The shared journal of a team, version 6: a database that goes back in time is noticed, and what it lost is entered
-- again. Every entry has an id and names the entry before it. A program that knows version 2 can go on with this one.

-- ---- Entries ----

-- `id` names an entry for ever, also when it is entered again under another number. `previous_id` is that of entry n -
-- 1: a desk whose newest entry has another id follows a history that this database does not have. Null: from before
-- version 6.
alter table switchboard.journal add column id uuid;
alter table switchboard.journal add column previous_id uuid;
alter table switchboard.lease add column last_id uuid;
alter table switchboard.lease add column previous_id uuid;

create function switchboard.name_entry() returns trigger language plpgsql set search_path = '' as $$
begin
  new.previous_id := old.last_id;
  new.last_id := gen_random_uuid();
  return new;
end $$;
create trigger name_entry before update of last_n on switchboard.lease for each row
  when (new.last_n <> old.last_n) execute function switchboard.name_entry();

-- The caller has counted `last_n` up in the same transaction, and so holds the lock of the lease's row. Never granted
-- to anybody.
create or replace function switchboard.keep_entry(
  which bigint, its_n bigint, its_kind text, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean, its_repeat_of bigint, by_desk uuid
) returns void language plpgsql security definer set search_path = '' as $$
declare
  named switchboard.lease;
begin
  select * into named from switchboard.lease l where l.instance = which;
  begin
    insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk, id, previous_id)
    values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk,
      named.last_id, named.previous_id);
  exception when check_violation then
    -- No partition for this month yet.
    perform switchboard.make_months();
    insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk, id, previous_id)
    values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk,
      named.last_id, named.previous_id);
  end;
end $$;

-- Appends as before, under an id that the caller chose. Gives the number; no row: the lease is lost and nothing was
-- kept.
create function switchboard.append(
  which bigint, its_epoch bigint, by_desk uuid, its_deleted_n bigint, its_raw text, its_is_json boolean, its_receipt_id text,
  its_hash text, its_queue_complete boolean, wakes boolean, its_id uuid
) returns table (n bigint, repeat_of bigint) language plpgsql security definer set search_path = '' as $$
declare
  given switchboard.lease;
  earlier bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_id is null or octet_length(its_raw) > 16000000 or octet_length(its_hash) > 100 or octet_length(its_receipt_id) > 1000 then
    raise check_violation;
  end if;
  update switchboard.lease l
  set last_n = last_n + 1, deleted_n = greatest(deleted_n, least(last_n, its_deleted_n)), beat_at = now()
  where l.instance = which and epoch = its_epoch and holder = by_desk
  returning l.* into given;
  if given.instance is null then return; end if;
  update switchboard.lease l set last_id = its_id where l.instance = which;
  select min(j.n) into earlier from switchboard.journal j
  where j.instance = which and j.n > given.deleted_n and j.hash = its_hash and j.kind = 'notification';
  perform switchboard.keep_entry(which, given.last_n, 'notification', its_raw, its_is_json, its_receipt_id, its_hash,
    its_queue_complete, earlier, by_desk);
  if wakes then perform pg_notify('switchboard', 'journal ' || which || ' ' || given.last_n); end if;
  return query select given.last_n, earlier;
end $$;
create or replace function switchboard.append(
  which bigint, its_epoch bigint, by_desk uuid, its_deleted_n bigint, its_raw text, its_is_json boolean, its_receipt_id text,
  its_hash text, its_queue_complete boolean, wakes boolean
) returns table (n bigint, repeat_of bigint) language sql security definer set search_path = '' as $$
  select * from switchboard.append(which, its_epoch, by_desk, its_deleted_n, its_raw, its_is_json, its_receipt_id, its_hash,
    its_queue_complete, wakes, gen_random_uuid())
$$;

-- Enters a notification that this database lost, under its old id. `after`: the newest entry that the caller and this
-- database both have. False: it is here, or was entered again by another desk.
create function switchboard.enter_again(
  which bigint, after bigint, by_desk uuid, its_id uuid, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
  earlier bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_id is null or octet_length(its_raw) > 16000000 or octet_length(its_hash) > 100 or octet_length(its_receipt_id) > 1000 then
    raise check_violation;
  end if;
  perform from switchboard.lease l where l.instance = which for update;
  if not found then return false; end if;
  if exists (select from switchboard.journal j where j.instance = which and j.n > after and j.id = its_id) then return false; end if;
  -- The service may have handed it out once more meanwhile.
  select min(j.n) into earlier from switchboard.journal j
  where j.instance = which and j.n > after and j.hash = its_hash and j.kind = 'notification';
  update switchboard.lease l set last_n = last_n + 1 where l.instance = which returning last_n into given;
  update switchboard.lease l set last_id = its_id where l.instance = which;
  perform switchboard.keep_entry(which, given, 'notification', its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete,
    earlier, by_desk);
  perform pg_notify('switchboard', 'journal ' || which || ' ' || given);
  return true;
end $$;

-- Changes whenever this database continues from a standby, a backup or a dump, and with it perhaps without its last
-- commits. Null where the server does not say its timeline.
create function switchboard.generation() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return (select system_identifier from pg_catalog.pg_control_system())
    || ' ' || substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8)
    || ' ' || (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
    || ' ' || 'switchboard.journal'::regclass::oid;
exception when others then
  return null;
end $$;

-- ---- Instances ----

-- An instance that was taken out and is shared again was received by one desk alone meanwhile: its journal gets a hole,
-- so that no desk counts that time as complete.
create or replace function switchboard.put_instance(
  its_url text, its_id text, its_family text, its_prefix text, its_name text, its_colour text, its_token text
) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
  its_n bigint;
  was_removed boolean;
begin
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

-- ---- Bounds ----

-- Whoever reads an entry keeps its times in its own store. Times are epoch ms within what a date can be.
alter table switchboard.chat_state add constraint done_until_is_a_time check (done_until between 0 and 8640000000000000) not valid;
alter table switchboard.read_mark add constraint read_until_is_a_time check (read_until between 0 and 8640000000000000) not valid;
alter table switchboard.note add constraint written_at_is_a_time check (written_at between 0 and 8640000000000000) not valid;
alter table switchboard.note add constraint edited_at_is_a_time check (edited_at between 0 and 8640000000000000) not valid;
alter table switchboard.chat_label add constraint key_is_short check (octet_length(key) <= 2400) not valid;

-- Bodies are bounded, and an entry of the database's own that is no JSON is none.
create or replace function switchboard.note_records(which bigint, by_desk uuid, its_raw text, its_hash text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if octet_length(its_raw) > 16000000 or octet_length(its_hash) > 100 then raise check_violation; end if;
  perform its_raw::json;
  update switchboard.lease set last_n = last_n + 1 where instance = which returning last_n into given;
  if given is null then return null; end if;
  perform switchboard.add_entry(which, given, 'records', its_raw, true, null, its_hash, false, null, by_desk);
  return given;
end $$;

update switchboard.team set schema_version = 6;
revoke all on all functions in schema switchboard from public;
