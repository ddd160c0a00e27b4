/**
 * Since when a chat waits for an answer, so that the list is sorted by an index: the first incoming message after the
 * account's own last one (messages/archive/tx/chat-summary.ts). `done_at` and `done_seen_at` are up to where the person
 * said that nothing is left to answer. In an archive from before, what was read and lay for over a day by its newest
 * message counts as done: a list of all thanks that were ever left without an answer would help nobody.
 */
export const waiting = `
alter table chat add column waiting_at integer;
alter table chat add column done_at integer not null default 0;
alter table chat add column done_seen_at integer not null default 0;
update chat set (done_at, done_seen_at) = (
  select coalesce(max(at), 0), coalesce(max(seen_at), 0) from message
  where chat = chat.key and direction = 'incoming' and unsent = 0
) where unread = 0 and marked_unread = 0 and last_at < (select max(last_at) from chat) - 86400000;
update chat set waiting_at = (
  select min(m.at) from message m, instance i
  where m.chat = chat.key and m.direction = 'incoming' and m.unsent = 0 and m.folded = 0 and m.hidden_at is null
    and i.key = chat.instance and (m.live = 1 or m.at >= i.created_at + i.clock_offset_ms)
    and m.at > coalesce((select max(at) from message
      where chat = chat.key and direction = 'outgoing' and status is not 'failed' and folded = 0 and hidden_at is null), 0)
) where done_at = 0;
create index chat_waiting on chat (archived, waiting_at, key) where waiting_at is not null;
create index chat_waiting_instance on chat (instance, archived, waiting_at, key) where waiting_at is not null;
`
