/** The list of what is to be approved, newest first; a proposal moves its chat up in the list of chats. */
export const listedProposals = `
create index proposal_newest on proposal (created_at) where state = 'open';
update chat set list_at = max(list_at, (select max(created_at) from proposal p where p.chat = chat.key and p.state = 'open'))
where key in (select chat from proposal where state = 'open');
`
