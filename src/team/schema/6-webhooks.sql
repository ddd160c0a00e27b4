-- Webhooks that belong to the team: the holder of an instance's lease delivers its events.

-- `settings` is JSON in terms that all desks share; null: it was removed. `secret` is sealed together with the address
-- that it is for, and `secret_id` names it, whatever it is sealed with. `round` counts how often it began anew at
-- another place. `version` grows with each change by people (count_on), and `n` also with those of its dead letters.
create table switchboard.webhook (
  id uuid primary key,
  name text not null check (length(name) between 1 and 64),
  settings text check (octet_length(settings) <= 20000),
  secret text check (octet_length(secret) <= 10000),
  secret_id uuid,
  state text not null check (state in ('active', 'paused', 'stopped')),
  round bigint not null default 0,
  changed_by uuid not null,
  version bigint not null,
  n bigint not null,
  check ((settings is null) = (secret is null) and (settings is null) = (secret_id is null))
);

-- All entries of an instance up to `n` are done. No row: none is.
create table switchboard.webhook_cursor (
  webhook uuid not null references switchboard.webhook (id) on delete cascade,
  instance bigint not null references switchboard.instance (id),
  n bigint not null,
  primary key (webhook, instance)
) with (fillfactor = 50);

-- Entries below the cursor that the endpoint did not take. `entry` is the journal's id.
create table switchboard.dead_letter (
  webhook uuid not null references switchboard.webhook (id) on delete cascade,
  instance bigint not null references switchboard.instance (id),
  entry uuid not null,
  n bigint not null,
  tries integer not null,
  first_failed_at bigint not null,
  trouble text not null check (octet_length(trouble) <= 10000),
  is_replaying boolean not null default false,
  primary key (webhook, instance, entry)
);

-- ---- Changes by people ----

-- Changes of webhooks, of programs and of the passphrase come one after another.
create function switchboard.lock_webhooks() returns void language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(7202915)
$$;

