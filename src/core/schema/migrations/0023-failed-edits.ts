/**
 * An edit that the service took and did not make: the WhatsApp family answers it with an id of its own, under which a
 * status says so later (service 11.4.1). `failed` is that status's description, '' where it had none, and null while
 * none came.
 */
export const failedEdits = `
alter table edit add column answered_id text;
alter table edit add column failed text;
create index edit_answered on edit (chat, answered_id) where answered_id is not null;
`
