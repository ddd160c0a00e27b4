-- The shared journal of a team, version 23: of several sends with the same text, whose answers were lost, one has the
-- message that arrived. A program that knows version 15 can go on with this one: it tells no id that it found by text.

-- Whether `id_message` was found by the text of the message alone: no answer to the request named it.
alter table switchboard.send add column id_is_found boolean not null default false;
create index send_id_message on switchboard.send (instance, chat_id, id_message) where id_message is not null;

-- An answer names this send: another one of its chat, which had the same id by its text alone, is uncertain again.
-- Never granted to anybody.
create function switchboard.take_id(sent switchboard.send) returns void language plpgsql set search_path = '' as $$
declare
  other switchboard.send;
begin
  for other in
    update switchboard.send s set state = 'uncertain', id_message = null, id_is_found = false, changed_at = now()
    where s.instance = sent.instance and s.chat_id = sent.chat_id and s.id_message = sent.id_message and s.id <> sent.id
      and s.id_is_found and s.state = 'accepted'
    returning s.*
  loop
    perform switchboard.note_send(other);
  end loop;
end $$;

-- As version 9. `is_found`: the id was found by the message's text alone. The first send that is said to have such an
-- id has it, until an answer names another one. False also: another send has the id, and this one is uncertain.
create function switchboard.settle_send(
  its_id uuid, by_desk uuid, its_attempt integer, its_state text, its_id_message text, is_found boolean
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.send;
  is_anothers boolean := false;
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if is_found is null then raise check_violation; end if;
  if its_id_message is not null then
    select * into its from switchboard.send s where s.id = its_id;
    perform pg_advisory_xact_lock(7202912, hashtext(its.instance || ' ' || its.chat_id));
    is_anothers := is_found and exists (
      select from switchboard.send s
      where s.instance = its.instance and s.chat_id = its.chat_id and s.id_message = its_id_message and s.id <> its_id);
    if is_anothers then
      its_state := 'uncertain';
      its_id_message := null;
    end if;
  end if;
  update switchboard.send s
  set state = case when s.state = 'sending' and its_state in ('queued', 'cancelled') and s.run is distinct from switchboard.this_run()
      then 'uncertain' else its_state end,
    id_message = coalesce(its_id_message, s.id_message),
    id_is_found = case when its_id_message is null then s.id_is_found else is_found end, changed_at = now()
  where s.id = its_id and s.attempt = its_attempt and s.desk = by_desk
    and s.state in ('queued', 'sending', 'uncertain') and s.state <> its_state and its_state <> 'sending'
    and (s.state <> 'queued' or its_state in ('cancelled', 'failed'))
    and (s.state <> 'uncertain' or its_state not in ('queued', 'cancelled') or s.run is not distinct from switchboard.this_run())
  returning s.* into sent;
  if not found then return false; end if;
  if its_id_message is not null and not is_found then perform switchboard.take_id(sent); end if;
  perform switchboard.note_send(sent);
  return not is_anothers;
end $$;
create or replace function switchboard.settle_send(
  its_id uuid, by_desk uuid, its_attempt integer, its_state text, its_id_message text
) returns boolean language sql security definer set search_path = '' as $$
  select switchboard.settle_send(its_id, by_desk, its_attempt, its_state, its_id_message, false)
$$;

-- As version 2, and its id is that of an answer.
create or replace function switchboard.enter_sent(
  its_id uuid, which bigint, its_chat_id text, its_operation text, its_request text, its_state text, its_id_message text, by_desk uuid
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_state not in ('accepted', 'failed', 'uncertain', 'dismissed', 'cancelled') then raise check_violation; end if;
  perform pg_advisory_xact_lock(7202912, hashtext(which || ' ' || its_chat_id));
  insert into switchboard.send as s (id, instance, chat_id, operation, request, author, desk, state, attempt, id_message)
  values (its_id, which, its_chat_id, its_operation, its_request, by_desk, by_desk, its_state, 1, its_id_message)
  on conflict (id) do update set state = excluded.state, request = excluded.request, attempt = s.attempt + 1,
    id_message = excluded.id_message, changed_at = now()
  where s.state = 'queued' and s.desk = by_desk
  returning s.* into sent;
  if sent.id is null then return false; end if;
  if sent.id_message is not null then perform switchboard.take_id(sent); end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

update switchboard.team set schema_version = 23;
revoke all on all functions in schema switchboard from public;
