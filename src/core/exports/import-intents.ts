import { z } from 'zod'
import { parseJson } from '../../api/parse-json.ts'
import { messageRecord } from '../../api/schema/message.ts'
import { readNotificationBody } from '../../api/schema/notification.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import { fromHistory } from '../archive/from-history.ts'
import { fromNotification } from '../archive/from-notification.ts'
import { inSavepoint } from '../archive/in-savepoint.ts'
import { ingest } from '../archive/ingest.ts'
import type { Ingested } from '../archive/ingest.ts'
import { keepPerson } from '../archive/people.ts'
import type { ArchiveItem, ArchiveRecord } from '../archive/record.ts'
import { mergeTexts } from '../archive/text-versions.ts'
import type { TextVersion } from '../archive/text-versions.ts'
import { troubleOfSqliteError } from '../store/store-error.ts'
import { nextKey } from '../store/next-key.ts'
import type { Tx } from '../store/tx.ts'

const id = z.string().min(1).max(256)
const text = z.string().max(1_000_000)
const at = z.number().int().min(0).max(8_640_000_000_000_000)

const recordSources = [
  'notification',
  'echo',
  'getChatHistory',
  'lastOutgoingMessages',
  'lastIncomingMessages',
  'getMessage',
] as const

const messageLine = z.object({
  kind: z.literal('message'),
  chatId: id,
  idMessage: id,
  raw: text,
  source: z.enum(recordSources),
  seenAt: at,
  /** Every text that it was told to have, where its record alone does not say so. */
  texts: z
    .array(z.object({ text, at, source: z.enum([...recordSources, 'app']) }))
    .max(10_000)
    .optional(),
})
/** One line of an archive file below its instance (archive-export.ts). */
export const importLine = z.discriminatedUnion('kind', [
  messageLine,
  z.object({ kind: z.literal('person'), id, name: text, contactName: text, phone: text, at }),
  z.object({ kind: z.literal('chat'), chatId: id, subject: text, chatType: z.string().max(64), at }),
  z.object({
    kind: z.literal('edit'),
    chatId: id,
    targetId: id,
    text,
    at,
    tie: z.string().max(600),
    source: z.enum(recordSources).default('notification'),
  }),
  z.object({ kind: z.literal('changeEvent'), chatId: id, idMessage: id }),
  z.object({ kind: z.literal('deletion'), chatId: id, targetId: id, at }),
  z.object({
    kind: z.literal('votes'),
    chatId: id,
    targetId: id,
    votes: z.array(z.object({ optionName: text, optionVoters: z.array(id).max(10_000) })).max(1000),
    at,
    tie: z.string().max(600),
  }),
  z.object({
    kind: z.literal('status'),
    chatId: id,
    idMessage: id,
    raw: text,
    text: text.nullable(),
    serviceAt: at.nullable(),
  }),
])
export type ImportLine = z.output<typeof importLine>

export interface ImportedPiece {
  /** Messages that were not known before. */
  readonly messages: number
  readonly chats: readonly ChatKey[]
  readonly skipped: number
}

export const importWrites = {
  /** The instance of the file, if it is here; else a kept history that waits for its instance to be added. */
  'import.instance'(
    tx: Tx,
    input: { readonly idInstance: string; readonly apiUrl: string; readonly family: string; readonly name: string },
  ): InstanceKey {
    const known = tx.get<{ key: InstanceKey }>(
      `select key from instance where id_instance = :idInstance
       order by api_url = :apiUrl desc, detached_at is null desc, key limit 1`,
      { idInstance: input.idInstance, apiUrl: input.apiUrl },
    )
    if (known !== undefined) return known.key
    const place = tx.get<{ next: number }>('select coalesce(max(position), -1) + 1 as next from instance')
    // Without an address nothing can be asked with it; adding the instance takes the history over (accounts-intents.ts).
    const { rowid } = tx.run(
      `insert into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at, detached_at)
       values (${nextKey('instance')}, :idInstance, '', :family, '', :name, 'steel', 'full', :position, :now, :now)`,
      { idInstance: input.idInstance, family: input.family, name: input.name, position: place?.next ?? 0, now: tx.now },
    )
    tx.changed({ kind: 'instances' })
    return rowid as InstanceKey
  },

  'import.lines'(
    tx: Tx,
    { instance, lines }: { readonly instance: InstanceKey; readonly lines: readonly ImportLine[] },
  ): ImportedPiece {
    const chats = new Set<ChatKey>()
    let messages = 0
    let skipped = 0
    for (const line of lines) {
      if (line.kind === 'person') {
        keepPerson(tx, instance, line, line.at)
        continue
      }
      const done = take(tx, instance, line)
      if (done === null) {
        skipped += 1
        continue
      }
      messages += done.created.length
      for (const chat of done.chats) chats.add(chat)
    }
    return { messages, chats: [...chats], skipped }
  },
}

/** A line that can't be read, or that the archive refuses, costs itself alone. */
function take(tx: Tx, instance: InstanceKey, line: Exclude<ImportLine, { kind: 'person' }>): Ingested | null {
  const items = itemsOf(line)
  if (items === null) return null
  const seenAt = 'seenAt' in line ? line.seenAt : tx.now
  try {
    return inSavepoint(tx, () => ingest(tx, instance, items, { live: false, seenAt }))
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    return null
  }
}

function itemsOf(line: Exclude<ImportLine, { kind: 'person' }>): readonly ArchiveItem[] | null {
  if (line.kind !== 'message') return [line]
  const items = itemsOfRecord(line)
  const { texts } = line
  if (texts === undefined || items === null) return items
  return items.map((item) => (item.kind === 'message' ? { ...item, record: withTexts(item.record, texts) } : item))
}

const withTexts = (record: ArchiveRecord, texts: readonly TextVersion[]): ArchiveRecord => ({
  ...record,
  facts: { ...record.facts, texts: mergeTexts(record.facts.texts, texts) },
})

function itemsOfRecord(line: z.output<typeof messageLine>): readonly ArchiveItem[] | null {
  const reading = parseJson(line.raw)
  if (reading.kind === 'notJson') return null
  const { chatId, seenAt, raw } = line
  if (line.source !== 'notification' && line.source !== 'echo') {
    const record = messageRecord.safeParse(reading.value)
    return record.success ? fromHistory(record.data, { source: line.source, chatId, seenAt, raw }) : null
  }
  const body = readNotificationBody(reading.value)
  return body.kind === 'message' ? fromNotification(body.body, { origin: body.origin, seenAt, raw }) : null
}
