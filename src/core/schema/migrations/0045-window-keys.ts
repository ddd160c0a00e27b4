/**
 * Keys that windows hold are given once, as those of messages are (0006): a window may still show what another one
 * removed.
 */
export const windowKeys = ['quick_reply', 'label', 'note']
  .map(
    (table) => `
create trigger ${table}_key_used after delete on ${table}
when old.key > coalesce((select cast(value as integer) from meta where name = 'lastKey:${table}'), 0) begin
  insert into meta (name, value) values ('lastKey:${table}', cast(old.key as text))
  on conflict (name) do update set value = excluded.value;
end;`,
  )
  .join('\n')
