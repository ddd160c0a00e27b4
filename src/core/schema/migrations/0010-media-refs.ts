/** Files that leave the cache are found where they are shown, without reading all messages with media and all chats. */
export const mediaRefs = `
create index message_media_ref on message_media (ref) where ref is not null;
create index chat_avatar on chat (avatar_ref) where avatar_ref is not null;
`
