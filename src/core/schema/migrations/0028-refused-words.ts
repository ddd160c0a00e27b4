/**
 * `refused` 1: the team's database did not take a note or a label as it stands here. It is offered again now and then.
 */
export const refusedWords = `
alter table team_word add column refused integer not null default 0;
create index team_word_due on team_word (kind, what, chat) where refused = 0;
`
