-- Instances, and which desk receives for each.

-- An instance of the messaging service. `token` is sealed together with the address that it is for, so that another
-- address in this row gets no token. `token_id` names the token, whatever it is sealed with: a desk takes a token over
-- when this name is new to it, and not when the token was sealed anew. What the service
-- dates before `counts_from` (its time, epoch ms) is nobody's to answer, unless it came by the queue; a message should
-- be answered within `answer_target_ms`. Both are equal at all desks.
create table switchboard.instance (
  id bigint generated always as identity primary key,
  api_url text not null check (length(api_url) <= 2000),
  id_instance text not null check (length(id_instance) <= 100),
  family text not null check (length(family) <= 20),
  prefix text not null check (length(prefix) <= 200),
  name text not null check (length(name) <= 200),
  colour text not null check (length(colour) <= 20),
  token text not null check (octet_length(token) <= 10000),
  token_id text not null,
  counts_from bigint not null check (counts_from between 0 and 8640000000000000),
  answer_target_ms bigint not null check (answer_target_ms between 60000 and 2592000000),
  removed_at timestamptz,
  unique (api_url, id_instance)
);

-- Names a sealed token.
create function switchboard.token_name(sealed text) returns text language sql immutable set search_path = '' as $$
  select translate(rtrim(encode(sha256(convert_to(sealed, 'UTF8')), 'base64'), '='), '+/', '-_')
$$;

