/**
 * Sends of the team's programs. `program_send.shared_id` is the team's name of a send that this desk reserved in the
 * team's database; `team_send.program` is the name of the program that wrote a send of the team.
 */
export const teamProgramSends = `
alter table program_send add column shared_id text;
create unique index program_send_shared on program_send (shared_id) where shared_id is not null;
alter table team_send add column program text;
`
