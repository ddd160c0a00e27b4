-- The shared journal of a team, version 17: the newest messages of a chat that one desk read from the service's history
-- come to all desks by the journal, so that a newcomer need not ask for them. A program that knows version 15 can go on
-- with this one.

-- Enters a window of a chat's history: at most 100 records, as the service gave them. The entry names the desk and the
-- login, as that of a notification does. It brings messages and says nothing of what is complete: that each desk learns
-- from the service alone. False: the instance is not in the team.
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

update switchboard.team set schema_version = 17;
revoke all on all functions in schema switchboard from public;