-- The history that this database follows. It changes whenever the database continues from a standby, a backup or a
-- dump, perhaps without its last commits. Null where the server does not say its timeline.
create function switchboard.generation() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return (select system_identifier from pg_catalog.pg_control_system())
    || ' ' || substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8)
    || ' ' || (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
    || ' ' || 'switchboard.journal'::regclass::oid;
exception when others then
  return null;
end $$;

-- Which desk (`holder`) receives an instance's notifications. `epoch` grows with every holder and fences the one
-- before; a lease belongs to the holder's `run`. `last_n` is the number of the newest entry of the journal, `last_id`
-- and `previous_id` are the links of that entry and of the one before, and `generation` is the history in which it was
-- made. The service has confirmed its deletes up to `deleted_n`, and showed an empty queue at `idle_at`.
create table switchboard.lease (
  instance bigint primary key references switchboard.instance (id),
  holder uuid references switchboard.member (id) on delete set null,
  wanted_by uuid references switchboard.member (id) on delete set null,
  epoch bigint not null default 0,
  run uuid,
  held_since timestamptz,
  beat_at timestamptz,
  idle_at timestamptz,
  last_n bigint not null default 0,
  last_id uuid,
  previous_id uuid,
  generation text default switchboard.generation(),
  deleted_n bigint not null default 0
) with (fillfactor = 20);

-- Gives a lease to the run of its holder.
create function switchboard.note_run() returns trigger language plpgsql set search_path = '' as $$
begin
  new.run := (select m.run from switchboard.member m where m.id = new.holder);
  return new;
end $$;
create trigger note_run before update of holder, epoch on switchboard.lease for each row
  when (new.holder is distinct from old.holder or new.epoch <> old.epoch) execute function switchboard.note_run();

-- ---- The passphrase ----

-- Whether the team's tokens are sealed with the passphrase that this value checks. It stays so until the transaction
-- ends.
create function switchboard.is_sealed_for(its_check text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform from switchboard.team t where t.check_value is not distinct from its_check for share;
  return found;
end $$;

-- Sets the value that checks the passphrase. False: another administrator made the team first, and nothing was changed.
create function switchboard.set_check_value(its_value text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  update switchboard.team set check_value = its_value where check_value is null and its_value is not null;
  return found;
end $$;

-- Replaces the passphrase and seals all tokens and secrets of webhooks anew in one step. `tokens` names for each
-- instance the token that the caller read (`was`) and the same sealed anew (`token`; null: the caller could not open
-- it, and it stays); `secrets` does so for webhooks (`secret`). Gives 'done'; 'other': the passphrase is another one by
-- now; 'changed': so is a token or a secret, and the caller reads them again. Nothing was changed then.
create function switchboard.change_passphrase(its_check text, next_check text, tokens jsonb, secrets jsonb, by_desk uuid)
returns text language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_check is null or next_check is null then raise check_violation; end if;
  perform switchboard.lock_webhooks();
  perform from switchboard.team t where t.check_value = its_check for update;
  if not found then return 'other'; end if;
  perform from switchboard.instance i order by i.id for no key update;
  if exists (
    select from switchboard.instance i where i.removed_at is null and not exists (
      select from jsonb_to_recordset(tokens) as r (id bigint, was text, token text) where r.id = i.id and r.was = i.token))
    or exists (
    select from switchboard.webhook w where w.settings is not null and not exists (
      select from jsonb_to_recordset(secrets) as r (id uuid, was text, secret text) where r.id = w.id and r.was = w.secret))
  then
    return 'changed';
  end if;
  update switchboard.instance i set token = r.token
  from jsonb_to_recordset(tokens) as r (id bigint, was text, token text)
  where i.id = r.id and i.removed_at is null and i.token = r.was and r.token is not null;
  update switchboard.webhook w set secret = r.secret
  from jsonb_to_recordset(secrets) as r (id uuid, was text, secret text)
  where r.id = w.id and w.settings is not null and r.was = w.secret and r.secret is not null;
  update switchboard.team set check_value = next_check;
  perform switchboard.wake('instance');
  return 'done';
end $$;

-- ---- Instances ----

-- Adds an instance, or changes the one of this address. One that was removed was received by a single desk meanwhile:
-- its journal gets a hole, so that no desk counts that time as complete. Null: the passphrase was changed, and this
-- token is sealed with an older one.
create function switchboard.put_instance(
  its_url text, its_id text, its_family text, its_prefix text, its_name text, its_colour text, its_token text, its_check text,
  its_counts_from bigint, its_target_ms bigint
) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
  its_n bigint;
  was_removed boolean;
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  if not switchboard.is_sealed_for(its_check) then return null; end if;
  select removed_at is not null into was_removed from switchboard.instance i
  where i.api_url = its_url and i.id_instance = its_id for no key update;
  insert into switchboard.instance as i (api_url, id_instance, family, prefix, name, colour, token, token_id, counts_from, answer_target_ms)
  values (its_url, its_id, its_family, its_prefix, its_name, its_colour, its_token, switchboard.token_name(its_token),
    its_counts_from, its_target_ms)
  on conflict (api_url, id_instance) do update set family = excluded.family, prefix = excluded.prefix, name = excluded.name,
    colour = excluded.colour, token = excluded.token, token_id = excluded.token_id, removed_at = null,
    counts_from = least(i.counts_from, excluded.counts_from), answer_target_ms = excluded.answer_target_ms
  returning i.id into given;
  insert into switchboard.lease (instance) values (given) on conflict do nothing;
  if was_removed then
    -- No entry has the number before this one, which every program takes for a hole.
    update switchboard.lease l set last_n = last_n + 2 where l.instance = given returning last_n into its_n;
    perform switchboard.add_entry(given, its_n, 'records', '{}', true, null, '', false, null, null);
  end if;
  perform switchboard.wake('instance');
  return given;
end $$;

-- Removes an instance. Its journal and its sends stay; nobody receives for it from now on.
create function switchboard.remove_instance(which bigint) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.may_act() then raise insufficient_privilege; end if;
  update switchboard.instance set removed_at = now(), token = '' where id = which;
  update switchboard.lease set holder = null, wanted_by = null, epoch = epoch + 1 where instance = which;
  perform switchboard.wake('instance');
end $$;

-- Stores a token that a member renewed at the service, sealed for the same address. False: the passphrase was changed,
-- and this token is sealed with an older one.
create function switchboard.renew_token(which bigint, its_token text, by_desk uuid, its_check text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if not switchboard.is_sealed_for(its_check) then return false; end if;
  update switchboard.instance i set token = its_token, token_id = switchboard.token_name(its_token)
  where i.id = which and i.removed_at is null;
  perform switchboard.wake('instance');
  return true;
end $$;

-- Sets how soon a message should be answered, ms.
create function switchboard.set_answer_target(which bigint, target_ms bigint, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.instance i set answer_target_ms = target_ms where i.id = which and i.removed_at is null;
  perform switchboard.wake('instance');
end $$;

-- ---- Leases ----

-- Takes a free lease: nobody holds it, its holder was silent for 10 s (holders renew every 2.5 s), or its holder's beat
-- lies in the future, since then the server's clock was set back. Gives the epoch, or null.
create function switchboard.take_lease(which bigint, by_desk uuid) returns bigint language plpgsql security definer set search_path = '' as $$
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
  if given is not null then perform switchboard.wake('lease'); end if;
  return given;
end $$;

-- Renews the leases that the caller holds, and notes what the service has deleted and which queues are empty. An empty
-- queue counts as complete from then on, so a hole for another history is entered before it. Gives the leases that the
-- caller really holds, and which desk wants each.
create function switchboard.renew_leases(by_desk uuid, leases jsonb)
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

-- Asks the holder of a lease to hand it over.
create function switchboard.want_lease(which bigint, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease set wanted_by = by_desk where instance = which and holder is distinct from by_desk;
  perform switchboard.wake('lease');
end $$;

-- Gives a lease to a desk (null: to the first that takes it). False: it was lost before.
create function switchboard.leave_lease(which bigint, its_epoch bigint, by_desk uuid, next_desk uuid, its_deleted_n bigint)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease
  set holder = next_desk, wanted_by = null, epoch = epoch + 1, deleted_n = greatest(deleted_n, least(last_n, its_deleted_n)),
    held_since = case when next_desk is null then null else now() end, beat_at = case when next_desk is null then null else now() end
  where instance = which and epoch = its_epoch and holder = by_desk;
  if not found then return false; end if;
  perform switchboard.wake('lease');
  return true;
end $$;
