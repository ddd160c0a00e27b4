/** Until `undo_until` a person can undo that a proposal was dismissed; programs and the team are not told before. */
export const undoneDismissals = `
alter table proposal add column undo_until integer;
create index proposal_undo on proposal (undo_until) where undo_until is not null;
`
