import { z } from 'zod'
import type { Json } from '../../../../api/json.ts'
import { readAs } from '../../../../api/schema/lenient.ts'
import { messageRecord } from '../../../../api/schema/message.ts'
import type { InstanceKey } from '../../../../contract/ids.ts'
import { listOrders } from '../../../messages/archive/rules/order-within-second.ts'
import { archiveWrites } from '../../../messages/archive/tx/archive-intents.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Entry } from '../../../sharing/shared-team.ts'

/** A window that came by the journal. `at`: epoch ms by our clock. */
export interface TakenWindow {
  readonly instance: InstanceKey
  readonly chatId: string
  readonly at: number
}

/** A window of a history in the journal (src/team/schema, share_window). */
const windowSchema = z.object({
  chatId: z.string().min(1).max(200),
  records: z
    .array(z.custom<Json>(() => true))
    .min(1)
    .max(100),
})

/** Of an entry: the chat whose history it brings; null: it brings none. */
export function windowChat({ kind, raw }: Pick<Entry, 'kind' | 'raw'>): string | null {
  return kind === 'records' ? (readWindow(raw)?.chatId ?? null) : null
}

const readWindow = (raw: string) => windowSchema.safeParse(JSON.parse(raw)).data

/**
 * Merges the messages that a colleague read from a chat's history. They never count as complete, because a member could
 * have left messages out. This desk's own reads decide that, at the latest when a person opens the chat.
 */
export function takeWindow(tx: Tx, instance: InstanceKey, { raw, at }: Pick<Entry, 'raw' | 'at'>): void {
  const window = readWindow(raw)
  // The hole of an instance that is shared again brings none.
  if (window === undefined) return
  const records = window.records.filter((record) => readAs(messageRecord, record) !== undefined)
  archiveWrites['archive.ingest'](tx, {
    instance,
    source: 'getChatHistory',
    chatId: window.chatId,
    records,
    orders: listOrders(records.map((record) => readAs(messageRecord, record)?.timestamp)),
    seenAt: at,
  })
}
