// Which room of core owns which table of its two stores. Another room changes a table through functions of the owner,
// so that each table has one place that knows what its columns mean together. Every room may read every table.

/** @type {Record<string, readonly string[]>} */
export const tableOwners = {
  store: ['meta'],
  messages: [
    'chat',
    'chat_alias',
    'chat_apart',
    'chat_name',
    'chat_was',
    'name_fts',
    'person',
    'person_card',
    'person_field',
    'message',
    'message_fts',
    'thumbnail',
    'reaction',
    'poll_choice',
    'order_details',
    'edit',
    'deletion',
    'change_event',
    'outbox',
    'upload',
    'observation',
    'early_status',
  ],
  programs: ['program', 'program_cursor', 'program_gap', 'program_delivery'],
  erasing: ['erased_ref'],
  accounts: ['instance'],
  settings: ['setting', 'preference'],
  sharing: ['team_mark', 'team_member', 'team_pending_change'],
  media: ['media_file', 'message_media'],
  annotations: ['label', 'chat_label', 'note', 'note_fts'],
  uploads: ['program_upload', 'quick_reply_file'],
  journal: ['journal'],
  receiving: ['inbox'],
  'quick-replies': ['quick_reply', 'removed_quick_reply'],
  directory: ['group_data'],
  sending: ['cancelled_send', 'program_send'],
  proposals: ['proposal'],
  inspection: ['request', 'request_body', 'request_subject', 'total', 'wait'],
  administration: ['account_check'],
  team: ['team_entry', 'team_instance', 'team_lost', 'team_off', 'team_send', 'team_unapplied'],
}

/**
 * Rows of many rooms refer to a chat or a message. These files make one of two, two of one, or none, and take along
 * whatever refers to it.
 */
export const tableCrossings = [
  'erasing/tx/erase-person.ts',
  'erasing/tx/erase-rows.ts',
  'erasing/tx/erase-some.ts',
  'erasing/tx/retain-messages.ts',
  'messages/archive/tx/absorb-message.ts',
  'messages/archive/tx/join-chats.ts',
  'messages/archive/tx/separate-chat.ts',
  'messages/outbox/tx/split-message.ts',
]

const statement =
  /\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|delete\s+from|update(?:\s+or\s+\w+)?(?!\s+set\b)|(?:create|drop)\s+(?:virtual\s+|temp\s+)?table(?:\s+if\s+(?:not\s+)?exists)?|alter\s+table)\s+("?\w+"?|\$\{[^}]*\})(?=\s|$)/gi

/**
 * The tables that the SQL of a source writes or defines, as they are named there. Statements stand in string literals
 * and templates; comments do not count.
 * @param {string} source TypeScript
 */
export function writtenTables(source) {
  const literals = []
  // A comment is consumed before a quote in it could begin a literal.
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  for (const [text] of source.matchAll(token)) if (!text.startsWith('/')) literals.push(text.slice(1, -1))
  return literals.flatMap((text) => [...text.matchAll(statement)].map(([, table]) => table.replaceAll('"', '')))
}
