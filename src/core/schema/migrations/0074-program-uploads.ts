/**
 * Files that programs hand in to be sent, until a message takes them or their time is over. `ref` names the bytes among
 * the media; as long as a row has them, they are not anybody's to clear.
 */
export const programUploads = `
create table program_upload (
  id text primary key,
  program integer not null references program (key) on delete cascade,
  name text not null,
  bytes integer not null,
  ref text not null,
  created_at integer not null
) strict;
create index program_upload_program on program_upload (program);
create index program_upload_ref on program_upload (ref);
create index program_upload_at on program_upload (created_at);
`
