-- The shared journal of a team, version 1. Run by whoever owns the database (docs/team.md); no desk ever runs it.
-- Every name is written with its schema, so nothing depends on a search path. All times are the server's own.
--
-- Desks write through the functions below alone, so that the fence of a lease, the order of a lane and the name of who
-- wrote hold whatever a desk does. grants.sql says who may call which.

create schema switchboard;

-- What this database is. `check_value` is a known text, sealed with the team's passphrase: who can open it has the
-- right one. A desk that knows a schema older than `least_known` may not take part.
create table switchboard.team (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  program text not null default 'switchboard' check (program = 'switchboard'),
  schema_version integer not null,
  least_known integer not null,
  check_value text check (octet_length(check_value) <= 10000),
  created_at timestamptz not null default now()
);
insert into switchboard.team (schema_version, least_known) values (1, 1);

-- A person at a desk. The id is the desk's own; the login is the one that the server saw.
create table switchboard.member (
  id uuid primary key,
  login name not null default session_user,
  name text not null check (length(name) between 1 and 80),
  seen_at timestamptz not null default now()
) with (fillfactor = 50);

-- `token` is sealed together with the address that it is for, so that another address in this row gets no token.
create table switchboard.instance (
  id bigint generated always as identity primary key,
  api_url text not null check (length(api_url) <= 2000),
  id_instance text not null check (length(id_instance) <= 100),
  family text not null check (length(family) <= 20),
  prefix text not null check (length(prefix) <= 200),
  name text not null check (length(name) <= 200),
  colour text not null check (length(colour) <= 20),
  token text not null check (octet_length(token) <= 10000),
  removed_at timestamptz,
  unique (api_url, id_instance)
);

-- Who takes an instance's notifications just now. `epoch` grows with every holder and fences the one before. `last_n`
-- is the newest entry; up to `deleted_n` the service has confirmed its deletes; at `idle_at` its queue was last seen
-- empty.
create table switchboard.lease (
  instance bigint primary key references switchboard.instance (id),
  holder uuid references switchboard.member (id) on delete set null,
  wanted_by uuid references switchboard.member (id) on delete set null,
  epoch bigint not null default 0,
  held_since timestamptz,
  beat_at timestamptz,
  idle_at timestamptz,
  last_n bigint not null default 0,
  deleted_n bigint not null default 0
) with (fillfactor = 20);

-- What the service said and what the team did. `n` has no gaps, and its order is that of the commits: it is given under
-- the lock of the lease's row. `raw` is JSON; a body that was none is kept as a JSON string of it. `repeat_of` is the
-- same body, whose delete was not confirmed. A partition for each month, so that keeping is dropping.
create table switchboard.journal (
  instance bigint not null,
  n bigint not null,
  kind text not null check (kind in ('notification', 'records', 'send', 'chat')),
  raw text not null,
  is_json boolean not null,
  receipt_id text,
  hash text not null,
  queue_complete boolean not null,
  repeat_of bigint,
  desk uuid,
  login name not null default session_user,
  at timestamptz not null default now(),
  primary key (instance, n, at)
) partition by range (at);

