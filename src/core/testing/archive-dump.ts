import type { ReadTx } from '../store/tx.ts'

/** All that a person could see of an archive, without row keys: equal dumps are equal archives. */
export function dumpArchive(tx: ReadTx): Readonly<Record<string, readonly object[]>> {
  const id = (alias: string) => `(select min(alias) from chat_alias where chat = ${alias})`
  return {
    chats: tx.all(
      `select ${id('chat.key')} as id, chat_id, phone, kind, title, unread, last_at, list_at, messages, subject,
         (select id_message from message where key = last_message) as last,
         (select group_concat(alias, ' ') from (select alias from chat_alias where chat = chat.key order by alias)) as aliases
       from chat order by 1`,
    ),
    messages: tx.all(
      `select ${id('message.chat')} as chatId, id_message, direction, unsent, at, at_source, tie, type_message, content_kind, text, content_json,
         sender_id, sender_name, sent_by_api, forwarded_score, quoted_id, quoted_json, edited, deleted, folded, live, status, action_at,
         raw, raw_source, raw_at, seen_at, as_of, stamps_json, texts_json, reported_json
       from message order by 1, unsent, at, tie`,
    ),
    observations: tx.all(
      `select ${id('message.chat')} as chatId, message.id_message, source, observation.raw, service_at
       from observation join message on message.key = observation.message
       where source = 'notification' order by 1, 2, 3, 4, 5`,
    ),
    early: tx.all(
      `select ${id('early_status.chat')} as chatId, id_message, raw, service_at from early_status order by 1, 2, 3, 4`,
    ),
    reactions: tx.all(
      `select ${id('reaction.chat')} as chatId, target_id, sender_id, emoji, at, tie from reaction order by 1, 2, 3`,
    ),
    votes: tx.all(
      `select ${id('poll_choice.chat')} as chatId, target_id, voter, choices_json, is_event, at, tie from poll_choice order by 1, 2, 3`,
    ),
    edits: tx.all(`select ${id('edit.chat')} as chatId, target_id, tie, text, at, source from edit order by 1, 2, 3`),
    changeEvents: tx.all(`select ${id('change_event.chat')} as chatId, id_message from change_event order by 1, 2`),
    deletions: tx.all(`select ${id('deletion.chat')} as chatId, target_id, at, by_id from deletion order by 1, 2`),
    people: tx.all('select id, name, contact_name, phone from person order by id'),
    found: tx.all(
      `select message.id_message, message.text from message_fts join message on message.fts = message_fts.rowid
       where message_fts match 'a*' order by 1, 2`,
    ),
  }
}