-- Continues a count of changes by the server's clock, so that a database that was set back gives no number again that a
-- desk has from what was lost.
create function switchboard.count_on(before bigint) returns bigint language sql set search_path = '' as $$
  select greatest(before + 1, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
$$;

-- Wakes all desks: something of a webhook changed.
create function switchboard.note_webhook(its_webhook uuid) returns void language plpgsql set search_path = '' as $$
begin
  update switchboard.webhook set n = (select switchboard.count_on(max(w.n)) from switchboard.webhook w) where id = its_webhook;
  perform switchboard.wake('webhook');
end $$;

-- The entry after which a webhook begins that is to get what came from a time on (epoch ms); null: from now on.
create function switchboard.place_of(which bigint, begins_at bigint) returns bigint language sql stable set search_path = '' as $$
  select case when begins_at is null then (select l.last_n from switchboard.lease l where l.instance = which)
    else coalesce((
      select j.n from switchboard.journal j where j.instance = which and j.at < to_timestamp(begins_at / 1000.0) order by j.n desc limit 1), 0)
    end
$$;

-- Adds, changes or (its_settings null) removes a webhook. `base` is the version that the caller saw, 0 for a new one.
-- `its_check` is that of the passphrase with which the secret is sealed. A team has 50 at most. Gives 'done';
-- 'changed': another change came first; 'passphrase': it is another one by now. Nothing was changed then.
create function switchboard.put_webhook(
  its_id uuid, its_name text, its_settings text, its_secret text, its_secret_id uuid, base bigint, its_check text, begins_at bigint, by_desk uuid
) returns text language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.webhook;
begin
  if not switchboard.may_act() or not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if base is null or abs(begins_at) > 8640000000000000 or (its_settings is not null and json_typeof(its_settings::json) <> 'object') then
    raise check_violation;
  end if;
  perform switchboard.lock_webhooks();
  if its_settings is not null and not switchboard.is_sealed_for(its_check) then return 'passphrase'; end if;
  select * into its from switchboard.webhook w where w.id = its_id;
  if coalesce(its.version, 0) <> base or (its.id is not null and its.settings is null) then return 'changed'; end if;
  if its.id is null then
    if its_settings is null then return 'changed'; end if;
    if (select count(*) from switchboard.webhook w where w.settings is not null) >= 50 then raise check_violation; end if;
    insert into switchboard.webhook (id, name, settings, secret, secret_id, state, changed_by, version, n)
    values (its_id, its_name, its_settings, its_secret, its_secret_id, 'active', by_desk, switchboard.count_on(0),
      (select switchboard.count_on(coalesce(max(w.n), 0)) from switchboard.webhook w));
    insert into switchboard.webhook_cursor (webhook, instance, n)
    select its_id, i.id, switchboard.place_of(i.id, begins_at) from switchboard.instance i;
  else
    update switchboard.webhook set name = its_name, settings = its_settings, secret = its_secret, secret_id = its_secret_id,
      changed_by = by_desk, version = switchboard.count_on(version)
    where id = its_id;
    if its_settings is null then
      delete from switchboard.webhook_cursor where webhook = its_id;
      delete from switchboard.dead_letter where webhook = its_id;
      -- So many of those that were removed are remembered.
      delete from switchboard.webhook w where w.id in (
        select o.id from switchboard.webhook o where o.settings is null and o.id <> its_id order by o.n desc offset 200);
    end if;
  end if;
  perform switchboard.note_webhook(its_id);
  return 'done';
end $$;

-- Pauses, resumes or stops a webhook. False: another change came first.
create function switchboard.set_webhook_state(its_id uuid, its_state text, base bigint, by_desk uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_state is null then raise check_violation; end if;
  perform switchboard.lock_webhooks();
  update switchboard.webhook w set state = its_state, changed_by = by_desk, version = switchboard.count_on(w.version)
  where w.id = its_id and w.version = base and w.settings is not null;
  if not found then return false; end if;
  perform switchboard.note_webhook(its_id);
  return true;
end $$;

-- Begins anew with what came from a time on (epoch ms); null: from now on. False: there is no such webhook.
create function switchboard.seek_webhook(its_id uuid, begins_at bigint, by_desk uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.may_act() or not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if abs(begins_at) > 8640000000000000 then raise check_violation; end if;
  perform switchboard.lock_webhooks();
  update switchboard.webhook w set round = w.round + 1, version = switchboard.count_on(w.version), changed_by = by_desk
  where w.id = its_id and w.settings is not null;
  if not found then return false; end if;
  insert into switchboard.webhook_cursor as c (webhook, instance, n)
  select its_id, i.id, switchboard.place_of(i.id, begins_at) from switchboard.instance i
  on conflict (webhook, instance) do update set n = excluded.n;
  -- These are delivered again.
  delete from switchboard.dead_letter d using switchboard.webhook_cursor c
  where d.webhook = its_id and c.webhook = its_id and c.instance = d.instance and d.n > c.n;
  perform switchboard.note_webhook(its_id);
  return true;
end $$;

-- Sends dead letters once more, or gives them up for good. `entries` null: all. Gives how many.
create function switchboard.ask_letters(its_id uuid, entries uuid[], is_skipped boolean, by_desk uuid)
returns integer language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if is_skipped is null then raise check_violation; end if;
  perform switchboard.lock_webhooks();
  if is_skipped then
    delete from switchboard.dead_letter d where d.webhook = its_id and (entries is null or d.entry = any (entries));
  else
    update switchboard.dead_letter d set is_replaying = true
    where d.webhook = its_id and not d.is_replaying and (entries is null or d.entry = any (entries));
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then perform switchboard.note_webhook(its_id); end if;
  return changed;
end $$;

-- Switches the delivery of all webhooks on or off.
create function switchboard.switch_webhooks(is_on boolean, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.may_act() or not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if is_on is null then raise check_violation; end if;
  update switchboard.team set webhooks_on = is_on where webhooks_on <> is_on;
  perform switchboard.wake('webhook');
end $$;

-- ---- Delivery ----

-- Moves a cursor from the number that the caller read to another one, for the present holder of the instance's lease
-- alone. `its_link` is that of the entry `to_n`: in a database that was set back another entry may have its number.
-- Desks know the links of 10,000 entries; null: it is older. `letters` are entries up to `to_n` that the endpoint did
-- not take, 100 at most: {n, entry, tries, first_failed_at, trouble}. Gives 'done'; 'lost': the lease or the cursor is
-- another one; 'full': the webhook has 2,000 dead letters. Nothing was changed then.
create function switchboard.advance_cursor(
  its_webhook uuid, which bigint, its_epoch bigint, from_n bigint, to_n bigint, its_link uuid, letters jsonb, by_desk uuid
) returns text language plpgsql security definer set search_path = '' as $$
declare
  newest bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if from_n is null or to_n is null or from_n < 0 or to_n <= from_n or letters is null or jsonb_typeof(letters) <> 'array' or jsonb_array_length(letters) > 100 then
    raise check_violation;
  end if;
  if jsonb_array_length(letters) > 0 then perform switchboard.lock_webhooks(); end if;
  -- Nobody takes the lease until this is committed.
  select l.last_n into newest from switchboard.lease l
  where l.instance = which and l.holder = by_desk and l.epoch = its_epoch for share;
  if not found or to_n > newest then return 'lost'; end if;
  if (its_link is not null or to_n > newest - 10000) and not exists (
    select from switchboard.journal j where j.instance = which and j.n = to_n and coalesce(j.link, j.id) = its_link)
  then
    return 'lost';
  end if;
  if jsonb_array_length(letters) > 0
    and (select count(*) from switchboard.dead_letter d where d.webhook = its_webhook) + jsonb_array_length(letters) > 2000 then
    return 'full';
  end if;
  perform from switchboard.webhook w where w.id = its_webhook and w.settings is not null for key share;
  if not found then return 'lost'; end if;
  insert into switchboard.webhook_cursor (webhook, instance, n) select its_webhook, which, to_n where from_n = 0
  on conflict (webhook, instance) do nothing;
  if not found then
    update switchboard.webhook_cursor c set n = to_n where c.webhook = its_webhook and c.instance = which and c.n = from_n;
    if not found then return 'lost'; end if;
  end if;
  if jsonb_array_length(letters) > 0 then
    insert into switchboard.dead_letter (webhook, instance, entry, n, tries, first_failed_at, trouble)
    select its_webhook, which, r.entry, r.n, r.tries, r.first_failed_at, r.trouble
    from jsonb_to_recordset(letters) as r (n bigint, entry uuid, tries integer, first_failed_at bigint, trouble text)
    join switchboard.journal j on j.instance = which and j.n = r.n and j.id = r.entry
    where r.n > from_n and r.n <= to_n
    on conflict (webhook, instance, entry) do nothing;
    perform switchboard.note_webhook(its_webhook);
  end if;
  return 'done';
end $$;

-- Sets the outcome of a dead letter that was sent once more, for the present holder of the lease alone.
create function switchboard.settle_letter(
  its_webhook uuid, which bigint, its_epoch bigint, its_entry uuid, is_delivered boolean, its_tries integer, its_trouble text, by_desk uuid
) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if is_delivered is null then raise check_violation; end if;
  perform switchboard.lock_webhooks();
  perform from switchboard.lease l where l.instance = which and l.holder = by_desk and l.epoch = its_epoch for share;
  if not found then return false; end if;
  if is_delivered then
    delete from switchboard.dead_letter d
    where d.webhook = its_webhook and d.instance = which and d.entry = its_entry and d.is_replaying;
  else
    update switchboard.dead_letter d set is_replaying = false, tries = its_tries, trouble = its_trouble
    where d.webhook = its_webhook and d.instance = which and d.entry = its_entry and d.is_replaying;
  end if;
  if not found then return false; end if;
  perform switchboard.note_webhook(its_webhook);
  return true;
end $$;
