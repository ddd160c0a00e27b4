/** A preview that a person made for the link of a draft, as JSON; `draft_no_preview` is 4 then. */
export const draftPreviews = `
alter table chat add column draft_preview text;
`
