/**
 * Indexes the names of a sender anew after a change of the person, as `0007-chat-names.ts` does, but finds the person's
 * rows by the sender (`chat_name_sender`). The planner chose to walk all chats of the instance for each person: with
 * 2,000 chats an address book of 2,000 people cost 1.4 s of the writer.
 */
const ofPerson = `n.sender = new.id and n.sender <> '' and exists (select 1 from chat where key = n.chat and instance = new.instance)`

const names = ['p.contact_name', 'p.name', 'p.phone', 'n.sender']
  .map((name) => `coalesce(substr(${name}, 1, 500), '')`)
  .join(` || ' ' || `)

const indexAgain = `
  delete from name_fts where rowid in (select n.key from chat_name n indexed by chat_name_sender where ${ofPerson});
  insert into name_fts (rowid, names)
    select n.key, '  ' || replace(replace(replace(replace(substr(${names}, 1, 4000), char(10), ' '), 'ё', 'е'), 'Ё', 'Е'), ' ', '  ')
    from chat_name n indexed by chat_name_sender
    cross join chat c on c.key = n.chat
    left join person p on p.instance = c.instance and p.id = n.sender
    where ${ofPerson};`

export const personNames = `
drop trigger person_added;
drop trigger person_renamed;
create trigger person_added after insert on person begin ${indexAgain}
end;
create trigger person_renamed after update of name, contact_name, phone on person
when old.name is not new.name or old.contact_name is not new.contact_name or old.phone is not new.phone begin ${indexAgain}
end;
`
