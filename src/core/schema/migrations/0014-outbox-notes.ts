/**
 * What holds an own message back stands in columns: its kind, until when (a retry, the end of the service's keeping, or
 * the turn in its queue; epoch ms), and the place in the service's queue. It was JSON, which every rule about it had to
 * look into.
 */
export const outboxNotes = `
alter table outbox add column note_kind text;
alter table outbox add column note_until integer;
alter table outbox add column note_position integer;
update outbox set
  note_kind = note_json ->> '$.kind',
  note_until = cast(coalesce(note_json ->> '$.retryAt', note_json ->> '$.keptUntil', note_json ->> '$.expectedAt') as integer),
  note_position = cast(note_json ->> '$.position' as integer)
where json_valid(note_json);
drop index outbox_noted;
alter table outbox drop column note_json;
create index outbox_noted on outbox (instance) where note_kind is not null;
`
