/** The chats of one number are found on all instances, also where the service names them by a hidden id. */
export const chatsByPhone = `
create index chat_phone on chat (phone) where phone is not null;
`
