-- The shared journal of a team, version 3: labels and notes on chats, and appends
-- that wake nobody by themselves. A program that knows version 1 can go on with this one: it
-- passes over the entries, which are of kind `chat`, and reads both tables when it knows this version.

-- A text about a chat. `version` counts what was changed, so that whoever changes it says which text they saw; `text`
-- null: it was taken away. `n` is the newest entry of it. Times are epoch ms by the desk that wrote, and never yet to
-- come.
create table switchboard.note (
  id uuid primary key,
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  text text check (length(text) between 1 and 4000),
  author uuid not null,
  changed_by uuid not null,
  version bigint not null,
  written_at bigint not null,
  edited_at bigint,
  n bigint not null
);
create index note_since on switchboard.note (instance, n);
create index note_of_chat on switchboard.note (instance, chat_id) where text is not null;

-- A label on a chat, by its name; `key` is the name by which labels are told apart.
create table switchboard.chat_label (
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  key text not null check (length(key) between 1 and 600),
  name text not null check (length(name) between 1 and 32),
  hue integer not null check (hue between 1 and 6),
  is_on boolean not null,
  changed_by uuid not null,
  n bigint not null,
  primary key (instance, chat_id, key)
);
create index chat_label_since on switchboard.chat_label (instance, n);

-- What desks read of either, in the journal and from the tables.
create function switchboard.told_note(its switchboard.note) returns text language sql stable set search_path = '' as $$
  select json_build_object('chatId', its.chat_id, 'note', json_build_object('id', its.id, 'text', its.text,
    'author', its.author, 'version', its.version, 'at', its.written_at, 'editedAt', its.edited_at))::text
$$;
create function switchboard.told_label(its switchboard.chat_label) returns text language sql stable set search_path = '' as $$
  select json_build_object('chatId', its.chat_id, 'label', json_build_object('name', its.name, 'hue', its.hue,
    'on', its.is_on))::text
$$;

-- Gives the next entry of an instance its number, and the caller the turn: what follows changes nothing beside another
-- desk. Never granted to anybody.
create function switchboard.next_n(which bigint) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = which returning last_n into given;
  if given is null then raise check_violation; end if;
  return given;
end $$;

-- Writes a note down and enters it for all. Never granted to anybody.
create function switchboard.write_note(its switchboard.note) returns switchboard.note language plpgsql security definer set search_path = '' as $$
begin
  its.n := switchboard.next_n(its.instance);
  its.version := its.version + 1;
  insert into switchboard.note select (its).*
  on conflict (id) do update set text = excluded.text, changed_by = excluded.changed_by, version = excluded.version,
    edited_at = excluded.edited_at, n = excluded.n;
  perform switchboard.add_entry(its.instance, its.n, 'chat', switchboard.told_note(its), true, null, '', false, null, its.changed_by);
  return its;
end $$;

-- Adds, changes or (its_text null) takes away a note. `base` is the version that the caller saw. What a colleague
-- changed meanwhile is never written over: the caller's text becomes a note of its own beside it, under an id that the
-- same text gets again, and who wanted to take it away does not. A text comes back over a removal. Gives the note as it
-- stands then; no row: there is none, and nothing to take away.
create function switchboard.put_note(
  its_id uuid, which bigint, its_chat_id text, its_text text, base bigint, its_written_at bigint, its_edited_at bigint, by_desk uuid
) returns setof switchboard.note language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.note;
  beside switchboard.note;
  hex text;
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  perform from switchboard.lease l where l.instance = which for update;
  select * into its from switchboard.note s where s.id = its_id;
  if its.id is not null and (its.instance <> which or its.text is not distinct from its_text) then
    if its.instance <> which then raise check_violation; end if;
    return next its;
    return;
  end if;
  if its.id is null and its_text is null then return; end if;
  if its.version <> base and its.text is not null then
    if its_text is not null then
      beside := its;
      hex := encode(sha256(convert_to(its_id || ' ' || its_text, 'UTF8')), 'hex');
      -- A UUID of version 8, whose digits are whoever's that makes it.
      beside.id := (substr(hex, 1, 12) || '8' || substr(hex, 14, 3) || '8' || substr(hex, 18, 15))::uuid;
      beside.chat_id := its_chat_id;
      beside.text := its_text;
      beside.author := by_desk;
      beside.changed_by := by_desk;
      beside.version := 0;
      beside.written_at := least(coalesce(its_edited_at, its_written_at), now_ms);
      beside.edited_at := null;
      if not exists (select from switchboard.note s where s.id = beside.id) then
        perform switchboard.check_room(which, its_chat_id);
        perform switchboard.write_note(beside);
      end if;
    end if;
    return next its;
    return;
  end if;
  if its_text is not null and its.text is null then perform switchboard.check_room(which, its_chat_id); end if;
  if its.id is null then
    its.id := its_id;
    its.instance := which;
    its.chat_id := its_chat_id;
    its.author := by_desk;
    its.version := 0;
    its.written_at := least(its_written_at, now_ms);
  end if;
  its.text := its_text;
  its.changed_by := by_desk;
  -- least() passes over null.
  its.edited_at := case when its_edited_at is not null then least(its_edited_at, now_ms) end;
  its := switchboard.write_note(its);
  return next its;
