/**
 * Quick replies that a team shares. `shared_id` is the team's UUID of one, `shared_version` the team's version that is
 * here (0: the team has none yet), `unsynced` 1 while its text has to be uploaded and 2 after the team refused it. Two
 * desks may give two of them the same name, so only the desk's own have names of their own. `removed_quick_reply` holds
 * removals that the team does not know of yet.
 */
export const sharedQuickReplies = `
alter table quick_reply add column shared_id text;
alter table quick_reply add column shared_version integer not null default 0;
alter table quick_reply add column unsynced integer not null default 0;
drop index quick_reply_name;
create unique index quick_reply_name on quick_reply (coalesce(instance, 0), name_key) where shared_id is null;
create unique index quick_reply_shared on quick_reply (shared_id) where shared_id is not null;
create table removed_quick_reply (
  shared_id text primary key,
  shared_version integer not null
) strict;
`
