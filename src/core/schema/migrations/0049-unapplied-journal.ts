/** The index of journal rows that could not be applied is named after them. */
export const unappliedJournal = `
drop index journal_kept;
create index journal_unapplied on journal (state, instance, key desc) where state <> 'applied';
`
