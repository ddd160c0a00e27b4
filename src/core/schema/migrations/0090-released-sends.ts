/** When a person sent a program's message on although its program, or all of them, are paused; null: nobody did. */
export const releasedSends = `
alter table outbox add column released_at integer;
`
