/**
 * How soon an instance answers, and by when a waiting chat should have its answer: `waiting_at` plus the target. Chats
 * that wait are listed in the order of that, people before groups, so these are the columns of their indexes.
 */
export const answerTargets = `
alter table instance add column answer_target_ms integer not null default 3600000;
alter table chat add column answer_due_at integer;
update chat set answer_due_at = waiting_at + 3600000 where waiting_at is not null;
drop index chat_waiting;
drop index chat_waiting_instance;
create index chat_answer_due on chat (archived, (kind = 'group'), answer_due_at, key) where answer_due_at is not null;
create index chat_answer_due_instance on chat (instance, archived, (kind = 'group'), answer_due_at, key)
  where answer_due_at is not null;
`
