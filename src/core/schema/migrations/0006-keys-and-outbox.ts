/**
 * The outbox is found by its chat and by its state, and early statuses by their instance and age: without, removing an
 * instance and joining chats read all of it for each chat.
 *
 * Keys of messages, chats and instances are never given twice: an answer, a token or a window that still holds the key
 * of one that is gone must not mean another. `meta` holds the highest key that went ("lastKey:message" and so on).
 *
 * What is being erased is no instance any more: another one may be added under its id. The queue's live span is by the
 * service's clock, as the spans of histories are.
 */
export const keysAndOutbox = `
create index outbox_state on outbox (instance, state);
create index outbox_chat on outbox (chat);
create index early_status_instance on early_status (instance);
create index early_status_seen on early_status (seen_at);

${['message', 'chat', 'instance']
  .map(
    (table) => `
create trigger ${table}_key_used after delete on ${table}
when old.key > coalesce((select cast(value as integer) from meta where name = 'lastKey:${table}'), 0) begin
  insert into meta (name, value) values ('lastKey:${table}', cast(old.key as text))
  on conflict (name) do update set value = excluded.value;
end;`,
  )
  .join('\n')}

update instance set id_instance = id_instance || '#' || key where exists (select 1 from meta where name = 'erase:' || key);
update instance set live_from = live_from + clock_offset_ms, live_to = live_to + clock_offset_ms where live_from is not null;
`