end $$;

-- A chat holds twice as many notes as one desk may write there. Never granted to anybody.
create function switchboard.check_room(which bigint, its_chat_id text) returns void language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from switchboard.note s where s.instance = which and s.chat_id = its_chat_id and s.text is not null) >= 400 then
    raise check_violation;
  end if;
end $$;

-- Puts labels on chats and takes them off: an array of at most 200 `{chatId, key, name, hue, on}`. The last word
-- counts.
create function switchboard.put_labels(which bigint, labels jsonb, by_desk uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  one record;
  its switchboard.chat_label;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if jsonb_array_length(labels) > 200 then raise check_violation; end if;
  perform from switchboard.lease l where l.instance = which for update;
  for one in
    select r.* from jsonb_to_recordset(labels) as r ("chatId" text, key text, name text, hue integer, "on" boolean)
  loop
    if one."on" and (
      select count(*) from switchboard.chat_label c where c.instance = which and c.chat_id = one."chatId" and c.key <> one.key and c.is_on
    ) >= 100 then
      raise check_violation;
    end if;
    its := (which, one."chatId", one.key, one.name, one.hue, one."on", by_desk, switchboard.next_n(which));
    insert into switchboard.chat_label select (its).*
    on conflict (instance, chat_id, key) do update set name = excluded.name, hue = excluded.hue, is_on = excluded.is_on,
      changed_by = excluded.changed_by, n = excluded.n;
    perform switchboard.add_entry(which, its.n, 'chat', switchboard.told_label(its), true, null, '', false, null, by_desk);
  end loop;
end $$;

-- ---- Wake-ups ----

-- The two halves of add_entry. Never granted to anybody.
create function switchboard.keep_entry(
  which bigint, its_n bigint, its_kind text, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean, its_repeat_of bigint, by_desk uuid
) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk)
  values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk);
exception when check_violation then
  -- No partition for this month yet.
  perform switchboard.make_months();
  insert into switchboard.journal (instance, n, kind, raw, is_json, receipt_id, hash, queue_complete, repeat_of, desk)
  values (which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete, its_repeat_of, by_desk);
end $$;
create or replace function switchboard.add_entry(
  which bigint, its_n bigint, its_kind text, its_raw text, its_is_json boolean, its_receipt_id text, its_hash text,
  its_queue_complete boolean, its_repeat_of bigint, by_desk uuid
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform switchboard.keep_entry(which, its_n, its_kind, its_raw, its_is_json, its_receipt_id, its_hash, its_queue_complete,
    its_repeat_of, by_desk);
  perform pg_notify('switchboard', 'journal ' || which || ' ' || its_n);
end $$;

-- Keeps a notification for all, and wakes them when the caller says so: a wake-up goes to each desk, so whoever appends
-- many says it now and then, and once after the last. No row: the lease is lost, nothing was kept, and nothing may be
-- deleted at the service.
create function switchboard.append(
  which bigint, its_epoch bigint, by_desk uuid, its_deleted_n bigint, its_raw text, its_is_json boolean, its_receipt_id text,
  its_hash text, its_queue_complete boolean, wakes boolean
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
  perform switchboard.keep_entry(which, given.last_n, 'notification', its_raw, its_is_json, its_receipt_id, its_hash,
    its_queue_complete, earlier, by_desk);
  if wakes then perform pg_notify('switchboard', 'journal ' || which || ' ' || given.last_n); end if;
  return query select given.last_n, earlier;
end $$;

-- As before, for programs that know no other one.
create or replace function switchboard.append(
  which bigint, its_epoch bigint, by_desk uuid, its_deleted_n bigint, its_raw text, its_is_json boolean, its_receipt_id text,
  its_hash text, its_queue_complete boolean
) returns table (n bigint, repeat_of bigint) language sql security definer set search_path = '' as $$
  select * from switchboard.append(which, its_epoch, by_desk, its_deleted_n, its_raw, its_is_json, its_receipt_id, its_hash,
    its_queue_complete, true)
$$;

-- ---- Members ----

-- Enters a desk, or says that it is here. False: the id is somebody else's, or was taken out. A login has fifty desks
-- at most, since each desk reads all of them.
create or replace function switchboard.be_here(desk uuid, its_name text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  is_new boolean;
begin
  if exists (select from switchboard.gone g where g.desk = be_here.desk) then return false; end if;
  if not exists (select from switchboard.member m where m.id = be_here.desk)
    and (select count(*) from switchboard.member m where m.login = session_user) >= 50 then
    raise check_violation;
  end if;
  insert into switchboard.member as m (id, name) values (desk, its_name)
  on conflict (id) do update set name = excluded.name, seen_at = now() where m.login = session_user
  returning m.xmax = 0 into is_new;
  if is_new then perform pg_notify('switchboard', 'member'); end if;
  return is_new is not null;
end $$;

update switchboard.team set schema_version = 3;
