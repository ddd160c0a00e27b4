/** The chat of a proposal that nobody sent in time says so. */
export const expiredProposals = `
create index proposal_expired on proposal (chat, expires_at) where state = 'expired';
`
