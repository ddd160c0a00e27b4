import type { z } from 'zod'
import { isJsonArray, isJsonObject } from '../json.ts'
import type { Json } from '../json.ts'
import type { JsonReading } from './parse-json.ts'
import { readAs } from '../schema/lenient.ts'
import { sourceOfField } from '../source-of-field.ts'
import { notificationEnvelope, readNotificationBody } from '../schema/notification.ts'
import type { NotificationBody } from '../schema/notification.ts'

/**
 * Reads a reply's JSON, with the text that it was read from; `undefined` means that it has no such shape. Never throws.
 */
export type ReplyReader<Value> = (reading: JsonReading, answer: string) => Value | undefined

/** A record as it was read, and as it came: the archive keeps both. */
interface Parsed<Value> {
  readonly value: Value
  readonly raw: Json
}

/** A list in which one broken item never costs the others. */
export interface Listing<Value> {
  readonly items: readonly Parsed<Value>[]
  /** Items that have no such shape; as text where not even their JSON could be read. */
  readonly broken: readonly Json[]
}

export function one<Schema extends z.ZodType>(schema: Schema): (reading: JsonReading) => z.output<Schema> | undefined {
  return (reading) => {
    if (reading.kind === 'notJson') return undefined
    return readAs(schema, reading.value)
  }
}

export function list<Schema extends z.ZodType>(
  schema: Schema,
): (reading: JsonReading) => Listing<z.output<Schema>> | undefined {
  return (reading) => {
    if (reading.kind === 'notJson') return undefined
    // A new instance answers null for an empty list.
    const raw = reading.value ?? []
    if (!isJsonArray(raw)) return undefined
    const items: Parsed<z.output<Schema>>[] = []
    const broken: Json[] = reading.kind === 'salvaged' ? [...reading.broken] : []
    for (const candidate of raw) {
      const value = readAs(schema, candidate)
      if (value !== undefined) items.push({ value, raw: candidate })
      else broken.push(candidate)
    }
    return { items, broken }
  }
}

/** What receiveNotification gives: a notification with its receipt, or an empty wait. */
export type Received = ReceivedNotification | EmptyWait

export interface ReceivedNotification {
  readonly kind: 'notification'
  readonly receiptId: string
  /** False: the answer is no JSON at all; it may only have been cut on its way. */
  readonly isJson: boolean
  /** Read when it is asked for: who keeps the body for later need not wait for it. */
  readonly notification: NotificationBody
  /** The body as it was read; the answer's text where that is no JSON. */
  readonly raw: Json
  /** The body's own characters, exactly as they came. */
  readonly text: string
}

/** An empty wait (service 10.3): no error. */
export interface EmptyWait {
  readonly kind: 'empty'
  readonly form: 'emptyBody' | 'null' | '408' | '504'
  /** It came at once although it should have waited: needs an own pause, or the loop becomes hot. */
  readonly instant: boolean
}

/** Only as the first or the last field: anywhere else it could be a text inside the body. */
const receiptAtEdge = /^\s*\{\s*"receiptId"\s*:\s*"?(\d+)|"receiptId"\s*:\s*"?(\d+)"?\s*\}\s*$/

/**
 * Reads the envelope. A body that can't be read, even one that is no JSON, still gives its receipt,
 * so that it can be set aside and deleted instead of blocking the queue (architecture 5). `answer` is what was read.
 */
export function readReceived(reading: JsonReading, answer: string): ReceivedNotification | undefined {
  if (reading.kind === 'notJson') {
    const receiptId = receiptAtEdge.exec(reading.text)?.find((part, index) => index > 0 && part !== undefined)
    if (receiptId === undefined) return undefined
    return {
      kind: 'notification',
      receiptId,
      isJson: false,
      notification: { kind: 'unreadable', reason: 'invalid JSON' },
      raw: reading.text,
      text: reading.text,
    }
  }
  const envelope = readAs(notificationEnvelope, reading.value)
  if (envelope === undefined || !isJsonObject(reading.value)) return undefined
  const raw = reading.value['body']
  return {
    kind: 'notification',
    receiptId: envelope.receiptId,
    isJson: true,
    get notification() {
      return readNotificationBody(raw)
    },
    raw: raw ?? null,
    text: sourceOfField(answer, 'body') ?? 'null',
  }
}
