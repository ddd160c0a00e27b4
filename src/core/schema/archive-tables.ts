import { rememberRemovedKeys } from './unique-keys.ts'

/**
 * The archive: instances, chats, messages and what they show, the journal. Times are epoch ms, ids of the
 * service are text, JSON columns end in `_json` or are named raw.
 */
export const archiveTables = `
-- Facts about this store. lastKey:TABLE is the highest key of a table that was ever removed.
create table meta (name text primary key, value text not null) strict, without rowid;

-- set_at: when a setting got its value.
create table setting (name text primary key, value_json text not null, set_at integer) strict, without rowid;

-- What the window remembers, such as widths.
create table preference (name text primary key, value text not null) strict, without rowid;

-- wid is the account's phone form, own_id its id in chats and groups: equal on WhatsApp, unrelated elsewhere.
-- live_from to live_to is the span the queue covers by the service's clock, live_past_json are earlier ones,
-- unrecorded_json spans in which the service's settings kept messages out of its journals (completeness.ts).
-- settings_at and account_at: when both were last read. media_url: where files go; '' for what follows from the
-- address. token_from_json: the address from which the token is to be moved in the vault. answer_target_ms: how soon
-- chats should be answered. counts_from: the service's time before which nothing waits for an answer, unless it came by
-- the queue; in a team the same at all desks; null: when the instance was added. folder: its name in the rail; '' for
-- none. retained_from: the service's time before which retention removes messages, and no source brings any back.
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
  sends_read_receipts integer not null default 0,
  absent_operations_json text not null default '{}',
  limits_json text not null default '{}',
  clock_offset_ms integer not null default 0,
  created_at integer not null,
  counts_from integer,
  detached_at integer,
  last_answer_at integer,
  first_synced_at integer,
  sync_json text,
  live_from integer,
  live_to integer,
  live_past_json text not null default '[]',
  absence_json text,
  quota_json text,
  media_url text not null default '',
  settings_at integer,
  account_at integer,
  own_id text,
  unrecorded_json text not null default '[]',
  token_from_json text,
  answer_target_ms integer not null default 3600000,
  folder text not null default '',
  retained_from integer not null default 0,
  plan text check (plan in ('developer', 'larger')),
  calls_json text not null default '{}',
  journals_read_json text not null default '{}',
  unique (api_url, id_instance)
) strict;
${rememberRemovedKeys('instance')}
create trigger team_instance_off after update of detached_at on instance
  when old.detached_at is null and new.detached_at is not null and exists (select 1 from team_instance where instance = old.key)
begin
  insert or ignore into team_off (api_url, id_instance) values (old.api_url, old.id_instance);
end;
create trigger team_instance_added after insert on instance begin
  delete from team_off where api_url = new.api_url and id_instance = new.id_instance;
end;
create trigger team_instance_back after update of detached_at on instance when new.detached_at is null begin
  delete from team_off where api_url = new.api_url and id_instance = new.id_instance;
end;

-- unread, waiting_at and the rest of the summary are derived (messages/archive/tx/chat-summary.ts). waiting_at is the
-- first incoming message after the account's last one, answer_due_at when it should be answered. done_at and
-- done_seen_at: up to where a person said that nothing is left to answer. snoozed_until: out of the way until then;
-- snoozed_key, snoozed_last_at: the newest message of the store and the newest time of the chat at that decision.
-- spans_json are the times known to be whole; start_at is the oldest message when the start was reached. draft_saves
-- are the ids of the draft's last saves, draft_send its last submission, draft_reply the quick reply in it,
-- draft_no_preview 1: no link preview, 4: the one in draft_preview. lifetime (s; 0: messages stay) and
-- service_archived are what the service says; null: unknown. account_checked_at: when the number and username behind a
-- hidden id were asked for. business_json: what a business says of itself.
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
  username text,
  names_checked_at integer,
  account_checked_at integer,
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
  subject_at integer not null default 0,
  subject_rank integer not null default 0,
  last_seen text,
  draft_saves text not null default '',
  draft_send text,
  draft_quote integer,
  waiting_at integer,
  done_at integer not null default 0,
  done_seen_at integer not null default 0,
  assignee text,
  draft_since integer,
  draft_reply integer,
  draft_no_preview integer not null default 0,
  start_at integer,
  answer_due_at integer,
  snoozed_until integer,
  snoozed_key integer,
  snoozed_last_at integer,
  lifetime integer,
  service_archived integer,
  draft_preview text,
  business_json text
) strict;
create index chat_by_instance on chat (instance, archived, (pinned_at is null), list_at desc, last_message desc, key);
${rememberRemovedKeys('chat')}
create index chat_avatar on chat (avatar_ref) where avatar_ref is not null;
create index chat_assignee on chat (assignee, archived) where assignee is not null;
create index chat_answer_due on chat (archived, (kind = 'group'), answer_due_at, key) where answer_due_at is not null;
create index chat_answer_due_instance on chat (instance, archived, (kind = 'group'), answer_due_at, key)
  where answer_due_at is not null;
create index chat_snoozed on chat (snoozed_until, key) where snoozed_until is not null;
create index chat_muted on chat (muted_until) where muted_until is not null;
create index chat_draft on chat (list_at, key) where draft <> '';
create index chat_phone on chat (phone) where phone is not null;
create index chat_by_last on chat (archived, last_at desc, key desc) where last_at > 0;
create index chat_unread on chat (archived, instance, snoozed_until, list_at) where unread > 0 or marked_unread = 1;
create index chat_by_place on chat (archived, (pinned_at is null), list_at desc, last_message desc, key, instance);

-- at is a place, never a guess about delivery: the accepted time from history or notification, else our send time
-- corrected by the clock difference (architecture 5). The order inside a chat is (unsent, at, queue_order, list_order,
-- tie), ADR 0010. folded rows are in no window, count or preview: they show on another message (a reaction on its
-- target). live: came as a notification. as_of and stamps_json say from when each learned field is (merge.ts).
-- texts_json: all known texts, null where the row implies them (rules/text-versions.ts). reported_json: the texts
-- without an edit that was only inferred. acted_at: the latest action, as lastOutgoingMessages means it (service 2.5);
-- what a history merely showed has no time. writer: who wrote an own message, for what counts as an answer: a person at
-- this desk, at another desk of the team, a program of any desk, or anybody elsewhere; triggers keep it.
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
  stamps_json text,
  texts_json text,
  acted_at integer generated always as ( max(at, coalesce(action_at, 0), case when status_source in ('getChatHistory', 'getMessage') then 0 else coalesce(status_at, 0) end) ) virtual,
  queue_order integer,
  list_order integer,
  reported_json text,
  writer text not null default 'elsewhere' check (writer in ('here', 'colleague', 'program', 'elsewhere'))
) strict;
create unique index message_id on message (chat, id_message) where id_message is not null;
create index message_by_id on message (instance, id_message) where id_message is not null;
create index message_instance on message (instance, at);
create index message_place on message (chat, unsent, at, tie);
create index message_own on message (chat, writer, at desc, seen_at desc) where direction = 'outgoing';
create index message_unseen on message (chat) where direction = 'outgoing' and raw is null;
create index message_reaction on message (chat, quoted_id) where content_kind = 'reaction';
create index message_sent on message (
  at desc, instance, status, chat, content_kind, type_message, sent_by_api, status_at, fts
) where direction = 'outgoing' and folded = 0 and hidden_at is null;
create unique index message_fts_rowid on message (fts) where fts is not null;
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
create trigger message_joined after update of chat on message when old.chat <> new.chat begin
  insert or ignore into chat_was (chat, was) values (new.chat, old.chat);
  insert or ignore into chat_was (chat, was) select new.chat, was from chat_was where chat = old.chat;
end;
${rememberRemovedKeys('message')}
create index message_acted on message (
  acted_at desc, at, instance, status, chat, content_kind, type_message, sent_by_api, status_at, fts
) where direction = 'outgoing' and folded = 0 and hidden_at is null;
create index message_poll on message (chat, text, at) where content_kind = 'poll';
create index message_choice on message (chat, quoted_id, at) where content_kind = 'choice';
create index message_unsupported on message (key) where content_kind = 'unsupported';
create index message_files on message (chat, content_kind, at)
  where content_kind in ('image', 'video', 'document', 'audio') and folded = 0 and hidden_at is null and deleted = 0;
create trigger program_send_gone after delete on message begin
  delete from program_send where message = old.key and cancelled_at is null;
end;
create index message_unread on message (chat, direction, unsent, folded, hidden_at, at, seen_at, live, content_kind)
  where direction = 'incoming';
create index message_late on message (chat, seen_at, at, queue_order) where direction = 'incoming' and live = 1;
create trigger proposal_gone after delete on message begin
  delete from proposal where message = old.key;
  delete from proposal where team_id in (select id from team_send
    where instance = old.instance and id_message = old.id_message and message is null) and state = 'sent';
end;

-- mark is "in" or "out", "i" with the instance's key and "c" with the chat's, so that a search within them walks no
-- other hits. The index keeps no text and can only be rebuilt.
create virtual table message_fts using fts5 ( body, mark, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3' );

-- What each source said of a status. id_message is the id under which the service said it.
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
-- Those of early_status that name no chat (null) wait for the message of the instance with their id.
create table early_status (
  key integer primary key,
  instance integer not null references instance (key) on delete cascade,
  chat integer references chat (key) on delete cascade,
  id_message text not null,
  source text not null,
  raw text not null,
  reason text,
  text text,
  service_at integer,
  seen_at integer not null
) strict;
create index early_status_target on early_status (chat, id_message);
create index early_status_instance on early_status (instance);
create index early_status_seen on early_status (seen_at);

create table reaction (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  sender_id text not null,
  emoji text not null,
  at integer not null,
  tie text not null,
  primary key (chat, target_id, sender_id)
) strict, without rowid;

-- Votes by chat, poll and person. An update that names no poll by id stands under name: and the poll's question. What
-- a record of the poll itself listed (is_event 0) gives way to a person's own update.
create table poll_choice (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  voter text not null,
  choices_json text not null,
  is_event integer not null,
  at integer not null,
  queue_order integer,
  tie text not null,
  primary key (chat, target_id, voter)
) strict, without rowid;

-- failed: the service reported that the edit was not made, with this description; null: it did not.
create table edit (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  tie text not null,
  text text not null,
  at integer not null,
  source text not null default 'notification',
  answered_id text,
  failed text,
  queue_order integer,
  list_order integer,
  primary key (chat, target_id, tie)
) strict, without rowid;
create index edit_answered on edit (chat, answered_id) where answered_id is not null;

-- by_id: who deleted it, '' for this account, null for unknown.
create table deletion (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  at integer not null,
  by_id text,
  primary key (chat, target_id)
) strict, without rowid;

-- Ids of records that are edits and deletions: such a record is no message of its own.
create table change_event (
  chat integer not null references chat (key) on delete cascade,
  id_message text not null,
  primary key (chat, id_message)
) strict, without rowid;

-- What getOrderDetails answered, which only a person asks for.
create table order_details (
  message integer primary key references message (key) on delete cascade,
  read_at integer not null,
  details_json text not null
) strict;

create table group_data (
  chat integer primary key references chat (key) on delete cascade,
  state text not null,
  fetched_at integer not null,
  record_json text
) strict;

-- What a check of a phone number answered: it counts for its day and costs a part of a quota (service 11.5).
create table account_check (
  instance integer not null references instance (key) on delete cascade,
  phone text not null,
  found integer not null,
  chat_id text not null default '',
  checked_at integer not null,
  primary key (instance, phone)
) strict, without rowid;

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
create index message_media_ref on message_media (ref) where ref is not null;

-- Previews that erased histories showed: each is removed unless something else shows it (erasing/tx/erase-some.ts). A
-- trigger keeps those that are shown again.
create table erased_ref (ref text primary key) strict, without rowid;
create trigger thumbnail_shown before insert on thumbnail begin
  delete from erased_ref where ref = new.ref;
end;

-- Received and not applied yet. A table of few pages apart from the journal: once its row is on the disk a
-- notification may be deleted at the service. Keys are the journal's.
create table inbox (
  key integer primary key,
  instance integer not null references instance (key) on delete cascade,
  receipt_id text not null,
  is_json integer not null,
  received_at integer not null,
  queue_complete integer not null,
  repeat_of integer,
  deleted_at integer,
  delete_result text,
  tries integer not null default 0,
  raw_hash text not null,
  raw text not null,
  shared_n integer,
  shared_id text
) strict;
create index inbox_body on inbox (instance, raw_hash);
create index inbox_shared on inbox (instance, shared_n) where shared_n is not null;

-- Every notification as it came. shared_n and shared_id are its number and permanent id in a team's journal.
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
  tried_version text not null,
  shared_n integer,
  shared_id text
) strict;
create index journal_instance on journal (instance, key desc, type_webhook);
create index journal_open on journal (instance, raw_hash) where deleted_at is null;
create index journal_size on journal (received_at, bytes);
create index journal_receipt on journal (receipt_id) where receipt_id is not null;
create index journal_kind on journal (type_webhook, key desc);
create index journal_chat on journal (chat, key desc) where chat is not null;
create index journal_message on journal (message) where message is not null;
create index journal_shared on journal (instance, shared_n) where shared_n is not null;
${rememberRemovedKeys('journal')}
create index journal_unapplied on journal (state, instance, key desc) where state <> 'applied';
create index journal_redeliveries on journal (repeat_of) where repeat_of is not null;
`
