/**
 * Files that are kept with a quick reply, on this computer only. `ref` names the bytes among the media once they are
 * whole; as long as a quick reply has them, they are not anybody's to clear.
 */
export const quickReplyFiles = `
create table quick_reply_file (
  id text primary key,
  reply integer not null references quick_reply (key) on delete cascade,
  position integer not null,
  name text not null,
  bytes integer not null,
  ref text
) strict;
create index quick_reply_file_reply on quick_reply_file (reply, position);
create index quick_reply_file_ref on quick_reply_file (ref) where ref is not null;
`
