/**
 * Finds the chat that one was joined to, by the key that it had: a window, or a request that was under way, may still
 * name it.
 */
export const joinedChats = `create index chat_was_was on chat_was (was);`
