-- The shared journal of a team, version 14: the passphrase can be changed. A program that knows only an older version
-- would go on sealing tokens with the old one, so it may not take part any more.

-- Names a token, whatever it is sealed with: a desk takes a token over when this is new to it, and not when it was
-- sealed anew.
alter table switchboard.instance add column token_id text;
create function switchboard.token_name(sealed text) returns text language sql immutable set search_path = '' as $$
  select translate(rtrim(encode(sha256(convert_to(sealed, 'UTF8')), 'base64'), '='), '+/', '-_')
$$;
update switchboard.instance set token_id = switchboard.token_name(token);

-- Whether the team's tokens are sealed with the passphrase that this value checks. It stays so until the transaction
-- ends.
create function switchboard.is_sealed_for(its_check text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform from switchboard.team t where t.check_value is not distinct from its_check for share;
  return found;
end $$;

-- Null: the passphrase was changed, and this token is sealed with an older one.
create function switchboard.put_instance(
  its_url text, its_id text, its_family text, its_prefix text, its_name text, its_colour text, its_token text, its_check text
) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  if not switchboard.is_sealed_for(its_check) then return null; end if;
  given := switchboard.put_instance(its_url, its_id, its_family, its_prefix, its_name, its_colour, its_token);
  update switchboard.instance i set token_id = switchboard.token_name(its_token) where i.id = given;
  return given;
end $$;

-- A token that a member renewed at the service, sealed for the same address. False: as above.
create function switchboard.renew_token(which bigint, its_token text, by_desk uuid, its_check text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if not switchboard.is_sealed_for(its_check) then return false; end if;
  update switchboard.instance i set token = its_token, token_id = switchboard.token_name(its_token)
  where i.id = which and i.removed_at is null;
  perform switchboard.wake('instance');
  return true;
end $$;
drop function switchboard.renew_token(bigint, text, uuid);

-- Replaces the passphrase and every sealed token in one step. `tokens` names for each instance the token that the
-- caller read (`was`) and the same sealed anew (`token`; null: the caller could not open it, and it stays). Gives
-- 'done'; 'other': the passphrase is another one by now; 'changed': so is a token, and the caller reads them again.
-- Nothing was changed then.
create function switchboard.change_passphrase(its_check text, next_check text, tokens jsonb, by_desk uuid) returns text language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_check is null or next_check is null then raise check_violation; end if;
  perform from switchboard.team t where t.check_value = its_check for update;
  if not found then return 'other'; end if;
  perform from switchboard.instance i order by i.id for update;
  if exists (
    select from switchboard.instance i where i.removed_at is null and not exists (
      select from jsonb_to_recordset(tokens) as r (id bigint, was text, token text) where r.id = i.id and r.was = i.token))
  then
    return 'changed';
  end if;
  update switchboard.instance i set token = r.token
  from jsonb_to_recordset(tokens) as r (id bigint, was text, token text)
  where i.id = r.id and i.removed_at is null and i.token = r.was and r.token is not null;
  update switchboard.team set check_value = next_check;
  perform switchboard.wake('instance');
  return 'done';
end $$;

update switchboard.team set schema_version = 14, least_known = 14;
revoke all on all functions in schema switchboard from public;
