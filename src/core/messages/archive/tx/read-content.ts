import { z } from 'zod'
import { parseJson } from '../../../../api/answers/parse-json.ts'
import type { MessageKey } from '../../../../contract/ids.ts'
import { readStored } from '../../../base/rules/stored-json.ts'
import type { ReadTx } from '../../../store/tx.ts'
import type { RecordSource } from '../rules/record.ts'
import { itemsOfRaw } from './items-of-raw.ts'
import { contentSchema, textOf } from '../../content/rules/content-kinds.ts'
import { storedText } from '../../content/rules/content-kind.ts'
import { withText, type StoredContent, type StoredQuote } from '../../content/rules/stored-content.ts'

const quoteSchema: z.ZodType<StoredQuote> = z.object({
  participant: storedText,
  content: contentSchema.nullable().catch(null),
  typeMessage: storedText,
})

/**
 * Columns from which a content can be parsed again: the raw record, and the text of the row, which may have been
 * edited.
 */
export interface ContentSources {
  readonly text: string
  readonly raw: string | null
  readonly raw_source: RecordSource | null
}

/** A message's content. If it was damaged on the disk, it is rebuilt from other columns of the message. */
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
  // Only the content is used: chat and time are separate columns.
  const items = itemsOfRaw(reading.value, { source, chatId: 'none', seenAt: 0, raw })
  const message = items?.find((item) => item.kind === 'message')
  return message?.kind === 'message' ? message.record.facts.content : null
}
