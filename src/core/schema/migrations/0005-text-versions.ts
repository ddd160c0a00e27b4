/**
 * Every text that a message was told to have (`texts_json`, null where the row implies it:
 * messages/archive/rules/text-versions.ts), where an edit was learned, and the ids of records that are edits and
 * deletions: such a record is no message of its own.
 */
export const textVersions = `
alter table message add column texts_json text;
alter table edit add column source text not null default 'notification';
create table change_event (
  chat integer not null references chat (key) on delete cascade,
  id_message text not null,
  primary key (chat, id_message)
) strict, without rowid;
`
