/** Holds every column that the count of unread messages asks for: a backlog counts a chat's anew with each message. */
export const unreadCount = `
create index message_unread on message (chat, direction, unsent, folded, hidden_at, at, seen_at, live)
  where direction = 'incoming';
`
