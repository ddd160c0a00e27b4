import { parseJson } from '../../../../api/answers/parse-json.ts'
import type { InstanceKey } from '../../../../contract/ids.ts'
import { setMeta } from '../../../store/sql.ts'
import { troubleOfSqliteError } from '../../../store/store-error.ts'
import type { Tx } from '../../../store/tx.ts'
import { inSavepoint } from './in-savepoint.ts'
import { ingest } from './ingest.ts'
import { itemsOfRaw } from './items-of-raw.ts'

const metaName = 'messages:votesReread'

/**
 * Reads the votes of a batch of received notifications again, after a key, once per archive: a version before 1.0 kept
 * the newest update of a poll alone, which names one person, and lost the votes of all others. Returns the last key;
 * null: all were read. Applying an update again changes nothing.
 */
export function rereadVotes(
  tx: Tx,
  { after, limit }: { readonly after: number; readonly limit: number },
): number | null {
  if (tx.get('select 1 from meta where name = ?', [metaName]) !== undefined) return null
  const last = tx.get<{ key: number | null }>(
    'select max(key) as key from (select key from journal where key > ? order by key limit ?)',
    [after, limit],
  )?.key
  if (last === null || last === undefined) {
    setMeta(tx, metaName, '1')
    return null
  }
  const rows = tx.all<{ instance: InstanceKey; chatId: string; raw: string; at: number }>(
    `select j.instance, c.chat_id as chatId, j.raw, j.received_at as at
     from journal j join chat c on c.key = j.chat
     where j.key > ? and j.key <= ? and j.state = 'applied' and instr(j.raw, 'pollUpdateMessage') > 0 order by j.key`,
    [after, last],
  )
  for (const { instance, chatId, raw, at } of rows) {
    const reading = parseJson(raw)
    if (reading.kind === 'notJson') continue
    const items = itemsOfRaw(reading.value, { source: 'notification', chatId, seenAt: at, raw }) ?? []
    const votes = items.filter(({ kind }) => kind === 'votes')
    try {
      inSavepoint(tx, () => ingest(tx, instance, votes, { live: false, seenAt: at }))
    } catch (error) {
      // An update that can't be merged does not block the others.
      if (troubleOfSqliteError(error) !== null) throw error
    }
  }
  return last
}
