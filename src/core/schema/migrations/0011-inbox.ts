/**
 * What was received and is not applied yet. A table of few pages apart from the journal: a notification may be deleted
 * at the service as soon as its row is on the disk, and one that is applied leaves at once. Keys are the journal's own.
 */
export const inbox = `
create table inbox (
  key integer primary key,
  instance integer not null references instance (key) on delete cascade,
  receipt_id text not null,
  is_json integer not null,
  received_at integer not null,
  queue_complete integer not null,
  repeat_of integer,
  deleted_at integer,
  delete_result text,
  tries integer not null default 0,
  raw_hash text not null,
  raw text not null
) strict;
create index inbox_body on inbox (instance, raw_hash);
`
