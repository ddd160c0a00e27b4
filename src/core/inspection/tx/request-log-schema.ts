import type { Migration } from '../../store/engine/migrate.ts'

/**
 * The request log, `requests.db`: a file of its own, so that it never stands in the way of a commit of the archive and
 * may be thrown away. Bodies lie apart, so that lists and counts read short rows. Times are epoch ms, durations ms.
 * `call` is the call that an attempt belongs to. `ended_at` is stored because start and duration are rounded apart, so
 * that their sum is not in the order of the rows.
 */
const tables = `
create table request (
  key integer primary key,
  instance integer,
  operation text not null,
  method text not null,
  started_at integer not null,
  status integer,
  error_kind text,
  limiter_ms real not null,
  connect_ms real,
  answer_ms real not null,
  total_ms real not null,
  bytes_out integer not null,
  bytes_in integer not null,
  attempt integer not null,
  purpose text not null,
  priority text not null,
  bytes integer not null,
  call text,
  ended_at integer not null
) strict;
create index request_instance on request (instance, key desc);
create index request_failed on request (started_at, operation, error_kind, instance) where error_kind is not null;
create index request_time on request (started_at, instance, operation, total_ms, bytes_in, bytes_out, error_kind);

create index request_call on request (call, operation, instance) where call is not null;

create table request_body (
  key integer primary key references request (key) on delete cascade,
  path text not null,
  request text not null,
  response text not null,
  truncated integer not null,
  service_text text,
  headers_json text not null
) strict;

create table wait (
  instance integer not null,
  minute integer not null,
  count integer not null,
  primary key (minute, instance)
) strict, without rowid;

create table total (name text primary key, value integer not null) strict, without rowid;
insert into total (name, value) values ('bytes', 0), ('rows', 0);

-- Which messages a request touched (request-subjects.ts).
create table request_subject (
  instance integer not null,
  subject text not null,
  key integer not null references request (key) on delete cascade,
  primary key (instance, subject, key)
) strict, without rowid;
create index request_subject_key on request_subject (key);
`

export const requestLogSchema: readonly Migration[] = [{ version: 100, name: 'first', up: (db) => db.exec(tables) }]
