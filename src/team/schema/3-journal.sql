-- The journal: what the service said and what the team did, in one order for all desks.

-- `n` has no gaps, and its order is that of the commits: it is given under the lock of the lease's row. `raw` is JSON;
-- a body that was none is kept as a JSON string of it. `repeat_of` is the entry with the same body, whose delete was
-- not confirmed. `id` names an entry for ever, also when it is entered again under another number. `link` names its
-- place: null where the id does, and another one where the entry was entered again after the database had lost it,
-- since another entry may stand before it now. `previous_id` is the link of entry n - 1: a desk whose newest entry has
-- another link follows a history that this database does not have. One partition a month, so that a month is dropped as
-- a whole.
create table switchboard.journal (
  instance bigint not null,
  n bigint not null,
  kind text not null check (kind in ('notification', 'records', 'send', 'chat')),
  raw text not null,
  is_json boolean not null,
  receipt_id text,
  hash text not null,
  queue_complete boolean not null,
  repeat_of bigint,
  desk uuid,
  login name not null default session_user,
  at timestamptz not null default now(),
  id uuid not null,
  previous_id uuid,
  link uuid,
  primary key (instance, n, at)
) partition by range (at);

-- Names the entry that `last_n` was counted up for. The first entry in another history leaves out a number, which every
-- program takes for a hole. An empty queue before it proves nothing any more: what it brought may be among what was
-- lost.
create function switchboard.name_entry() returns trigger language plpgsql set search_path = '' as $$
declare
  its_generation text := switchboard.generation();
begin
  if its_generation <> new.generation then
    new.last_n := new.last_n + 1;
    new.idle_at := null;
  end if;
  new.generation := coalesce(its_generation, new.generation);
  new.previous_id := old.last_id;
  new.last_id := gen_random_uuid();
  return new;
end $$;
create trigger name_entry before update of last_n on switchboard.lease for each row
  when (new.last_n <> old.last_n) execute function switchboard.name_entry();

-- ---- Months ----

-- Makes the partitions of this month and the next two. Each is made alone and then attached: `create table ...
-- partition of` would wait for every reader of the journal, a dump for example, and everybody would wait behind it.
-- Times are written in UTC and ISO, whatever a login has set.
create function switchboard.make_months() returns void language plpgsql security definer set search_path = ''
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
select switchboard.make_months();

-- Drops the months that ended before the last `keep` whole ones, and with them the finished sends of that time and the
-- reservations that came to nothing. A month stays that holds an entry which a webhook has not passed, unless
-- `is_forced`: then the webhook goes on after it. Gives how many months went. A dump that reads the journal holds a
-- month: after 2 s this gives up with an error and nobody waits any longer.
create function switchboard.drop_months(keep integer, is_forced boolean default false) returns integer language plpgsql security definer set search_path = ''
  set timezone = 'UTC' set datestyle = 'ISO' set lock_timeout = '2s' as $$
