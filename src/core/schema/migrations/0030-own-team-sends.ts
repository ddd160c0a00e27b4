/** What became of a desk's own message at the team is asked for before each of its claims, whatever became of it. */
export const ownTeamSends = `
create index team_send_own on team_send (message) where message is not null;
`
