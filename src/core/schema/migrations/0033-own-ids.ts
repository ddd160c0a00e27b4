/**
 * `wid` is the account's phone form, `own_id` its id in chats and groups: on WhatsApp the same, elsewhere unrelated.
 * Versions before stored an own id or the name of a device as `wid`; the service says the right one again with its next
 * answer.
 */
export const ownIds = `
alter table instance add column own_id text;
update instance set own_id = case when json_extract(account_json, '$.chatId') <> '' then json_extract(account_json, '$.chatId') end;
update instance set wid = null where wid not glob '[0-9]*@c.us' or wid glob '*:*';
`
