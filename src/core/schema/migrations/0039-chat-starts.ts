/**
 * `start_at` is the oldest message when a chat's start was reached: a message from before it shows that the service got
 * more of the history later, and the start is open again.
 */
export const chatStarts = `
alter table chat add column start_at integer;
update chat set start_at = (select min(at) from message where chat = chat.key and unsent = 0) where reached_start = 1;
`
