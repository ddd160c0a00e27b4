/** A redelivery is applied when the body that came first is. */
export const appliedRedeliveries = `
create index journal_redeliveries on journal (repeat_of) where repeat_of is not null;
update journal set state = 'applied', reason = null, detail = null
where repeat_of is not null and state <> 'applied'
  and exists (select 1 from journal first where first.key = journal.repeat_of and first.state = 'applied');
`