-- One row for each message that somebody of the team sends. The id is made by the composer, so whoever retries makes no
-- second one. `desk` is the one that claimed it: a claim whose outcome is not known is never taken over.
create table switchboard.send (
  id uuid primary key,
  seq bigint generated always as identity,
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  operation text not null check (length(operation) <= 50),
  request text not null check (octet_length(request) <= 200000),
  state text not null default 'queued' check (state in ('queued', 'sending', 'accepted', 'failed', 'uncertain', 'cancelled', 'dismissed')),
  attempt integer not null default 0,
  author uuid not null,
  desk uuid,
  id_message text check (length(id_message) <= 200),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index send_lane on switchboard.send (instance, chat_id, seq) where state in ('queued', 'sending', 'uncertain');
create index send_under_way on switchboard.send (desk) where state = 'sending';

-- Who answers for a chat, and whether it is done. A change names the version that it saw.
create table switchboard.chat_state (
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  assignee uuid references switchboard.member (id) on delete set null,
  state text not null check (state in ('open', 'done')),
  version bigint not null,
  changed_by uuid,
  at timestamptz not null default now(),
  primary key (instance, chat_id)
);

-- How far each member has read a chat: the service's time of the newest message that they saw, epoch ms.
create table switchboard.read_mark (
  member uuid not null references switchboard.member (id) on delete cascade,
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  read_until bigint not null,
  primary key (instance, chat_id, member)
);

-- Who looks at or writes in which chat. A crash of the server empties it, and nobody minds.
create unlogged table switchboard.presence (
  member uuid primary key references switchboard.member (id) on delete cascade,
  instance bigint not null,
  chat_id text not null check (length(chat_id) between 1 and 200),
  what text not null check (what in ('reading', 'writing')),
  until timestamptz not null
) with (fillfactor = 50);

-- ---- Months ----

-- Makes the partitions of this month and the next two. Whoever appends calls it when one is missing.
create function switchboard.make_months() returns void language plpgsql security definer set search_path = '' as $$
declare
  begins timestamp;
  part text;
begin
  perform pg_advisory_xact_lock(7202911);
  for ahead in 0..2 loop
    begins := date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead);
    part := 'journal_' || to_char(begins, 'YYYYMM');
    if to_regclass('switchboard.' || part) is null then
      execute format('create table switchboard.%I partition of switchboard.journal for values from (%L) to (%L)',
        part, begins at time zone 'UTC', (begins + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
end $$;
select switchboard.make_months();

-- Drops the months that ended before the last `keep` whole ones. Gives how many went.
create function switchboard.drop_months(keep integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  part name;
  dropped integer := 0;
begin
  if keep is null or keep < 1 then raise exception 'at least one month is kept'; end if;
  for part in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'switchboard.journal'::regclass
      and c.relname < 'journal_' || to_char((now() at time zone 'UTC') - make_interval(months => keep), 'YYYYMM')
  loop
    execute format('drop table switchboard.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- ---- Members ----

-- Whether this desk is the caller's own.
create function switchboard.is_own(desk uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from switchboard.member where id = desk and login = session_user)
$$;

-- Whether a desk said so lately.
create function switchboard.is_here(desk uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from switchboard.member where id = desk and seen_at between now() - interval '30 s' and now() + interval '30 s')
$$;

-- Enters a desk, or says that it is here. False: the id is somebody else's.
create function switchboard.be_here(desk uuid, its_name text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  insert into switchboard.member as m (id, name) values (desk, its_name)
  on conflict (id) do update set name = excluded.name, seen_at = now() where m.login = session_user;
  return found;
end $$;

-- Takes a desk out: its own, or anybody's for an administrator. Its leases are free at once; what it was sending stays
-- unknown.
create function switchboard.go_away(desk uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(desk) and not pg_has_role(session_user, 'switchboard_administrator', 'member') then
    raise insufficient_privilege;
  end if;
  delete from switchboard.member where id = desk;
  if not found then return false; end if;
  perform pg_notify('switchboard', 'lease');
  return true;
end $$;

-- ---- Instances ----

create function switchboard.put_instance(
  its_url text, its_id text, its_family text, its_prefix text, its_name text, its_colour text, its_token text
) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  insert into switchboard.instance as i (api_url, id_instance, family, prefix, name, colour, token)
  values (its_url, its_id, its_family, its_prefix, its_name, its_colour, its_token)
  on conflict (api_url, id_instance) do update set family = excluded.family, prefix = excluded.prefix, name = excluded.name,
    colour = excluded.colour, token = excluded.token, removed_at = null
  returning i.id into given;
  insert into switchboard.lease (instance) values (given) on conflict do nothing;
  perform pg_notify('switchboard', 'instance');
  return given;
end $$;

-- The journal and the sends of it stay. Nobody receives for it from now on.
create function switchboard.remove_instance(which bigint) returns void language plpgsql security definer set search_path = '' as $$
begin
  update switchboard.instance set removed_at = now(), token = '' where id = which;
  update switchboard.lease set holder = null, wanted_by = null, epoch = epoch + 1 where instance = which;
  perform pg_notify('switchboard', 'instance');
end $$;

-- ---- Leases ----

-- A lease is free when nobody holds it, when its holder was silent for 20 s, or when its holder's word lies in the
-- future, since then the server's clock was set back. Gives the epoch, or null.
create function switchboard.take_lease(which bigint, by_desk uuid) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease l
  set holder = by_desk, epoch = epoch + 1, held_since = now(), beat_at = now(),
    wanted_by = case when wanted_by = by_desk then null else wanted_by end
  where l.instance = which
    and (holder is null or beat_at < now() - interval '20 s' or beat_at > now() + interval '20 s')
    and exists (select from switchboard.instance i where i.id = which and removed_at is null)
  returning epoch into given;
  if given is not null then perform pg_notify('switchboard', 'lease'); end if;
  return given;
end $$;

-- Says that the caller still holds these, what the service has deleted of them, and which queues are empty now. Gives
-- those that it really holds, and who wants them.
create function switchboard.renew_leases(by_desk uuid, leases jsonb)
returns table (instance bigint, wanted_by uuid) language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  return query
    update switchboard.lease l
    set beat_at = now(), deleted_n = greatest(l.deleted_n, least(l.last_n, r.deleted_n)),
      idle_at = case when r.idle then now() else l.idle_at end
    from jsonb_to_recordset(leases) as r (instance bigint, epoch bigint, deleted_n bigint, idle boolean)
    where l.instance = r.instance and l.epoch = r.epoch and l.holder = by_desk
    returning l.instance, l.wanted_by;
end $$;

-- Asks the holder to hand over; free ones are there for the taking.
create function switchboard.want_lease(which bigint, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease set wanted_by = by_desk where instance = which and holder is distinct from by_desk;
  perform pg_notify('switchboard', 'lease');
end $$;

-- Gives a lease to a desk, or to whoever comes first. False: it was lost before.
create function switchboard.leave_lease(which bigint, its_epoch bigint, by_desk uuid, next_desk uuid, its_deleted_n bigint)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease
  set holder = next_desk, wanted_by = null, epoch = epoch + 1, deleted_n = greatest(deleted_n, least(last_n, its_deleted_n)),
    held_since = case when next_desk is null then null else now() end, beat_at = case when next_desk is null then null else now() end
  where instance = which and epoch = its_epoch and holder = by_desk;
  if not found then return false; end if;
  perform pg_notify('switchboard', 'lease');
  return true;
end $$;

-- ---- The journal ----

-- Used by the functions below, never granted to anybody.
create function switchboard.add_entry(
  which bigint, its_n bigint, its_kind text, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean, its_repeat_of bigint, by_desk uuid
) returns void language plpgsql security definer set search_path = '' as $$
begin
  begin
    insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk)
    values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk);
  exception when check_violation then
    -- No partition for this month yet.
    perform switchboard.make_months();
    insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk)
    values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk);
  end;
  perform pg_notify('switchboard', 'journal ' || which || ' ' || its_n);
end $$;

-- Keeps a notification for all. No row: the lease is lost, nothing was kept, and nothing may be deleted at the service.
create function switchboard.append(
  which bigint, its_epoch bigint, by_desk uuid, its_deleted_n bigint, its_raw text, its_is_json boolean, its_receipt_id text,
  its_hash text, its_queue_complete boolean
) returns table (n bigint, repeat_of bigint) language plpgsql security definer set search_path = '' as $$
declare
  given switchboard.lease;
  earlier bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease l
  set last_n = last_n + 1, deleted_n = greatest(deleted_n, least(last_n, its_deleted_n)), beat_at = now()
  where l.instance = which and epoch = its_epoch and holder = by_desk
  returning l.* into given;
  if given.instance is null then return; end if;
  select min(j.n) into earlier from switchboard.journal j
  where j.instance = which and j.n > given.deleted_n and j.hash = its_hash and j.kind = 'notification';
  perform switchboard.add_entry(which, given.last_n, 'notification', its_raw, its_is_json, its_receipt_id, its_hash,
    its_queue_complete, earlier, by_desk);
  return query select given.last_n, earlier;
end $$;

-- Enters what a desk learned by asking, for the others.
create function switchboard.note_records(which bigint, by_desk uuid, its_raw text, its_hash text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.lease set last_n = last_n + 1 where instance = which returning last_n into given;
  if given is null then return null; end if;
  perform switchboard.add_entry(which, given, 'records', its_raw, true, null, its_hash, false, null, by_desk);
  return given;
end $$;

-- ---- Sends ----

-- Enters the state of a send for all. Never granted to anybody.
create function switchboard.note_send(sent switchboard.send) returns void language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = sent.instance returning last_n into given;
  perform switchboard.add_entry(sent.instance, given, 'send', json_build_object('id', sent.id, 'chatId', sent.chat_id,
    'operation', sent.operation, 'request', sent.request, 'state', sent.state, 'attempt', sent.attempt, 'author', sent.author,
    'desk', sent.desk, 'idMessage', sent.id_message, 'createdAt', floor(extract(epoch from sent.created_at) * 1000),
    'changedAt', floor(extract(epoch from sent.changed_at) * 1000))::text, true, null, '', false, null, sent.desk);
end $$;

-- Enters a send. False: it is there already, under its id.
create function switchboard.put_send(
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
  on conflict (id) do nothing returning s.* into sent;
  if sent.id is null then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- Takes a send to make its request now, as it reads by now. No row: another one of its chat has to go before it, or it
-- is not to be sent any more. An uncertain one holds those behind it for a minute, as at a single desk; one that waits
-- at a desk that is not here holds nothing.
create function switchboard.claim_send(its_id uuid, by_desk uuid, its_request text)
returns table (attempt integer) language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  select * into sent from switchboard.send s where s.id = its_id;
  if sent.id is null then return; end if;
  perform pg_advisory_xact_lock(7202912, hashtext(sent.instance || ' ' || sent.chat_id));
  update switchboard.send s set state = 'sending', attempt = s.attempt + 1, desk = by_desk, request = its_request, changed_at = now()
  where s.id = its_id and s.state = 'queued' and not exists (
    select from switchboard.send e
    where e.instance = s.instance and e.chat_id = s.chat_id and e.id <> s.id and (
      e.state = 'sending' or (e.state = 'queued' and e.seq < s.seq and switchboard.is_here(e.desk))
      or (e.state = 'uncertain' and e.changed_at > now() - interval '1 min')))
  returning s.* into sent;
  if not found then return; end if;
  perform switchboard.note_send(sent);
  return query select sent.attempt;
end $$;

-- Says what became of a claim, or of one that was not claimed yet. False: another attempt, or another desk, has it now.
create function switchboard.settle_send(
  its_id uuid, by_desk uuid, its_attempt integer, its_state text, its_id_message text
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  update switchboard.send s
  set state = its_state, id_message = coalesce(its_id_message, s.id_message), changed_at = now()
  where s.id = its_id and s.attempt = its_attempt and s.desk = by_desk
    and s.state in ('queued', 'sending', 'uncertain') and s.state <> its_state and its_state <> 'sending'
    and (s.state <> 'queued' or its_state in ('cancelled', 'failed'))
  returning s.* into sent;
  if not found then return false; end if;
  perform switchboard.note_send(sent);
  return true;
end $$;

-- What a desk that went was sending may or may not be sent: anybody who sees it says so, for all.
create function switchboard.doubt_sends() returns integer language plpgsql security definer set search_path = '' as $$
declare
  sent switchboard.send;
  count integer := 0;
begin
  for sent in
    update switchboard.send s set state = 'uncertain', changed_at = now()
    where s.state = 'sending' and s.changed_at < now() - interval '1 min' and not switchboard.is_here(s.desk)
    returning s.*
  loop
    perform switchboard.note_send(sent);
    count := count + 1;
  end loop;
  return count;
end $$;

-- ---- Chats and presence ----

-- Changes a chat's state. `seen` is the version that the caller saw, 0 for none. No row: another change came first.
create function switchboard.put_chat(
  which bigint, its_chat_id text, its_assignee uuid, its_state text, seen bigint, by_desk uuid
) returns table (version bigint) language plpgsql security definer set search_path = '' as $$
declare
  now_is switchboard.chat_state;
  given bigint;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if seen = 0 then
    insert into switchboard.chat_state as c (instance, chat_id, assignee, state, version, changed_by)
    values (which, its_chat_id, its_assignee, its_state, 1, by_desk)
    on conflict do nothing returning c.* into now_is;
  else
    update switchboard.chat_state c
    set assignee = its_assignee, state = its_state, version = c.version + 1, changed_by = by_desk, at = now()
    where c.instance = which and c.chat_id = its_chat_id and c.version = seen returning c.* into now_is;
  end if;
  if now_is.instance is null then return; end if;
  update switchboard.lease set last_n = last_n + 1 where instance = which returning last_n into given;
  perform switchboard.add_entry(which, given, 'chat', json_build_object('chatId', its_chat_id, 'assignee', its_assignee,
    'state', its_state, 'version', now_is.version, 'by', by_desk,
    'at', floor(extract(epoch from now_is.at) * 1000))::text, true, null, '', false, null, by_desk);
  return query select now_is.version;
end $$;

create function switchboard.put_read_mark(which bigint, its_chat_id text, until bigint, by_desk uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  insert into switchboard.read_mark as r (member, instance, chat_id, read_until) values (by_desk, which, its_chat_id, until)
  on conflict (instance, chat_id, member) do update set read_until = greatest(r.read_until, excluded.read_until);
  perform pg_notify('switchboard', 'read ' || which);
end $$;

-- Says where a member is for the next `seconds`, at most a minute; an empty chat: nowhere.
create function switchboard.put_presence(which bigint, its_chat_id text, its_what text, seconds integer, by_desk uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_chat_id = '' then
    delete from switchboard.presence where member = by_desk;
  else
    insert into switchboard.presence as p (member, instance, chat_id, what, until)
    values (by_desk, which, its_chat_id, its_what, now() + make_interval(secs => least(60, seconds)))
    on conflict (member) do update set instance = excluded.instance, chat_id = excluded.chat_id, what = excluded.what, until = excluded.until;
  end if;
  perform pg_notify('switchboard', 'presence');
end $$;
