import type { Json } from '../../../../api/json.ts'
import { readAs } from '../../../../api/schema/lenient.ts'
import { messageRecord } from '../../../../api/schema/message.ts'
import { readNotificationBody } from '../../../../api/schema/notification.ts'
import type { ArchiveItem, RecordSource } from '../rules/record.ts'
import { fromHistory } from '../rules/from-history.ts'
import { fromCallNotification } from '../rules/from-call.ts'
import { fromNotification } from '../rules/from-notification.ts'

export interface RawContext {
  /** The source of the record. */
  readonly source: RecordSource
  readonly chatId: string
  /** Epoch ms. */
  readonly seenAt: number
  /** The record as text. */
  readonly raw: string
}

/** Parses a stored raw record of the service as on its arrival. Null: it can't be read. */
export function itemsOfRaw(value: Json, { source, chatId, seenAt, raw }: RawContext): readonly ArchiveItem[] | null {
  if (source !== 'notification' && source !== 'echo') {
    const record = readAs(messageRecord, value)
    return record === undefined ? null : fromHistory(record, { source, chatId, seenAt, raw })
  }
  const body = readNotificationBody(value)
  if (body.kind === 'call') return [fromCallNotification(body.direction, body.body, { seenAt, raw })]
  return body.kind === 'message' ? fromNotification(body.body, { origin: body.origin, seenAt, raw }) : null
}
