import type { z } from 'zod'
import { isJsonArray, isJsonObject, type Json } from '../json.ts'
import { mendStrings, type JsonReading } from './parse-json.ts'
import { readAs } from '../schema/lenient.ts'
import { sourceOfField } from '../source-of-field.ts'
import { notificationEnvelope, readNotificationBody, type NotificationBody } from '../schema/notification.ts'

/** Reads a reply from its JSON and its source text; `undefined`: the shape does not match. Never throws. */
export type ReplyReader<Value> = (reading: JsonReading, answer: string) => Value | undefined

/** A parsed record and its raw form: the archive stores both. */
interface Parsed<Value> {
  readonly value: Value
  readonly raw: Json
}

/** A list in which a broken item does not cost the others. */
export interface Listing<Value> {
  readonly items: readonly Parsed<Value>[]
  /** Items of another shape; as text if not even their JSON could be parsed. */
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

/** The result of receiveNotification: a notification with its receipt, or an empty wait. */
export type Received = ReceivedNotification | EmptyWait

export interface ReceivedNotification {
  readonly kind: 'notification'
  readonly receiptId: string
  /** False: the answer is no JSON; perhaps it was truncated on its way. */
  readonly isJson: boolean
  /** Parsed lazily: storing the body does not need it. */
  readonly notification: NotificationBody
  /** The parsed body; the answer's text if that is no JSON. */
  readonly raw: Json
  /**
   * The body's source text, unchanged. Of a body that is almost JSON the repaired text: whoever gets it must be able to
   * read it, and a team's database takes no NUL.
   */
  readonly text: string
}

/** An empty wait (service 10.3): no error. */
export interface EmptyWait {
  readonly kind: 'empty'
  readonly form: 'emptyBody' | 'null' | '408' | '504'
  /** The service answered at once instead of waiting: the caller must pause, or its loop becomes hot. */
  readonly instant: boolean
}

/** Matches only a first or last field: anywhere else it could be text inside the body. */
const receiptAtEdge = /^\s*\{\s*"receiptId"\s*:\s*"?(\d+)|"receiptId"\s*:\s*"?(\d+)"?\s*\}\s*$/

/**
 * Reads the envelope. An unreadable body, even one that is no JSON, still yields its receipt, so it can be quarantined
 * and deleted instead of blocking the queue (architecture 5). `answer`: the source text.
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
    text: sourceOfField(reading.kind === 'salvaged' ? mendStrings(answer) : answer, 'body') ?? 'null',
  }
}
