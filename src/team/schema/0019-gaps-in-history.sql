-- The shared journal of a team, version 19: the journal says itself where the database may have lost entries. A desk
-- that was away then, or that joins later, follows the history that is left and could not know. A program that knows
-- version 15 can go on with this one.

-- The history of the database by the newest entry, as `generation()` names it.
alter table switchboard.lease add column generation text default switchboard.generation();

-- The first entry in another history leaves out a number, which every program understands as a hole. That the queue was
-- empty before proves nothing any more: what it brought since may be among what was lost.
create or replace function switchboard.name_entry() returns trigger language plpgsql set search_path = '' as $$
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

-- An empty queue counts as complete from then on, so the hole of another history has to come before it.
create or replace function switchboard.renew_leases(by_desk uuid, leases jsonb)
returns table (instance bigint, wanted_by uuid) language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.lease;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  perform from switchboard.lease l
  where l.instance in (select r.instance from jsonb_to_recordset(leases) as r (instance bigint))
  order by l.instance for update;
  for its in
    update switchboard.lease l set last_n = l.last_n + 1
    from jsonb_to_recordset(leases) as r (instance bigint, epoch bigint, idle boolean)
    where l.instance = r.instance and l.epoch = r.epoch and l.holder = by_desk and r.idle
      and l.generation <> (select switchboard.generation())
    returning l.*
  loop
    perform switchboard.add_entry(its.instance, its.last_n, 'records', '{}', true, null, '', false, null, null);
  end loop;
  return query
    update switchboard.lease l
    set beat_at = now(), deleted_n = greatest(l.deleted_n, least(l.last_n, r.deleted_n)),
      idle_at = case when r.idle then now() else l.idle_at end
    from jsonb_to_recordset(leases) as r (instance bigint, epoch bigint, deleted_n bigint, idle boolean)
    where l.instance = r.instance and l.epoch = r.epoch and l.holder = by_desk
    returning l.instance, l.wanted_by;
end $$;

update switchboard.team set schema_version = 19;
revoke all on all functions in schema switchboard from public;
