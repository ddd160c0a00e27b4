/**
 * An answer of a team's chat that is not sent where a colleague's came first: `guard_n` is the newest entry of the
 * instance's journal that this desk had when the person pressed Enter, `guard_since` when they began to write, epoch
 * ms. Null: it goes all the same.
 */
export const guardedAnswers = `
alter table outbox add column guard_n integer;
alter table outbox add column guard_since integer;
`
