/**
 * What came late is found by when it was seen: its time is before the answer, or before what was read
 * (messages/archive/tx/chat-summary.ts).
 */
export const lateMessages = `
create index message_late on message (chat, seen_at) where direction = 'incoming' and live = 1;
`
