/**
 * Names of places in a team's journal (src/team/schema/0015-links.sql). Those that are known by now were never entered
 * again, or another desk did so before links: their ids name them.
 */
export const entryLinks = `
alter table team_entry add column link text;
update team_entry set link = id;
alter table team_instance rename column entry_id to link;
`
