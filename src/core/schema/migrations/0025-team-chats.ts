/**
 * What a team says of chats. `assignee` is the desk that answers for a chat, `team_member` the names of desks, also of
 * those that left. `team_mark` is what the team has not been told yet of what this person marked: `done` up to a time
 * (0: open), `read` up to a time, both the service's. Of a send that a colleague wrote (`message` is null) `request` is
 * kept while it is open. `team_off` are instances that somebody removed from this desk: they come back with the next
 * joining. `draft_since` is when the draft was begun, and `alone` marks a message that may go without the team's
 * database.
 */
export const teamChats = `
alter table chat add column assignee text;
alter table chat add column draft_since integer;
update chat set draft_since = draft_at where draft <> '';
create index chat_assignee on chat (assignee, archived) where assignee is not null;
create table team_member (
  desk text primary key,
  name text not null
) strict, without rowid;
create table team_mark (
  chat integer not null references chat (key) on delete cascade,
  kind text not null check (kind in ('done', 'read')),
  at integer not null,
  primary key (chat, kind)
) strict, without rowid;
create table team_off (
  shared integer primary key
) strict;
create trigger team_instance_off before delete on instance when exists (select 1 from team_instance where instance = old.key)
begin
  insert or ignore into team_off (shared) select shared from team_instance where instance = old.key;
end;
alter table team_send add column chat_id text;
alter table team_send add column operation text;
alter table team_send add column request text;
alter table team_send add column at integer;
create index team_send_foreign on team_send (instance, chat_id) where message is null and state in ('queued', 'sending', 'uncertain');
alter table outbox add column alone integer not null default 0;
create index outbox_alone on outbox (instance, chat) where alone = 1;
`
