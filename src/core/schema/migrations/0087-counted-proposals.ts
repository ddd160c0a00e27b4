/** Each read of a list of chats counts the open proposals: the index has all that counting asks for. */
export const countedProposals = `
drop index proposal_open;
create index proposal_open on proposal (instance, expires_at, chat) where state = 'open';
`
