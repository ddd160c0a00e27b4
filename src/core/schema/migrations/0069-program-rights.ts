/**
 * What a program may do besides reading events, as words with spaces between them, and how much it may send;
 * `writes_first`: also to chats that did not write lately. Programs list chats by their newest message.
 */
export const programRights = `
alter table program add column rights text not null default 'see';
alter table program add column limits_json text;
alter table program add column writes_first integer not null default 0;
create index chat_by_last on chat (archived, last_at desc, key desc) where last_at > 0;
`
