-- The shared journal of a team, version 10: a lease ends after 10 s of silence instead of 20. Desks renew theirs every
-- 2.5 s; a desk that knows only version 9 renews every 5 s and may go on.

create or replace function switchboard.take_lease(which bigint, by_desk uuid) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease l
  set holder = by_desk, epoch = epoch + 1, held_since = now(), beat_at = now(),
    wanted_by = case when wanted_by = by_desk then null else wanted_by end
  where l.instance = which
    and (holder is null or beat_at < now() - interval '10 s' or beat_at > now() + interval '10 s')
    and exists (select from switchboard.instance i where i.id = which and removed_at is null)
  returning epoch into given;
  if given is not null then perform pg_notify('switchboard', 'lease'); end if;
  return given;
end $$;

update switchboard.team set schema_version = 10;
revoke all on all functions in schema switchboard from public;
