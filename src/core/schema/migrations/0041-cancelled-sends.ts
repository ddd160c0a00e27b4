/**
 * Sends that a person cancelled: a window whose connection broke may submit one once more, and nothing is sent then.
 * `message` is the key that its message had; no other message ever gets it.
 */
export const cancelledSends = `
create table cancelled_send (
  send_id text primary key,
  chat integer not null references chat (key) on delete cascade,
  message integer not null,
  at integer not null
) strict, without rowid;
create index cancelled_send_chat on cancelled_send (chat);
create index cancelled_send_at on cancelled_send (at);
`
