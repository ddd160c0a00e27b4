/**
 * What this desk needs when a team's database goes back in time. `entry_id` names the entry at `n`, null where the
 * database did not say. `team_entry` holds the newest entries that were taken: their ids, the notification that each
 * became here (`event`, its key in inbox or journal) or the send that it told of. `team_lost` are notifications that
 * the database lost: `entered` once they were given to it again, gone when they come back by the journal.
 * `team_unapplied` are entries that could not be applied, as they came.
 */
export const teamHistory = `
alter table team_instance add column entry_id text;
create table team_entry (
  instance integer not null references instance (key) on delete cascade,
  n integer not null,
  id text not null,
  event integer,
  send text,
  primary key (instance, n)
) strict, without rowid;
create table team_lost (
  id text primary key,
  instance integer not null references instance (key) on delete cascade,
  after integer not null,
  event integer not null,
  entered integer not null default 0
) strict, without rowid;
create index team_lost_instance on team_lost (instance);
create index team_lost_due on team_lost (instance, event) where entered = 0;
create table team_unapplied (
  instance integer not null references instance (key) on delete cascade,
  n integer not null,
  id text,
  kind text not null,
  raw text not null,
  reason text not null,
  at integer not null,
  primary key (instance, n)
) strict, without rowid;
`
