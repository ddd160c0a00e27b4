/**
 * Webhooks of the team. `shared_id` is the permanent id of an entry in the team's journal: unlike its number, it stays
 * when the database loses the entry and gets it again. `team_json` is a program of the team as the team has it; its
 * cursors count by `shared_n`. `shared` of a delivery: 1 for a dead letter that the team has, 2 for one that is
 * replayed.
 */
export const teamWebhooks = `
alter table inbox add column shared_id text;
alter table journal add column shared_id text;
update journal set shared_id = e.id from team_entry e where e.event = journal.key;
update inbox set shared_id = e.id from team_entry e where e.event = inbox.key;
update journal set shared_id = l.id from team_lost l where l.event = journal.key;
update inbox set shared_id = l.id from team_lost l where l.event = inbox.key;
alter table program add column team_id text;
alter table program add column team_json text;
create unique index program_team on program (team_id) where team_id is not null;
alter table program_delivery add column shared integer not null default 0;
`
