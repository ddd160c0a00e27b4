/**
 * Names that say what is stored. `team_pending_change`: changes to annotations that are not in the team's database yet,
 * with a revision that grows with each further change. `wait_*` of the outbox: why a message waits, until when (epoch
 * ms), and its place in the service's queue. SQLite carries the renames into indexes and triggers.
 */
export const plainNames = `
alter table team_word rename to team_pending_change;
alter table team_pending_change rename column turn to revision;
drop index team_word_chat;
drop index team_word_due;
create index team_pending_change_chat on team_pending_change (chat);
create index team_pending_change_due on team_pending_change (kind, what, chat) where refused = 0;
alter table outbox rename column note_kind to wait_kind;
alter table outbox rename column note_until to wait_until;
alter table outbox rename column note_position to wait_position;
drop index outbox_noted;
create index outbox_waiting on outbox (instance) where wait_kind is not null;
`
