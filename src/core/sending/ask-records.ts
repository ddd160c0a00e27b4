import type { SendingStore } from './sending-base.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import type { Json } from '../../api/json.ts'
import type { InputOf } from '../../api/operations.ts'
import type { Priority } from '../../api/limits/token-bucket.ts'
import { listOrders } from '../messages/archive/rules/order-within-second.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { Clock } from '../base/ports.ts'
import type { KnownRecords } from './known-records.ts'

/** Operations that return outgoing messages with statuses. */
export type RecordOperation = 'lastOutgoingMessages' | 'getChatHistory' | 'getMessage'

export interface AskRecords<Name extends RecordOperation> {
  readonly name: Name
  readonly input: InputOf<Name>
  /** The chat that is asked for; null for the journal, which names it in each record. */
  readonly chatId: string | null
  readonly priority: Priority
  readonly purpose: string
  readonly signal?: AbortSignal
  /** Records of the last answers: an identical record is not merged again. */
  readonly known?: KnownRecords
}

/** Records merged in one transaction: others wait for it. */
const recordsPerRequest = 200

/**
 * Reads records from the service and merges them into the archive, by time, so that equal texts match their rows in
 * order. Returns the error, or null; reports to the connection either way.
 */
export async function askRecords<Name extends RecordOperation>(
  run: InstanceRun,
  ports: { readonly store: SendingStore; readonly clock: Clock },
  ask: AskRecords<Name>,
): Promise<ApiError | null> {
  const { name, input, chatId, priority, purpose, known, signal = run.signal } = ask
  const answer = await run.api.call(name, input, { priority, purpose, signal })
  const { connection } = run.instance
  if (!answer.ok) {
    connection.report({ kind: 'failed', error: answer.error, by: 'other' })
    return answer.error
  }
  connection.report({ kind: 'answered' })
  const records = recordsOf(answer.value, answer.raw)
  // Only a history is sorted by time; each record's place in its second is taken from the whole list.
  const orders = new Map(name === 'getChatHistory' ? ordersOf(answer.value) : [])
  const sifted = known?.sift(records)
  const fresh = sifted?.fresh ?? records
  const seenAt = ports.clock.now()
  for (let from = 0; from < fresh.length; from += recordsPerRequest) {
    await ports.store.write('archive.ingest', {
      instance: run.key,
      source: name,
      chatId,
      records: fresh.slice(from, from + recordsPerRequest),
      orders: fresh.slice(from, from + recordsPerRequest).map((record) => orders.get(record) ?? null),
      seenAt,
    })
  }
  sifted?.merged()
  return null
}

interface Timed {
  readonly value: { readonly timestamp?: number | undefined }
  readonly raw: Json
}

function recordsOf(reply: object, raw: Json): readonly Json[] {
  if (!isListing(reply)) return [raw]
  return reply.items.toSorted((a, b) => (a.value.timestamp ?? 0) - (b.value.timestamp ?? 0)).map((item) => item.raw)
}

function ordersOf(reply: object): readonly (readonly [Json, number | null])[] {
  if (!isListing(reply)) return []
  const orders = listOrders(reply.items.map(({ value }) => value.timestamp))
  return reply.items.map(({ raw }, index) => [raw, orders[index] ?? null])
}

const isListing = (reply: object): reply is { readonly items: readonly Timed[] } =>
  'items' in reply && Array.isArray(reply.items) && 'broken' in reply
