-- What people do with chats: answer for them, close them, read them, label them, write notes. Quick replies stand here
-- too.

-- Who answers for a chat, and up to when it is done: the service's time of the newest message that was seen (epoch ms),
-- so that a later message waits for an answer at every desk, whatever order the two are applied in. Null: nothing is
-- done.
create table switchboard.chat_state (
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  assignee uuid references switchboard.member (id) on delete set null,
  done_until bigint check (done_until between 0 and 8640000000000000),
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
  read_until bigint not null check (read_until between 0 and 8640000000000000),
  primary key (instance, chat_id, member)
);
create index read_mark_of_member on switchboard.read_mark (member, read_until);

-- Who looks at or writes in which chat. A crash of the server empties it, and nobody minds.
create unlogged table switchboard.presence (
  member uuid primary key references switchboard.member (id) on delete cascade,
  instance bigint not null,
  chat_id text not null check (length(chat_id) between 1 and 200),
  what text not null check (what in ('reading', 'writing')),
  until timestamptz not null
) with (fillfactor = 50);

-- A text about a chat. `version` counts its changes, so that a change names the text that its writer saw; `text` null:
-- it was removed. `n` is its newest entry. Times are epoch ms by the desk that wrote, never in the future.
create table switchboard.note (
  id uuid primary key,
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  text text check (length(text) between 1 and 4000),
  author uuid not null,
  changed_by uuid not null,
  version bigint not null,
  written_at bigint not null check (written_at between 0 and 8640000000000000),
  edited_at bigint check (edited_at between 0 and 8640000000000000),
  n bigint not null
);
create index note_since on switchboard.note (instance, n);
create index note_of_chat on switchboard.note (instance, chat_id) where text is not null;

-- A label on a chat. `key` is the name by which labels are told apart.
create table switchboard.chat_label (
  instance bigint not null references switchboard.instance (id),
  chat_id text not null check (length(chat_id) between 1 and 200),
  key text not null check (length(key) between 1 and 600 and octet_length(key) <= 2400),
  name text not null check (length(name) between 1 and 32),
  hue integer not null check (hue between 1 and 6),
  is_on boolean not null,
  changed_by uuid not null,
  n bigint not null,
  primary key (instance, chat_id, key)
);
create index chat_label_since on switchboard.chat_label (instance, n);

-- A reply that all desks use. `text` null: it was removed. `version` counts its changes, and `n` orders the changes of
-- all of them, so that a desk reads what changed since.
create table switchboard.quick_reply (
  id uuid primary key,
  name text not null check (length(name) between 1 and 64),
  text text check (length(text) between 1 and 20000),
  changed_by uuid not null,
  version bigint not null,
  n bigint not null unique
);

-- ---- Who answers, and what is done ----

-- Enters the state of a chat into the journal.
create function switchboard.note_chat(its switchboard.chat_state) returns void language plpgsql security definer set search_path = '' as $$
declare
  given bigint;
begin
  update switchboard.lease set last_n = last_n + 1 where instance = its.instance returning last_n into given;
  perform switchboard.add_entry(its.instance, given, 'chat', json_build_object('chatId', its.chat_id, 'assignee', its.assignee,
    'doneUntil', its.done_until, 'version', its.version, 'by', its.changed_by,
    'at', floor(extract(epoch from its.at) * 1000))::text, true, null, '', false, null, its.changed_by);
end $$;

