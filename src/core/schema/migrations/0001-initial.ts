/**
 * The archive. Times are epoch milliseconds, ids of the service are text, JSON columns end in `_json` or are named raw.
 * `message.at` is a place, never a guess about delivery: accepted time from history or notification, else our send time
 * corrected by the clock difference (architecture 5). The order inside a chat is (unsent, at, tie). `message.folded`
 * rows are in no window, count or preview: what they say is shown on another message (a reaction on its target). `live`
 * came as a notification. `as_of` and `stamps_json` say from when each learned field is (merge.ts). `outbox.sent_at` is
 * when the request began by the service's clock; `parked` rows wait for the person, rows that `needs_person` ask for
 * attention. An observation's `id_message` is the id under which the service said it (a reply's may differ).
 * `chat.spans_json` are the times known to be whole, `instance.live_from` to `live_to` the queue's own
 * (completeness.ts).
 */
export const initial = `
create table meta (name text primary key, value text not null) strict, without rowid;
create table setting (name text primary key, value_json text not null) strict, without rowid;
create table preference (name text primary key, value text not null) strict, without rowid;

create table instance (
  key integer primary key,
  id_instance text not null,
  api_url text not null,
  family text not null,
  prefix text not null,
  name text not null,
  colour text not null,
  mode text not null,
  position integer not null,
  wid text,
  account_json text,
  settings_json text,
  avatar_ref text,
  avatar_checked_at integer,
  paused_at integer,
  muted_until integer,
  hide_content integer not null default 0,
  tell_read integer not null default 0,
  absent_operations_json text not null default '[]',
  limits_json text not null default '{}',
  clock_offset_ms integer not null default 0,
  created_at integer not null,
  detached_at integer,
  last_answer_at integer,
  first_synced_at integer,
  sync_json text,
  live_from integer,
  live_to integer,
  live_past_json text not null default '[]',
  absence_json text,
  unique (api_url, id_instance)
) strict;

create table chat (
  key integer primary key,
  instance integer not null references instance (key) on delete cascade,
  chat_id text not null,
  kind text not null,
  title text not null default '',
  title_folded text not null default '',
  contact_name text,
  sender_name text,
  subject text,
  phone text,
  names_checked_at integer,
  avatar_kind text not null default 'unknown',
  avatar_ref text,
  avatar_checked_at integer,
  last_message integer,
  last_at integer not null default 0,
  list_at integer not null default 0,
  unread integer not null default 0,
  marked_unread integer not null default 0,
  read_at integer not null default 0,
  read_seen_at integer not null default 0,
  pinned_at integer,
  muted_until integer,
  archived integer not null default 0,
  draft text not null default '',
  draft_at integer,
  spans_json text not null default '[]',
  reached_start integer not null default 0,
  history_checked_at integer,
  messages integer not null default 0,
  subject_at integer not null default 0
) strict;
create index chat_by_instance on chat (instance, archived, (pinned_at is null), list_at desc, last_message desc, key);
create index chat_by_place on chat (archived, (pinned_at is null), list_at desc, last_message desc, key);
create index chat_unread on chat (instance) where unread > 0 or marked_unread = 1;

create table chat_alias (
  instance integer not null references instance (key) on delete cascade,
  alias text not null,
  chat integer not null references chat (key) on delete cascade,
  evidence text not null,
  primary key (instance, alias)
) strict, without rowid;
create index chat_alias_chat on chat_alias (chat);

create table person (
  instance integer not null references instance (key) on delete cascade,
  id text not null,
  name text,
  contact_name text,
  phone text,
  seen_at integer not null,
  name_at integer not null default 0,
  contact_name_at integer not null default 0,
  phone_at integer not null default 0,
  primary key (instance, id)
) strict, without rowid;

create table message (
  key integer primary key,
  instance integer not null references instance (key) on delete cascade,
  chat integer not null references chat (key) on delete cascade,
  id_message text,
  direction text not null check (direction in ('incoming', 'outgoing')),
  unsent integer not null default 0,
  at integer not null,
  at_source text not null,
  tie text not null,
  type_message text not null,
  content_kind text not null,
  text text not null default '',
  content_json text not null,
  sender_id text not null default '',
  sender_name text not null default '',
  sent_by_api integer,
  forwarded_score integer,
  quoted_id text,
  quoted_json text,
  edited integer not null default 0,
  deleted integer not null default 0,
  hidden_at integer,
  status text,
  status_raw text,
  status_reason text,
  status_text text,
  status_source text,
  status_at integer,
  action_at integer,
  raw text,
  raw_source text,
  raw_at integer,
  fts integer,
  folded integer not null default 0,
  live integer not null default 0,
  seen_at integer not null default 0,
  as_of integer not null default 0,
  stamps_json text
) strict;
create unique index message_id on message (chat, id_message) where id_message is not null;
create index message_by_id on message (instance, id_message) where id_message is not null;
create index message_instance on message (instance, at);
create index message_place on message (chat, unsent, at, tie);
create index message_own on message (chat, at desc, seen_at desc) where direction = 'outgoing';
create index message_reaction on message (chat, quoted_id) where content_kind = 'reaction';
-- Everything that the Outgoing view filters, counts and sorts by, so that no filter reads the messages themselves.
create index message_sent on message (
  at desc, instance, status, chat, content_kind, type_message, sent_by_api, status_at, fts
) where direction = 'outgoing' and folded = 0 and hidden_at is null;
create unique index message_fts_rowid on message (fts) where fts is not null;

-- chat.messages counts the rows that stand in the chat, whoever writes them.
create trigger message_added after insert on message when new.folded = 0 begin
  update chat set messages = messages + 1 where key = new.chat;
end;
create trigger message_removed after delete on message when old.folded = 0 begin
  update chat set messages = messages - 1 where key = old.chat;
end;
create trigger message_moved after update of chat, folded on message
when old.chat <> new.chat or old.folded <> new.folded begin
  update chat set messages = messages - (1 - old.folded) where key = old.chat;
  update chat set messages = messages + (1 - new.folded) where key = new.chat;
end;

-- mark: "in" or "out" and "i" with the instance's key, so that a search within them walks no other hits.
create virtual table message_fts using fts5 (
  body, mark, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);

create table observation (
  key integer primary key,
  message integer not null references message (key) on delete cascade,
  id_message text,
  source text not null,
  raw text not null,
  status text not null,
  reason text,
  text text,
  service_at integer,
  seen_at integer not null
) strict;
create index observation_message on observation (message, key);

-- Statuses, reactions, votes, edits and deletions are stored by their target's id, so arrival order never matters.
create table early_status (
  key integer primary key,
  instance integer not null references instance (key) on delete cascade,
  chat integer not null references chat (key) on delete cascade,
  id_message text not null,
  source text not null,
  raw text not null,
  reason text,
  text text,
  service_at integer,
  seen_at integer not null
) strict;
create index early_status_target on early_status (chat, id_message);

create table reaction (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  sender_id text not null,
  emoji text not null,
  at integer not null,
  tie text not null,
  primary key (chat, target_id, sender_id)
) strict, without rowid;

create table poll_vote (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  votes_json text not null,
  at integer not null,
  tie text not null,
  primary key (chat, target_id)
) strict, without rowid;

create table edit (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  tie text not null,
  text text not null,
  at integer not null,
  primary key (chat, target_id, tie)
) strict, without rowid;

create table deletion (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  at integer not null,
  primary key (chat, target_id)
) strict, without rowid;

create table outbox (
  message integer primary key references message (key) on delete cascade,
  instance integer not null references instance (key) on delete cascade,
  chat integer not null references chat (key) on delete cascade,
  seq integer not null,
  state text not null check (state in ('queued', 'sending', 'accepted', 'failed', 'uncertain', 'dismissed', 'expired')),
  created_at integer not null,
  queued_at integer not null,
  attempts integer not null default 0,
  next_try_at integer not null default 0,
  sending_since integer,
  answered_at integer,
  accepted_at integer,
  reply_id text,
  reason text,
  service_text text,
  note_json text,
  checks integer not null default 0,
  next_check_at integer,
  last_checked_at integer,
  sent_at integer,
  parked integer not null default 0,
  needs_person integer not null default 0
) strict;
create index outbox_lane on outbox (instance, chat, seq) where state in ('queued', 'sending', 'uncertain');
create index outbox_seq on outbox (seq);
create index outbox_check on outbox (instance, next_check_at) where next_check_at is not null;
create index outbox_reply on outbox (reply_id, chat) where reply_id is not null;
create index outbox_sent on outbox (chat, sent_at) where sent_at is not null;
create index outbox_noted on outbox (instance) where note_json is not null;
create index outbox_attention on outbox (instance) where needs_person = 1;

create table group_data (
  chat integer primary key references chat (key) on delete cascade,
  state text not null,
  fetched_at integer not null,
  record_json text
) strict;

create table thumbnail (
  ref text primary key,
  mime_type text not null,
  width integer,
  height integer,
  bytes blob not null
) strict, without rowid;

create table media_file (
  ref text primary key,
  mime_type text not null,
  bytes integer not null,
  width integer,
  height integer,
  created_at integer not null,
  used_at integer not null
) strict, without rowid;

create table message_media (
  message integer primary key references message (key) on delete cascade,
  ref text,
  failed_code text,
  failed_text text,
  tried_at integer
) strict;

create table journal (
  key integer primary key,
  instance integer not null references instance (key) on delete cascade,
  receipt_id text,
  type_webhook text not null,
  state text not null check (state in ('applied', 'unknown', 'quarantined')),
  reason text,
  detail text,
  service_at integer,
  received_at integer not null,
  applied_at integer,
  deleted_at integer,
  delete_result text,
  repeat_of integer,
  chat integer,
  message integer,
  summary text not null default '',
  raw text not null,
  raw_hash text not null,
  bytes integer not null,
  tried_version text not null
) strict;
create index journal_instance on journal (instance, key desc, type_webhook);
create index journal_open on journal (instance, raw_hash) where deleted_at is null;
create index journal_size on journal (received_at, bytes);
create index journal_kept on journal (state, instance, key desc) where state <> 'applied';
create index journal_receipt on journal (receipt_id) where receipt_id is not null;
create index journal_kind on journal (type_webhook, key desc);
create index journal_chat on journal (chat, key desc) where chat is not null;
create index journal_message on journal (message) where message is not null;
`
