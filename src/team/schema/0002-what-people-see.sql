-- The shared journal of a team, version 2: who answers for a chat and what is done, desks that were removed, renewed
-- tokens, and messages that went while the database was away. A program that knows version 1 can go on with this one.

-- ---- Members ----

-- Desks that an administrator took out. Their id is never entered again; whoever joins anew gets another one.
create table switchboard.gone (
  desk uuid primary key,
  at timestamptz not null default now()
);

-- Enters a desk, or says that it is here. False: the id is somebody else's, or was taken out.
create or replace function switchboard.be_here(desk uuid, its_name text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  is_new boolean;
begin
  if exists (select from switchboard.gone g where g.desk = be_here.desk) then return false; end if;
  insert into switchboard.member as m (id, name) values (desk, its_name)
  on conflict (id) do update set name = excluded.name, seen_at = now() where m.login = session_user
  returning m.xmax = 0 into is_new;
  if is_new then perform pg_notify('switchboard', 'member'); end if;
  return is_new is not null;
end $$;

-- Whether a desk was taken out by an administrator.
create function switchboard.is_gone(which uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from switchboard.gone where desk = which)
$$;

-- Takes a desk out: its own, or anybody's for an administrator. Its leases are free at once, its chats nobody's; what
-- it was sending stays unknown.
create or replace function switchboard.go_away(desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.chat_state;
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
  delete from switchboard.member where id = desk;
  if not found then return false; end if;
  perform pg_notify('switchboard', 'lease');
  perform pg_notify('switchboard', 'member');
  return true;
end $$;

-- ---- Instances ----

-- A token that a member renewed at the service, sealed for the same address.
create function switchboard.renew_token(which bigint, its_token text, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.instance set token = its_token where id = which and removed_at is null;
  perform pg_notify('switchboard', 'instance');
end $$;

-- ---- Sends ----

-- Enters what became of a message that went while this database was away, under the id that its composer gave it.
-- False: it is told already.
create function switchboard.enter_sent(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, its_state text, its_id_message text, by_desk uuid
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_state not in ('accepted', 'failed', 'uncertain', 'dismissed', 'cancelled') then raise check_violation; end if;
  insert into switchboard.send as s (id, instance, chat_id, operation, request, author, desk, state, attempt, id_message)
  values (its_id, which, its_chat_id, its_operation, its_request, by_desk, by_desk, its_state, 1, its_id_message)
  on conflict (id) do update set state = excluded.state, request = excluded.request, attempt = s.attempt + 1,
    id_message = excluded.id_message, changed_at = now()
  where s.state = 'queued' and s.desk = by_desk
  returning s.* into sent;
  if sent.id is null then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- Closes the question whether a message was sent whose desk is not here to say. False: it is closed already, or its
-- desk is here.
create function switchboard.dismiss_send(its_id uuid, by_desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.send s set state = 'dismissed', changed_at = now()
  where s.id = its_id and s.state = 'uncertain' and (s.desk = by_desk or not switchboard.is_here(s.desk))
  returning s.* into sent;
  if not found then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- ---- Chats and presence ----

-- Done is up to a time, the service's of the newest message that was seen, so that a message which comes after it waits
-- for an answer at every desk, whatever order the two are applied in. Null: nothing is done. It takes the place of
-- `state`, which nobody wrote.
alter table switchboard.chat_state add column done_until bigint;
alter table switchboard.chat_state alter column state set default 'open';
drop function switchboard.put_chat(bigint, text, uuid, text, bigint, uuid);

-- Enters the state of a chat for all. Never granted to anybody.
create function switchboard.note_chat(its switchboard.chat_state) returns void language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = its.instance returning last_n into given;
  perform switchboard.add_entry(its.instance, given, 'chat', json_build_object('chatId', its.chat_id, 'assignee', its.assignee,
    'doneUntil', its.done_until, 'version', its.version, 'by', its.changed_by,
    'at', floor(extract(epoch from its.at) * 1000))::text, true, null, '', false, null, its.changed_by);
end $$;

-- Says who answers for a chat. `seen` is who did when the caller looked, so that a mark of somebody else's refuses
-- nothing. False: another assignment came first.
create function switchboard.assign_chat(which bigint, its_chat_id text, its_assignee uuid, seen uuid, by_desk uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.chat_state;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  insert into switchboard.chat_state as c (instance, chat_id, version) values (which, its_chat_id, 0) on conflict do nothing;
  update switchboard.chat_state c set assignee = its_assignee, version = c.version + 1, changed_by = by_desk, at = now()
  where c.instance = which and c.chat_id = its_chat_id and c.assignee is not distinct from seen
  returning c.* into its;
  if its.instance is null then return false; end if;
  perform switchboard.note_chat(its);
  return true;
end $$;

-- Says up to when a chat is done, null: it is open. The last word counts.
create function switchboard.mark_chat(which bigint, its_chat_id text, until bigint, by_desk uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.chat_state;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  insert into switchboard.chat_state as c (instance, chat_id, done_until, version, changed_by) values (which, its_chat_id, until, 1, by_desk)
  on conflict (instance, chat_id) do update set done_until = until, version = c.version + 1, changed_by = by_desk, at = now()
  returning c.* into its;
  perform switchboard.note_chat(its);
end $$;

-- Names the chat, so that only desks that have it open ask.
create or replace function switchboard.put_read_mark(which bigint, its_chat_id text, until bigint, by_desk uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  insert into switchboard.read_mark as r (member, instance, chat_id, read_until) values (by_desk, which, its_chat_id, until)
  on conflict (instance, chat_id, member) do update set read_until = greatest(r.read_until, excluded.read_until);
  perform pg_notify('switchboard', 'read ' || which || ' ' || its_chat_id);
end $$;

update switchboard.team set schema_version = 2;
