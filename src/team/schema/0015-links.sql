-- The shared journal of a team, version 15: an entry that was entered again is another place in the history. A program
-- that knows only an older version would compare ids where links count, so it may not take part any more.

-- Names a place in the journal. It is the entry's id, and another one where the entry was entered again after the
-- database had lost it: another entry may stand before it now, of which a desk that follows the lost history knows
-- nothing. `previous_id`, and `last_id` of the lease, name links. Null: the id.
alter table switchboard.journal add column link uuid;

-- The caller has counted `last_n` up in the same transaction, and so holds the lock of the lease's row. `its_id`: that
-- of an entry that is entered again. Never granted to anybody.
drop function switchboard.keep_entry(bigint, bigint, text, text, boolean, text, text, boolean, bigint, uuid);
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

-- Enters a notification that this database lost, under its old id and a new link. `after`: the newest entry that the
-- caller and this database both have. False: it is here, or was entered again by another desk.
create or replace function switchboard.enter_again(
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
  perform switchboard.keep_entry(which, given, 'notification', its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete,
    earlier, by_desk, its_id);
  perform switchboard.wake('journal ' || which || ' ' || given);
  return true;
end $$;

update switchboard.team set schema_version = 15, least_known = 15;
revoke all on all functions in schema switchboard from public;
