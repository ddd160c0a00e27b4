/** What a message would show without an edit that was only inferred, as JSON; null: none was. */
export const reportedTexts = `
alter table message add column reported_json text;
`
