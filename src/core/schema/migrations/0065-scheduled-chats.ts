/** Chats with scheduled messages are a list of their own, and counted whenever a list is read. */
export const scheduledChats = `
create index outbox_due_chat on outbox (chat, due_at) where due_at is not null;
`
