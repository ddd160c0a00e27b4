/**
 * The instances that a team shares, and how far this desk has taken each one's journal: `n` is the newest entry that is
 * in the inbox or applied. `shared` is the instance's number in the team's database, `queue_complete` what the newest
 * notification said. `sealed_hash` names the sealed token that was taken over last, so that only a new one replaces
 * what is here. `shared_n` is a notification's number in that journal; null for what this desk received alone.
 */
export const team = `
create table team_instance (
  instance integer primary key references instance (key) on delete cascade,
  shared integer not null unique,
  n integer not null default 0,
  queue_complete integer not null default 0,
  sealed_hash text
) strict;
alter table inbox add column shared_n integer;
alter table journal add column shared_n integer;
create index inbox_shared on inbox (instance, shared_n) where shared_n is not null;
create index journal_shared on journal (instance, shared_n) where shared_n is not null;
`
