/**
 * Files and previews that erased histories showed: each goes unless something else shows it too
 * (accounts/tx/erase-some.ts). `upload_ref` finds whether a file of the composer or of a message does.
 */
export const erasedRefs = `
create table erased_ref (ref text primary key) strict, without rowid;
create index upload_ref on upload (ref) where ref is not null;
`
