/** The name of the send that a draft's text was told under, while nobody knows whether that send arrived. */
export const draftSends = `
alter table chat add column draft_send text;
`
