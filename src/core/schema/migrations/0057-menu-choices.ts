/**
 * A menu shows who chose what: the answers to a message are found by it. Messages of unknown kinds are read again when
 * a version knows more kinds (`messages/archive/tx/reread-unknown.ts`).
 */
export const menuChoices = `
create index message_choice on message (chat, quoted_id, at) where content_kind = 'choice';
create index message_unsupported on message (key) where content_kind = 'unsupported';
`
