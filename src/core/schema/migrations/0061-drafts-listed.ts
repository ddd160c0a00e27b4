/** Chats with an unsent text are a list of their own, and counted whenever a list is read. */
export const draftsListed = `
create index chat_draft on chat (list_at, key) where draft <> '';
`
