/**
 * A page of the chats of all instances is the beginning of an index, which holds the instance too; and the index of
 * unread chats holds what their count asks for. Neither reads rows of other chats.
 */
export const listedChats = `
drop index chat_unread;
create index chat_unread on chat (archived, instance, snoozed_until, list_at) where unread > 0 or marked_unread = 1;
drop index chat_by_place;
create index chat_by_place on chat (archived, (pinned_at is null), list_at desc, last_message desc, key, instance);
`
