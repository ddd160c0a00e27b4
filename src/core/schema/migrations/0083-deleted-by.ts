/** Who deleted a message: a person's id, '' for this account; null where nobody says. */
export const deletedBy = `
alter table deletion add column by_id text;
`
