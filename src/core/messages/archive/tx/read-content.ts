import { z } from 'zod'
import { parseJson } from '../../../../api/answers/parse-json.ts'
import type { MessageKey } from '../../../../contract/ids.ts'
import { readStored } from '../../../base/rules/stored-json.ts'
import type { ReadTx } from '../../../store/tx.ts'
import type { RecordSource } from '../rules/record.ts'
import { itemsOfRaw } from './items-of-raw.ts'
import type { StoredContent, StoredQuote } from '../rules/stored-content.ts'
import { textOf, withText } from '../rules/stored-content.ts'

const text = z.string().catch('')
const ref = z.string().nullable().catch(null)
const media = {
  caption: z.string(),
  downloadUrl: text,
  fileName: text,
  mimeType: text,
  animated: z.boolean().nullable().catch(null),
  thumbnail: ref,
}
const preview = z.object({ text: z.string().exactOptional(), title: text, description: text, thumbnail: ref })
const card = z.object({ displayName: text, vcard: text, phone: text, organisation: text })

const contentSchema: z.ZodType<StoredContent> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), preview: preview.nullable().catch(null) }),
  z.object({ kind: z.enum(['image', 'video', 'document', 'audio', 'sticker']), ...media }),
  z.object({
    kind: z.literal('location'),
    name: text,
    address: text,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    thumbnail: ref,
  }),
  z.object({ kind: z.literal('contacts'), cards: z.array(card) }),
  z.object({
    kind: z.literal('poll'),
    question: z.string(),
    multiple: z.boolean().nullable().catch(null),
    options: z.array(z.string()),
  }),
  z.object({ kind: z.literal('reaction'), emoji: z.string() }),
  z.object({
    kind: z.literal('marker'),
    marker: z.enum(['SWE001', 'SWE002', 'SWE003']),
    caption: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('unsupported') }),
])

const quoteSchema: z.ZodType<StoredQuote> = z.object({
  participant: text,
  content: contentSchema.nullable().catch(null),
  typeMessage: text,
})

/** What a content is made of again: the record as it came, and the text of the row, which may have been edited since. */
export interface ContentSources {
  readonly text: string
  readonly raw: string | null
  readonly raw_source: RecordSource | null
}

/** A message's content. One that was damaged on the disk is made again of the message's other columns. */
export function readContent(json: string, sources: () => ContentSources | undefined): StoredContent {
  return readStored(json, contentSchema, null) ?? remade(sources())
}

/** The same, where the other columns were not read with it. */
export const readContentOf = (tx: Pick<ReadTx, 'get'>, key: MessageKey, json: string): StoredContent =>
  readContent(json, () => tx.get<ContentSources>('select text, raw, raw_source from message where key = ?', [key]))

export const readStoredQuote = (json: string | null): StoredQuote | null => readStored(json, quoteSchema, null)

function remade(sources: ContentSources | undefined): StoredContent {
  const reread = sources === undefined ? null : contentOfRaw(sources)
  if (reread !== null && sources !== undefined) {
    return textOf(reread) === sources.text ? reread : withText(reread, sources.text)
  }
  return sources === undefined || sources.text === ''
    ? { kind: 'unsupported' }
    : { kind: 'text', text: sources.text, preview: null }
}

function contentOfRaw({ raw, raw_source: source }: ContentSources): StoredContent | null {
  if (raw === null || source === null) return null
  const reading = parseJson(raw)
  if (reading.kind === 'notJson') return null
  // Only the content is taken: chat and time are columns of their own.
  const items = itemsOfRaw(reading.value, { source, chatId: 'none', seenAt: 0, raw })
  const message = items?.find((item) => item.kind === 'message')
  return message?.kind === 'message' ? message.record.facts.content : null
}
