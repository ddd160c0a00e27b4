import { parseJson } from '../../../../api/answers/parse-json.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { setMeta } from '../../../store/sql.ts'
import { troubleOfSqliteError } from '../../../store/store-error.ts'
import type { Tx } from '../../../store/tx.ts'
import { knownTypes } from '../../content/rules/content-kinds.ts'
import type { RecordSource } from '../rules/record.ts'
import { inSavepoint } from './in-savepoint.ts'
import { ingest } from './ingest.ts'
import { itemsOfRaw } from './items-of-raw.ts'

/** The types that the program knew when it last read the archive again. */
const metaName = 'messages:knownTypes'

interface Row {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chatId: string
  readonly raw: string
  readonly source: RecordSource
  readonly at: number
}

/**
 * Parses a batch of messages of unknown kinds again from their raw records, after a key, because a new version may know
 * more types. So a new kind needs no migration. Returns the last key; null: all were parsed.
 */
export function rereadUnknown(
  tx: Tx,
  { after, limit }: { readonly after: number; readonly limit: number },
): number | null {
  const known = tx.get<{ value: string }>('select value from meta where name = ?', [metaName])?.value
  if (known === knownTypes) return null
  const rows = tx.all<Row>(
    `select m.key, m.instance, m.chat, c.chat_id as chatId, m.raw, m.raw_source as source, coalesce(m.raw_at, m.seen_at) as at
     from message m indexed by message_unsupported join chat c on c.key = m.chat
     where m.content_kind = 'unsupported' and m.key > ? and m.raw is not null order by m.key limit ?`,
    [after, limit],
  )
  for (const row of rows) reread(tx, row)
  const last = rows.at(-1)
  if (last !== undefined && rows.length === limit) return last.key
  setMeta(tx, metaName, knownTypes)
  return null
}

function reread(tx: Tx, { instance, chatId, raw, source, at }: Row): void {
  const reading = parseJson(raw)
  if (reading.kind === 'notJson') return
  const items = itemsOfRaw(reading.value, { source, chatId, seenAt: at, raw })
  if (items === null) return
  try {
    inSavepoint(tx, () => ingest(tx, instance, items, { live: false, seenAt: at }))
  } catch (error) {
    // A record that can't be merged stays as it is, and does not block the others.
    if (troubleOfSqliteError(error) !== null) throw error
  }
}
