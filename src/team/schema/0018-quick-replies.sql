-- The shared journal of a team, version 18: quick replies that all desks use. A program that knows version 15 can go on
-- with this one: it shares none.

-- `text` null: it was removed. `version` counts its changes, and `n` orders the changes of all of them, so that a desk
-- reads what changed since.
create table switchboard.quick_reply (
  id uuid primary key,
  name text not null check (length(name) between 1 and 64),
  text text check (length(text) between 1 and 20000),
  changed_by uuid not null,
  version bigint not null,
  n bigint not null unique
);

-- Adds, changes or (its_text null) removes a quick reply. `base` is the version that the caller saw. What a colleague
-- changed or removed meanwhile is never written over: the caller gets it as it stands, and keeps its own text. No row:
-- there is none, and nothing to remove. A team has 2,000 at most.
create function switchboard.put_quick_reply(its_id uuid, its_name text, its_text text, base bigint, by_desk uuid)
returns setof switchboard.quick_reply language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.quick_reply;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  -- One after another, so that whoever reads above a number misses no smaller one.
  perform pg_catalog.pg_advisory_xact_lock(7202914);
  select * into its from switchboard.quick_reply q where q.id = its_id;
  if its.id is null and its_text is null then return; end if;
  if its.id is not null and (its.version <> base or (its.text is not distinct from its_text and its.name = its_name)) then
    return next its;
    return;
  end if;
  if its.text is null and its_text is not null
    and (select count(*) from switchboard.quick_reply q where q.text is not null) >= 2000 then
    raise check_violation;
  end if;
  its := (its_id, its_name, its_text, by_desk, coalesce(its.version, 0) + 1,
    (select coalesce(max(q.n), 0) + 1 from switchboard.quick_reply q));
  insert into switchboard.quick_reply select (its).*
  on conflict (id) do update set name = excluded.name, text = excluded.text, changed_by = excluded.changed_by,
    version = excluded.version, n = excluded.n;
  perform switchboard.wake('quickReply');
  return next its;
end $$;

update switchboard.team set schema_version = 18;
revoke all on all functions in schema switchboard from public;
