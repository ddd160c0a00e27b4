/**
 * Proposals of the team. `team_id` is the team's name of a proposal, and `shared_state` the state in which the team's
 * database has it; null: it does not have it. Who has it open until when, and who closed it, are desks of colleagues.
 */
export const teamProposals = `
alter table proposal add column team_id text;
alter table proposal add column shared_state text;
alter table proposal add column claimed_by text;
alter table proposal add column claimed_until integer;
alter table proposal add column closed_by text;
create unique index proposal_team on proposal (team_id) where team_id is not null;
create index proposal_unshared on proposal (instance, key) where state = 'open' and shared_state is null;
create index proposal_closed_here on proposal (key) where state <> 'open' and shared_state = 'open';
create index proposal_claimed on proposal (claimed_until) where claimed_until is not null;
`
