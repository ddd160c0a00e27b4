/**
 * The quick reply that a message of the outbox was written with; null where it was written otherwise, and once the
 * quick reply is removed.
 */
export const sentQuickReplies = `
alter table outbox add column quick_reply integer references quick_reply (key) on delete set null;
create index outbox_quick_reply on outbox (quick_reply) where quick_reply is not null;
`
