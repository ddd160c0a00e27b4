/**
 * SQL of a trigger that remembers the highest removed key of a table. A window, a token or a request under way may
 * still hold the key of a removed row, so no later row gets it (`nextKey` in store/sql.ts).
 */
export const rememberRemovedKeys = (table: string): string => `create trigger ${table}_key_used after delete on ${table}
when old.key > coalesce((select cast(value as integer) from meta where name = 'lastKey:${table}'), 0) begin
  insert into meta (name, value) values ('lastKey:${table}', cast(old.key as text))
  on conflict (name) do update set value = excluded.value;
end;`
