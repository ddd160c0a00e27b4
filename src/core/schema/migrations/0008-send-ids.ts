/**
 * The name that the composer gave to a send, so that the same send told twice is one message. Kept with its outbox row.
 */
export const sendIds = `
alter table outbox add column send_id text;
create unique index outbox_send on outbox (send_id) where send_id is not null;
`
