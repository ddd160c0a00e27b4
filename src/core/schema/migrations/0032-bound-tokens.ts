/**
 * Tokens are bound to the address of their instance. The vault's older entries have the instance's key alone, which
 * another store may give out as well: only the instances that are here now may bind theirs, and none where the store
 * was salvaged.
 */
export const boundTokens = `
alter table instance add column token_unbound integer not null default 0;
update instance set token_unbound = 1 where not exists (select 1 from meta where name = 'recovery');
`
