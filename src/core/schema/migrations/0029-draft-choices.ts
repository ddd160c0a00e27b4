/**
 * What else was chosen for a draft: `draft_reply` is the quick reply that stands in it (one that was removed since
 * counts for nothing), `draft_no_preview` 1: the service is to make no preview of its link.
 */
export const draftChoices = `
alter table chat add column draft_reply integer;
alter table chat add column draft_no_preview integer not null default 0;
`
