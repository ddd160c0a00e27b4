import { parseJson } from '../../../api/answers/parse-json.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { labelOf, putLabel } from '../../annotations/tx/labels.ts'
import { storeNote } from '../../annotations/tx/notes.ts'
import { chatOf } from '../../messages/archive/tx/chat-of.ts'
import { inSavepoint } from '../../messages/archive/tx/in-savepoint.ts'
import { itemsOfRaw } from '../../messages/archive/tx/items-of-raw.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import type { Ingested } from '../../messages/archive/tx/ingested.ts'
import { storePerson } from '../../messages/archive/tx/people.ts'
import { betterPosition } from '../../messages/archive/rules/position.ts'
import type { Position } from '../../messages/archive/rules/position.ts'
import type { ArchiveItem, ArchiveRecord } from '../../messages/archive/rules/record.ts'
import { mergeTexts } from '../../messages/archive/rules/text-versions.ts'
import type { TextVersion } from '../../messages/archive/rules/text-versions.ts'
import { troubleOfSqliteError } from '../../store/store-error.ts'
import type { Tx } from '../../store/tx.ts'
import type { ImportLine } from '../import-line.ts'
import { insertDetached } from '../../accounts/tx/instance-row.ts'

export { exportReads as exportsReads } from './read-exports.ts'

export interface ImportedPiece {
  /** Messages that were not known before. */
  readonly messages: number
  readonly chats: readonly ChatKey[]
  readonly skipped: number
}

export const exportsWrites = {
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
    return insertDetached(tx, input)
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
        storePerson(tx, instance, line, line.at)
        continue
      }
      const done =
        line.kind === 'label' || line.kind === 'note' ? annotate(tx, instance, line) : take(tx, instance, line)
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

type Annotation = Extract<ImportLine, { kind: 'label' | 'note' }>
type ImportedItem = Exclude<ImportLine, Annotation | { kind: 'person' }>

function take(tx: Tx, instance: InstanceKey, line: ImportedItem): Ingested | null {
  const items = itemsOf(line)
  if (items === null) return null
  const seenAt = 'seenAt' in line ? line.seenAt : tx.now
  return orNull(tx, () => ingest(tx, instance, items, { live: false, seenAt }))
}

/** Imports the labels and notes of chats. */
function annotate(tx: Tx, instance: InstanceKey, line: Annotation): Pick<Ingested, 'created' | 'chats'> | null {
  return orNull(tx, () => {
    const chat = chatOf(tx, instance, line.chatId)
    if (line.kind === 'note') storeNote(tx, { ...line, chat })
    else if (putLabel(tx, chat, labelOf(tx, line.name, line.hue)))
      tx.changed({ kind: 'chats', instance, chats: [chat] })
    return { created: [], chats: [chat] }
  })
}

/** A line that can't be read, or that the archive refuses, costs itself alone. */
function orNull<Done>(tx: Tx, work: () => Done): Done | null {
  try {
    return inSavepoint(tx, work)
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    return null
  }
}

function itemsOf(line: ImportedItem): readonly ArchiveItem[] | null {
  if (line.kind === 'chat') return [{ ...line, source: 'list' }]
  if (line.kind !== 'message') return [line]
  const { position, place, texts } = line
  const complete = (record: ArchiveRecord): ArchiveRecord => {
    const dated = position === undefined ? record : withPosition(record, position)
    const placed = place === undefined ? dated : withPlace(dated, place)
    return texts === undefined ? placed : withTexts(placed, texts)
  }
  return (
    itemsOfRecord(line)?.map((item) => (item.kind === 'message' ? { ...item, record: complete(item.record) } : item)) ??
    null
  )
}

const withPosition = (record: ArchiveRecord, position: Position): ArchiveRecord => ({
  ...record,
  facts: { ...record.facts, position: betterPosition(record.facts.position, position) },
})

/** The file shows a whole second, as a history does. */
const withPlace = (record: ArchiveRecord, list: number): ArchiveRecord => ({
  ...record,
  facts: { ...record.facts, order: { ...record.facts.order, list } },
})

const withTexts = (record: ArchiveRecord, texts: readonly TextVersion[]): ArchiveRecord => ({
  ...record,
  facts: { ...record.facts, texts: mergeTexts(record.facts.texts, texts) },
})

function itemsOfRecord(line: Extract<ImportLine, { kind: 'message' }>): readonly ArchiveItem[] | null {
  const reading = parseJson(line.raw)
  if (reading.kind === 'notJson') return null
  return itemsOfRaw(reading.value, line)
}