-- Sets who answers for a chat. `seen` is the assignee that the caller saw, so that a mark of a colleague refuses
-- nothing. A chat without a state is anybody's to take: it may be the other id of one that the caller sees as taken.
-- False: another assignment came first.
create function switchboard.assign_chat(which bigint, its_chat_id text, its_assignee uuid, seen uuid, by_desk uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.chat_state;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  perform from switchboard.lease l where l.instance = which for update;
  insert into switchboard.chat_state as c (instance, chat_id, version) values (which, its_chat_id, 0) on conflict do nothing;
  update switchboard.chat_state c set assignee = its_assignee, version = c.version + 1, changed_by = by_desk, at = now()
  where c.instance = which and c.chat_id = its_chat_id and (c.version = 0 or c.assignee is not distinct from seen)
  returning c.* into its;
  if its.instance is null then return false; end if;
  perform switchboard.note_chat(its);
  return true;
end $$;

-- Sets up to when a chat is done (null: it is open). The last call wins.
create function switchboard.mark_chat(which bigint, its_chat_id text, until bigint, by_desk uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.chat_state;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  perform from switchboard.lease l where l.instance = which for update;
  insert into switchboard.chat_state as c (instance, chat_id, done_until, version, changed_by) values (which, its_chat_id, until, 1, by_desk)
  on conflict (instance, chat_id) do update set done_until = until, version = c.version + 1, changed_by = by_desk, at = now()
  returning c.* into its;
  perform switchboard.note_chat(its);
end $$;

-- ---- Reading ----

-- Notes how far the caller has read a chat. The wake-up names the chat, so that only desks that have it open ask. A
-- member has the newest 20,000 marks, none of them later than tomorrow.
create function switchboard.put_read_mark(which bigint, its_chat_id text, until bigint, by_desk uuid)
returns void language plpgsql strict security definer set search_path = '' as $$
declare
  newest bigint := greatest(0, least(until, floor(extract(epoch from now() + interval '1 day') * 1000)));
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  insert into switchboard.read_mark as r (member, instance, chat_id, read_until) values (by_desk, which, its_chat_id, newest)
  on conflict (instance, chat_id, member) do update set read_until = greatest(r.read_until, excluded.read_until);
  delete from switchboard.read_mark r where r.member = by_desk and r.ctid in (
    select m.ctid from switchboard.read_mark m where m.member = by_desk order by m.read_until desc offset 20000);
  perform switchboard.wake('read ' || which || ' ' || its_chat_id);
end $$;

-- Notes where a member is for the next `seconds`, at most a minute; an empty chat: nowhere.
create function switchboard.put_presence(which bigint, its_chat_id text, its_what text, seconds integer, by_desk uuid)
returns void language plpgsql strict security definer set search_path = '' as $$
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if its_chat_id = '' then
    delete from switchboard.presence where member = by_desk;
  else
    insert into switchboard.presence as p (member, instance, chat_id, what, until)
    values (by_desk, which, its_chat_id, its_what, now() + make_interval(secs => least(60, seconds)))
    on conflict (member) do update set instance = excluded.instance, chat_id = excluded.chat_id, what = excluded.what, until = excluded.until;
  end if;
  perform switchboard.wake('presence');
end $$;

-- ---- Notes and labels ----

-- A note and a label as desks read them, in the journal and from the tables.
create function switchboard.note_json(its switchboard.note) returns text language sql stable set search_path = '' as $$
  select json_build_object('chatId', its.chat_id, 'note', json_build_object('id', its.id, 'text', its.text,
    'author', its.author, 'version', its.version, 'at', its.written_at, 'editedAt', its.edited_at))::text
$$;
create function switchboard.label_json(its switchboard.chat_label) returns text language sql stable set search_path = '' as $$
  select json_build_object('chatId', its.chat_id, 'label', json_build_object('name', its.name, 'hue', its.hue,
    'on', its.is_on))::text
$$;

-- Refuses a further note in a chat that has twice as many as one desk may write there.
create function switchboard.check_room(which bigint, its_chat_id text) returns void language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from switchboard.note s where s.instance = which and s.chat_id = its_chat_id and s.text is not null) >= 400 then
    raise check_violation;
  end if;
end $$;

-- Writes a note and enters it into the journal.
create function switchboard.write_note(its switchboard.note) returns switchboard.note language plpgsql security definer set search_path = '' as $$
begin
  its.n := switchboard.next_n(its.instance);
  its.version := its.version + 1;
  insert into switchboard.note select (its).*
  on conflict (id) do update set text = excluded.text, changed_by = excluded.changed_by, version = excluded.version,
    edited_at = excluded.edited_at, n = excluded.n;
  perform switchboard.add_entry(its.instance, its.n, 'chat', switchboard.note_json(its), true, null, '', false, null, its.changed_by);
  return its;
end $$;

-- Adds, changes or (its_text null) removes a note. `base` is the version that the caller saw. A colleague's later
-- change is never overwritten: the caller's text becomes a note of its own beside it, under an id that the same text
-- gets again, and a removal does nothing. A text comes back over a removal. Gives the note as it stands then; no row:
-- there is none, and nothing to remove.
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
  if which is null or base is null or base not between 0 and 1000000000000 then raise check_violation; end if;
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
    -- Of a note that a database lost, versions go on above the caller's, as those of a quick reply do.
    its.version := base;
    its.written_at := least(its_written_at, now_ms);
  end if;
  its.text := its_text;
  its.changed_by := by_desk;
  -- least() passes over null.
  its.edited_at := case when its_edited_at is not null then least(its_edited_at, now_ms) end;
  its := switchboard.write_note(its);
  return next its;
end $$;

-- Puts labels on chats and takes them off: an array of at most 200 `{chatId, key, name, hue, on}`. The last call wins.
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
    perform switchboard.add_entry(which, its.n, 'chat', switchboard.label_json(its), true, null, '', false, null, by_desk);
  end loop;
end $$;

-- ---- Quick replies ----

-- Adds, changes or (its_text null) removes a quick reply. `base` is the version that the caller saw. A colleague's
-- later change or removal is never overwritten: the caller gets the reply as it stands, and keeps its own text. No row:
-- there is none, and nothing to remove. A team has 2,000 at most. Versions of a reply that the database lost continue
-- above the caller's, so that none of them equals one that a desk saw before the loss.
create function switchboard.put_quick_reply(its_id uuid, its_name text, its_text text, base bigint, by_desk uuid)
returns setof switchboard.quick_reply language plpgsql security definer set search_path = '' as $$
declare
  its switchboard.quick_reply;
begin
  if not switchboard.is_own(by_desk) then raise insufficient_privilege; end if;
  if base is null or base not between 0 and 1000000000000 then raise check_violation; end if;
  -- One after another, so that whoever reads above a number misses no smaller one.
  perform pg_catalog.pg_advisory_xact_lock(7202914);
  select * into its from switchboard.quick_reply q where q.id = its_id;
  if its.id is null and its_text is null then return; end if;
  if its.id is not null and (its.version <> base or (its.text is not distinct from its_text and its.name = its_name)) then
    return next its;
    return;
  end if;
  if its.text is null and its_text is not null
    and (select count(*) from switchboard.quick_reply q where q.text is not null) >= 2000 then
    raise check_violation;
  end if;
  its := (its_id, its_name, its_text, by_desk, coalesce(its.version, base) + 1,
    (select coalesce(max(q.n), 0) + 1 from switchboard.quick_reply q));
  insert into switchboard.quick_reply select (its).*
  on conflict (id) do update set name = excluded.name, text = excluded.text, changed_by = excluded.changed_by,
    version = excluded.version, n = excluded.n;
  perform switchboard.wake('quickReply');
  return next its;
end $$;
