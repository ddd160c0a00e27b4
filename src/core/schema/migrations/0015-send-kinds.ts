/** Which operation sends a message of the outbox, and its input beside chat and text; null: a text and nothing else. */
export const sendKinds = `
alter table outbox add column operation text not null default 'sendMessage';
alter table outbox add column request_json text;
alter table chat add column draft_quote integer;
`
