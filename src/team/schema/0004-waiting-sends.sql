-- The shared journal of a team, version 4: what waits at a desk holds others only for as long as that desk asks for its
-- turn, and goes with the desk. A program that knows version 2 can go on with this one.

-- Waiting texts of a desk, for when it goes.
create index send_waiting on switchboard.send (desk) where state = 'queued';

-- Enters a send. False: it is there already, under its id. One that its desk took back may be entered again: it never
-- went.
create or replace function switchboard.put_send(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, by_desk uuid
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  -- The order of a lane is that in which this lock is had.
  perform pg_advisory_xact_lock(7202912, hashtext(which || ' ' || its_chat_id));
  insert into switchboard.send as s (id, instance, chat_id, operation, request, author, desk)
  values (its_id, which, its_chat_id, its_operation, its_request, by_desk, by_desk)
  on conflict (id) do update set state = 'queued', seq = default, request = excluded.request, changed_at = now()
  where s.state = 'cancelled' and s.desk = by_desk
  returning s.* into sent;
  if sent.id is null then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- Takes a send to make its request now, as it reads by now. No row: another one of its chat has to go before it, or it
-- is not to be sent any more. An uncertain one holds those behind it for a minute, as at a single desk. One that waits
-- holds them while its desk is here and asks for it, or for one before it: a desk may be paused, have no way to the
-- service, or have lost the text together with its instance.
create or replace function switchboard.claim_send(its_id uuid, by_desk uuid, its_request text)
returns table (attempt integer) language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.send;
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  select * into its from switchboard.send s where s.id = its_id;
  if its.id is null then return; end if;
  perform pg_advisory_xact_lock(7202912, hashtext(its.instance || ' ' || its.chat_id));
  update switchboard.send s set state = 'sending', attempt = s.attempt + 1, desk = by_desk, request = its_request, changed_at = now()
  where s.id = its_id and s.state = 'queued' and not exists (
    select from switchboard.send e
    where e.instance = s.instance and e.chat_id = s.chat_id and e.id <> s.id and (
      e.state = 'sending'
      or (e.state = 'queued' and e.seq < s.seq and switchboard.is_here(e.desk) and e.changed_at > now() - interval '2 min')
      or (e.state = 'uncertain' and e.changed_at > now() - interval '1 min')))
  returning s.* into sent;
  if found then
    perform switchboard.note_send(sent);
    return query select sent.attempt;
    return;
  end if;
  update switchboard.send s set changed_at = now()
  where s.instance = its.instance and s.chat_id = its.chat_id and s.desk = by_desk and s.state = 'queued' and s.seq >= its.seq
    and s.changed_at < now() - interval '10 s';
end $$;

-- Takes a desk out: its own, or anybody's for an administrator. Its leases are free at once, its chats nobody's, and
-- what waited there will not go; what it was sending stays unknown.
create or replace function switchboard.go_away(desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.chat_state;
  sent switchboard.send;
begin
  if not switchboard.is_own(desk) then
    if not pg_has_role(session_user, 'switchboard_administrator', 'member') then raise insufficient_privilege; end if;
    insert into switchboard.gone (desk) values (go_away.desk) on conflict do nothing;
  end if;
  for its in update switchboard.chat_state c set assignee = null, version = c.version + 1, changed_by = null, at = now()
    where c.assignee = go_away.desk returning c.*
  loop
    perform switchboard.note_chat(its);
  end loop;
  for sent in update switchboard.send s set state = 'cancelled', changed_at = now()
    where s.desk = go_away.desk and s.state = 'queued' returning s.*
  loop
    perform switchboard.note_send(sent);
  end loop;
  delete from switchboard.member where id = go_away.desk;
  if not found then return false; end if;
  perform pg_notify('switchboard', 'lease');
  perform pg_notify('switchboard', 'member');
  return true;
end $$;

-- Says who answers for a chat. `seen` is who did when the caller looked, so that a mark of somebody else's refuses
-- nothing. A chat of which nothing was ever said is anybody's to take: it may be the other id of one that the caller
-- sees as taken. False: another assignment came first.
create or replace function switchboard.assign_chat(which bigint, its_chat_id text, its_assignee uuid, seen uuid, by_desk uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.chat_state;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  insert into switchboard.chat_state as c (instance, chat_id, version) values (which, its_chat_id, 0) on conflict do nothing;
  update switchboard.chat_state c set assignee = its_assignee, version = c.version + 1, changed_by = by_desk, at = now()
  where c.instance = which and c.chat_id = its_chat_id and (c.version = 0 or c.assignee is not distinct from seen)
  returning c.* into its;
  if its.instance is null then return false; end if;
  perform switchboard.note_chat(its);
  return true;
end $$;

-- What desks that are gone left waiting.
do $$
declare
  sent switchboard.send;
begin
  for sent in update switchboard.send s set state = 'cancelled', changed_at = now()
    where s.state = 'queued' and not exists (select from switchboard.member m where m.id = s.desk) returning s.*
  loop
    perform switchboard.note_send(sent);
  end loop;
end $$;

update switchboard.team set schema_version = 4;
