/**
 * What the team sends, as its journal told last. `message` and `queued_at` are of what was written at this desk: the
 * same message, put back into its lane by the person, is another send. `attempt` is the team's count.
 */
export const teamSends = `
create table team_send (
  id text primary key,
  instance integer not null references instance (key) on delete cascade,
  message integer,
  queued_at integer,
  author text not null,
  desk text,
  state text not null,
  attempt integer not null,
  id_message text
) strict, without rowid;
create index team_send_instance on team_send (instance, id_message);
create index team_send_open on team_send (message) where message is not null and state in ('queued', 'sending', 'uncertain');
`
