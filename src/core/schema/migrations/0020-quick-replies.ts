/**
 * Texts that are written often, for one instance or (null) for all. `name_key` is the name as it is compared: no two of
 * one instance have the same.
 */
export const quickReplies = `
create table quick_reply (
  key integer primary key,
  instance integer references instance (key) on delete cascade,
  name text not null,
  name_key text not null,
  text text not null
) strict;
create unique index quick_reply_name on quick_reply (coalesce(instance, 0), name_key);
create index quick_reply_instance on quick_reply (instance);
`
