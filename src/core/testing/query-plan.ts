import type { DatabaseSync } from 'node:sqlite'

interface AllowedScan {
  /** Tables that are read whole, by their names or aliases in the statement. */
  readonly table: string
  /** A part of the only statement that may; null: any. */
  readonly statement: string | null
  readonly reason: string
}

/** Reading a whole table is a mistake that shows late, in an archive that has grown for a year. These are none. */
const allowedScans: readonly AllowedScan[] = [
  { table: 'instance', statement: null, reason: 'A person has hundreds at most.' },
  {
    table: 'proposal',
    statement: 'indexed by proposal_closed_here',
    reason: 'The index has what was closed here and is not told to the team.',
  },
  {
    table: 'p',
    statement: 'indexed by proposal_newest',
    reason: 'Newest first until a page is full, by an index that holds only what is open.',
  },
  {
    table: 'proposal',
    statement: 'set shared_state = null',
    reason: 'When a team is left, or its database goes back.',
  },
  { table: 'proposal', statement: 'g.key = proposal.program', reason: 'When a team is left.' },
  { table: 'team_instance', statement: null, reason: 'A row at most for each instance.' },
  {
    table: 'team_unapplied',
    statement: null,
    reason: 'A thousand rows at most, and none where nobody writes nonsense.',
  },
  { table: 'team_off', statement: null, reason: 'A row at most for each instance.' },
  { table: 'team_mark', statement: null, reason: 'Empty but for what the team was not told yet; 200 at once.' },
  ...['w', 'team_pending_change'].map((table) => ({
    table,
    statement: 'team_pending_change',
    reason: 'Empty but for what the team was not told yet; 200 at once.',
  })),
  {
    table: 'outbox',
    statement: 'outbox_alone',
    reason: 'Only what a person sent without the team, until it is entered.',
  },
  { table: 's', statement: 'outbox_due_chat', reason: 'By an index that holds only what a person scheduled.' },
  { table: 'quick_reply', statement: null, reason: 'Two thousand at most (check-quick-reply.ts).' },
  { table: 'quick_reply_file', statement: null, reason: 'A quick reply has ten at most, and most have none.' },
  { table: 'program_upload', statement: null, reason: 'Gone within a day; of each program 500 MB at most.' },
  { table: 'removed_quick_reply', statement: null, reason: 'Empty but for what the team was not told yet.' },
  { table: 'program', statement: null, reason: 'A hundred at most (program-identity.ts).' },
  { table: 'label', statement: null, reason: 'Fifty at most (check-annotation.ts).' },
  { table: 'setting', statement: null, reason: 'One row for each setting of the program.' },
  { table: 'preference', statement: null, reason: 'One row for each setting of a window.' },
  { table: 'meta', statement: null, reason: 'A few marks of the program itself.' },
  { table: 'inbox', statement: null, reason: 'A few hundred rows at most: above that receiving waits (follower.ts).' },
  ...['r', 'request', 'request_body', 'request_subject', 'total', 'wait'].map((table) => ({
    table,
    statement: null,
    reason: 'The request log is a file of its own, of a size that Settings bound, whose worker nobody else waits for.',
  })),
  { table: 'named', statement: 'with named as', reason: 'The ids of one request.' },
  {
    table: 'journal',
    statement: "where state <> 'applied'",
    reason: 'By an index that holds only the few events that could not be applied.',
  },
  { table: 'journal', statement: 'sum(bytes)', reason: 'Once an hour, by an index of two numbers, in a reader.' },
  {
    table: 'journal',
    statement: 'select key, bytes, received_at',
    reason: 'The oldest by an index, up to a limit; only the few that may not be removed are passed over.',
  },
  {
    table: 'journal',
    statement: "state = 'applied' and deleted_at is not null limit",
    reason: 'Clearing removes what it meets, up to a limit; only the few that may not be removed are passed over.',
  },
  {
    table: 'j',
    statement: 'from journal j',
    reason: 'Events, newest first until a page is full; what filters by text does so by indexes (events-intents.ts).',
  },
  { table: 'found', statement: 'with found as', reason: 'The rows of the Outgoing view, found by an index.' },
  {
    table: 'chat',
    statement: 'title_folded like',
    reason: 'Part of a title: as many rows as there are chats.',
  },
  ...['message_sent', 'message_acted'].map((index) => ({
    table: 'm',
    statement: `message m indexed by ${index}`,
    reason:
      'The Outgoing view filters, counts and sorts by anything, along an index of own messages that holds it all.',
  })),
  {
    table: 'journal',
    statement: 'receipt_id like',
    reason: 'Part of a receipt id is looked for in the index of them.',
  },
  { table: 'chat_alias', statement: 'alias like', reason: 'Part of a chat id: as many rows as there are chats.' },
  { table: 'journal', statement: 'as typeWebhook, count(*)', reason: 'Counts by an index, in a reader.' },
  { table: 'journal', statement: 'order by key desc limit 1', reason: 'One row.' },
  {
    table: 'm',
    statement: 'indexed by message_sent',
    reason: 'Outgoing, newest first until a page is full, by the index that holds all that its filters ask for.',
  },
  {
    table: 'chat',
    statement: 'indexed by message_sent',
    reason: 'Part of the name of a chat is looked for among the chats, of which there are far fewer than messages.',
  },
  { table: 'found', statement: 'with found as materialized', reason: 'What the filters of Outgoing found.' },
  ...['up', 'tree'].map((table) => ({
    table,
    statement: 'from up union select c.key from tree',
    reason: 'The cards of one person, twenty at most (person-cards.ts).',
  })),
  ...['l', 'p', 'i', 'living', 'person_card'].map((table) => ({
    table,
    statement: 'delete from person_card where key not in',
    reason: 'Once for each instance that is erased.',
  })),
  { table: 'erased_ref', statement: 'limit', reason: 'What erased histories showed, up to a limit.' },
  {
    table: 'media_file',
    statement: null,
    reason: 'One short row for each file of the cache, of a size that Settings bound.',
  },
  ...['chat', 'journal'].map((table) => ({
    table,
    statement: 'as journalRows',
    reason: 'Counts for the view of the storage, by an index, in a reader.',
  })),
]

