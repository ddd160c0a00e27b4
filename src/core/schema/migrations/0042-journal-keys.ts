/** Keys of the journal are given once, as those of messages are (0006): `meta` holds the highest one that went. */
export const journalKeys = `
create trigger journal_key_used after delete on journal
when old.key > coalesce((select cast(value as integer) from meta where name = 'lastKey:journal'), 0) begin
  insert into meta (name, value) values ('lastKey:journal', cast(old.key as text))
  on conflict (name) do update set value = excluded.value;
end;
`
