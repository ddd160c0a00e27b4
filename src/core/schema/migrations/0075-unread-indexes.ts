/**
 * Holds the columns by which unread messages are told from others, so that rows are read for few of them
 * (messages/archive/tx/chat-summary.ts). Messages that came late are found by when they were seen.
 */
export const unreadIndexes = `
drop index message_unread;
create index message_unread on message (chat, direction, unsent, folded, hidden_at, at, seen_at, live, content_kind)
  where direction = 'incoming';
drop index message_late;
create index message_late on message (chat, seen_at, at) where direction = 'incoming' and live = 1;
`
