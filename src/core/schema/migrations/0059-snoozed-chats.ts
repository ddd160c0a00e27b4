/**
 * Until when a chat is out of the way, epoch ms, and when that was decided, by our clock: what came since ends it. Both
 * null: it is not.
 */
export const snoozedChats = `
alter table chat add column snoozed_until integer;
alter table chat add column snoozed_at integer;
create index chat_snoozed on chat (snoozed_until, key) where snoozed_until is not null;
`
