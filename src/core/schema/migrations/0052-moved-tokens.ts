/** The address from which an instance's token is to be moved in the vault, until that is done. */
export const movedTokens = `
alter table instance add column token_from_json text;
`
