/**
 * The folder of an instance in the rail, by its name; '' for none. A folder exists as long as an instance is in it, so
 * it needs no table of its own.
 */
export const instanceFolders = `
alter table instance add column folder text not null default '';
`