const reads = /^\s*(?:select|with|insert|update|delete)\b/i
const scan = /^SCAN (\S+)/
/** No tables: lists given as JSON, rows made within the statement, the index of the full text. */
const noTable = /VIRTUAL TABLE|CONSTANT ROW|^SCAN \(/

/** The tables that SQLite reads whole for a statement, those of foreign keys included, apart from those that may be. */
export function scansOf(db: DatabaseSync, sql: string): readonly string[] {
  if (!reads.test(sql)) return []
  return db
    .prepare(`explain query plan ${sql}`)
    .all()
    .map((row) => String(row['detail']))
    .filter((detail) => {
      const table = noTable.test(detail) ? undefined : scan.exec(detail)?.[1]
      return table !== undefined && !isAllowed(table, sql)
    })
}

const isAllowed = (table: string, sql: string): boolean =>
  allowedScans.some((row) => row.table === table && (row.statement === null || sql.includes(row.statement)))

/** Statements that were looked at: many tests open many stores of one schema. */
const fine = new Set<string>()

/** For every statement that code under test prepares: throws when it reads a whole table. */
export function refuseScans(db: DatabaseSync, sql: string): void {
  if (fine.has(sql)) return
  const scans = scansOf(db, sql)
  if (scans.length === 0) fine.add(sql)
  if (scans.length > 0 && !isTestQuery(new Error().stack ?? ''))
    throw new Error(`${scans.join(', ')}: index it, or name it in query-plan.ts. ${sql}`)
}

/** Tests look into the store by statements of their own, which may read what they like. */
function isTestQuery(stack: string): boolean {
  const caller = stack.split('\n').find((line) => line.includes('/src/') && !/store\/tx\.ts|query-plan\.ts/.test(line))
  return caller !== undefined && /\.test\.ts|\/testing\//.test(caller)
}
