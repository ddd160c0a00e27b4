import { createHash } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ChatKey, MessageKey } from '../../src/contract/ids.ts'
import { storeFileName } from '../../src/core/store/client/open-store.ts'
import { createTxSession, type ReadTx } from '../../src/core/store/tx.ts'

/** Reads the store beside the program. */
export function readStoreFile<Result>(folder: string, read: (tx: ReadTx) => Result): Result {
  const db = new DatabaseSync(path.join(folder, storeFileName), { readOnly: true })
  try {
    return read(createTxSession(db).tx)
  } finally {
    db.close()
  }
}

/** An own message as the archive has it. */
export interface OutboxRow {
  readonly key: MessageKey
  readonly sendId: string
  readonly text: string
  readonly state: string
  readonly status: string
  readonly idMessage: string | null
  readonly reason: string | null
  readonly isParked: number
  readonly dueAt: number | null
}

export const outboxRows = (tx: ReadTx): readonly OutboxRow[] =>
  tx.all<OutboxRow>(
    `select m.key, coalesce(o.send_id, '') as sendId, m.text, o.state, m.status, m.id_message as idMessage, o.reason,
       o.parked as isParked, o.due_at as dueAt
     from outbox o join message m on m.key = o.message order by m.key`,
  )

/** The texts of all own messages that a chat shows. */
export const ownTexts = (tx: ReadTx): readonly string[] =>
  tx
    .all<{ text: string }>(
      `select text from message where direction = 'outgoing' and folded = 0 and hidden_at is null order by key`,
    )
    .map(({ text }) => text)

/** Sends that were taken back. */
export const cancelledSends = (tx: ReadTx): ReadonlySet<string> =>
  new Set(tx.all<{ id: string }>('select send_id as id from cancelled_send').map(({ id }) => id))

/** The same. Null: the file can't be read at the moment. */
export function readIfWhole<Result>(folder: string, read: (tx: ReadTx) => Result): Result | null {
  try {
    return readStoreFile(folder, read)
  } catch {
    return null
  }
}

/** Sends that the store knows, those that were taken back included. Null: the file can't be read at the moment. */
export const sendIdsOnDisk = (folder: string): ReadonlySet<string> | null =>
  readIfWhole(
    folder,
    (tx) =>
      new Set(
        tx
          .all<{ id: string }>('select send_id as id from outbox union select send_id from cancelled_send')
          .map(({ id }) => id),
      ),
  )

/** Own messages that wait for the person. */
export function openQuestions(folder: string): {
  readonly parked: readonly MessageKey[]
  readonly uncertain: readonly MessageKey[]
} {
  return readStoreFile(folder, (tx) => {
    const rows = outboxRows(tx)
    return {
      parked: rows.filter(({ isParked }) => isParked === 1).map(({ key }) => key),
      uncertain: rows.filter(({ state }) => state === 'uncertain').map(({ key }) => key),
    }
  })
}

/** Chats with an own message that came without its content, as an echo may, or with nothing but its status. */
export const blankChats = (folder: string): readonly ChatKey[] =>
  readStoreFile(folder, (tx) =>
    tx
      .all<{ chat: ChatKey }>(
        `select chat from message where direction = 'outgoing' and content_kind = 'unsupported'
         union select chat from early_status where chat is not null order by chat`,
      )
      .map(({ chat }) => chat),
  )

export const allChats = (folder: string): readonly ChatKey[] =>
  readStoreFile(folder, (tx) => tx.all<{ key: ChatKey }>('select key from chat order by key').map(({ key }) => key))

/** One text for all rows of all tables: two runs of a seed have the same. */
export function digestOfStore(folder: string): string {
  const db = new DatabaseSync(path.join(folder, storeFileName), { readOnly: true })
  try {
    const hash = createHash('sha256')
    const tables = db.prepare(
      `select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name`,
    )
    for (const { name } of tables.all()) {
      const rows = db.prepare(`select * from "${String(name)}"`)
      // Parts of full-text indexes have integers beyond 2^53.
      rows.setReadBigInts(true)
      hash.update(`\n${String(name)}\n`)
      for (const row of rows.iterate())
        hash.update(JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
    }
    return hash.digest('hex').slice(0, 16)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    db.close()
  }
}
