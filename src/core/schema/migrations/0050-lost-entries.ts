/**
 * Lost entries of a team's journal by instance and id: a member may enter an entry of one instance under the id of an
 * entry of another one.
 */
export const lostEntries = `
create table team_lost_new (
  instance integer not null references instance (key) on delete cascade,
  id text not null,
  after integer not null,
  event integer not null,
  entered integer not null default 0,
  primary key (instance, id)
) strict, without rowid;
insert into team_lost_new (instance, id, after, event, entered) select instance, id, after, event, entered from team_lost;
drop table team_lost;
alter table team_lost_new rename to team_lost;
create index team_lost_due on team_lost (instance, event) where entered = 0;
`