declare
  kept_from timestamptz;
  part name;
  behind record;
  dropped integer := 0;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  if keep is null or keep < 1 or keep > 1200 then raise exception 'at least one month is kept, and at most 1200'; end if;
  kept_from := date_trunc('month', now()) - make_interval(months => keep);
  perform switchboard.lock_webhooks();
  begin
    for part in
      select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'switchboard.journal'::regclass and c.relname < 'journal_' || to_char(kept_from, 'YYYYMM')
      order by c.relname
    loop
      -- Delivery reads the journal before it writes a cursor.
      lock table only switchboard.journal;
      for behind in
        execute format(
          'select w.id as webhook, w.name, l.instance, p.n from switchboard.webhook w
           cross join switchboard.lease l join switchboard.instance i on i.id = l.instance and i.removed_at is null
           cross join lateral (select max(j.n) as n from switchboard.%I j where j.instance = l.instance) p
           left join switchboard.webhook_cursor c on c.webhook = w.id and c.instance = l.instance
           where w.settings is not null and w.state <> ''stopped'' and p.n > coalesce(c.n, 0)', part)
      loop
        if is_forced is not true then
          raise exception 'the webhook "%" has not passed % of instance %: nothing was dropped', behind.name, part, behind.instance
            using errcode = 'object_in_use',
              hint = 'Let it deliver, skip to now, stop or remove it, or lose its events with drop_months(' || keep || ', true).';
        end if;
        insert into switchboard.webhook_cursor as c (webhook, instance, n) values (behind.webhook, behind.instance, behind.n)
        on conflict (webhook, instance) do update set n = greatest(c.n, excluded.n);
      end loop;
      execute format('drop table switchboard.%I', part);
      dropped := dropped + 1;
    end loop;
  exception when lock_not_available then
    raise exception 'the journal is being read, by a dump for example: nothing was dropped, try again later'
      using errcode = 'lock_not_available';
  end;
  delete from switchboard.send
  where state in ('accepted', 'failed', 'cancelled', 'dismissed') and changed_at < kept_from;
  delete from switchboard.program_send p
  where p.at < kept_from and not exists (select from switchboard.send s where s.id = p.id);
  return dropped;
end $$;

-- ---- Entries ----

-- Gives the next entry of an instance its number, and the caller the turn: until it commits, no other desk changes
-- anything of the instance.
create function switchboard.next_n(which bigint) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = which returning last_n into given;
  if given is null then raise check_violation; end if;
  return given;
end $$;

-- Writes an entry. The caller has counted `last_n` up in the same transaction, and so holds the lock of the lease's
-- row. `its_id`: that of an entry that is entered again.
create function switchboard.keep_entry(
  which bigint, its_n bigint, its_kind text, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean, its_repeat_of bigint, by_desk uuid, its_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  named switchboard.lease;
begin
  select * into named from switchboard.lease l where l.instance = which;
  begin
    insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk, id, previous_id, link)
    values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk,
      coalesce(its_id, named.last_id), named.previous_id, case when its_id is not null then named.last_id end);
  exception when check_violation then
    -- No partition for this month yet.
    perform switchboard.make_months();
    insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk, id, previous_id, link)
    values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk,
      coalesce(its_id, named.last_id), named.previous_id, case when its_id is not null then named.last_id end);
  end;
end $$;

-- Writes an entry and wakes all desks.
create function switchboard.add_entry(
  which bigint, its_n bigint, its_kind text, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean, its_repeat_of bigint, by_desk uuid
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform switchboard.keep_entry(which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete,
    its_repeat_of, by_desk);
  perform switchboard.wake('journal ' || which || ' ' || its_n);
end $$;

-- Keeps a notification for all, under an id that the caller chose. A wake-up goes to each desk, so a caller that
-- appends many `wakes` them now and then, and once after the last. Gives the number; no row: the lease is lost, nothing
-- was kept, and nothing may be deleted at the service.
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
  if wakes then perform switchboard.wake('journal ' || which || ' ' || given.last_n); end if;
  return query select given.last_n, earlier;
end $$;

-- Enters a notification that this database lost, under its old id and a new link. `after`: the newest entry that the
-- caller and this database both have. `its_is_repeat`: it was a redelivery. False: it is here, or was entered again by
-- another desk.
create function switchboard.enter_again(
  which bigint, after bigint, by_desk uuid, its_id uuid, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean, its_is_repeat boolean
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
  -- The service may have handed it out once more meanwhile. Two lost ones may be alike and be two events.
  select min(j.n) into earlier from switchboard.journal j
  where j.instance = which and j.n > after and j.hash = its_hash and j.kind = 'notification' and (its_is_repeat or j.link is null);
  update switchboard.lease l set last_n = last_n + 1 where l.instance = which returning last_n into given;
  perform switchboard.keep_entry(which, given, 'notification', its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete,
    earlier, by_desk, its_id);
  perform switchboard.wake('journal ' || which || ' ' || given);
  return true;
end $$;

-- Enters a window of a chat's history that one desk read from the service, so that a newcomer need not ask for it: at
-- most 100 records, as the service gave them. It brings messages and says nothing of what is complete: that each desk
-- learns from the service alone. False: the instance is not in the team.
create function switchboard.share_window(which bigint, its_chat_id text, its_records text, by_desk uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_records is null or octet_length(its_records) > 1000000 or coalesce(length(its_chat_id), 0) not between 1 and 200
    or json_typeof(its_records::json) <> 'array' or json_array_length(its_records::json) not between 1 and 100 then
    raise check_violation;
  end if;
  if not exists (select from switchboard.instance i where i.id = which and i.removed_at is null) then return false; end if;
  given := switchboard.next_n(which);
  perform switchboard.add_entry(which, given, 'records',
    json_build_object('chatId', its_chat_id, 'records', its_records::json)::text, true, null, '', false, null, by_desk);
  return true;
end $$;
