import { z } from 'zod'
import { isTooDeep } from '../../api/parse-json.ts'
import { readAs } from '../../api/schema/lenient.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { serviceFamilies } from '../../contract/instances.ts'
import type { Store } from '../intents.ts'
import { archiveFormat } from './archive-export.ts'
import { importLine } from './import-line.ts'
import type { ImportLine } from './import-line.ts'

const head = z.object({ format: z.literal(archiveFormat), formatVersion: z.literal(1) })
const instanceLine = z.object({
  kind: z.literal('instance'),
  idInstance: z.string().regex(/^\d{1,20}$/),
  apiUrl: z.string().max(2048),
  family: z.enum(serviceFamilies),
  name: z.string().max(200),
})

/** Lines to one transaction: receiving waits for none for long. */
const perPiece = 200

type Imported = Awaited<ReturnType<CoreHandlers['import.archive']>>

/**
 * Reads an exported archive into this one. Every line goes through the same readers as the service's own answers; one that
 * can't be read is skipped and counted. Reading the same file twice changes nothing.
 * Throws ContractError `badInput` for what is no such file.
 */
export async function importArchive(store: Store, text: string, signal: AbortSignal): Promise<Imported> {
  let messages = 0
  let skipped = 0
  const chats = new Set<number>()
  let instance: InstanceKey | null = null
  let batch: ImportLine[] = []

  const flush = async () => {
    if (instance === null || batch.length === 0) return
    const lines = batch
    batch = []
    const done = await store.write('import.lines', { instance, lines })
    messages += done.messages
    skipped += done.skipped
    for (const chat of done.chats) chats.add(chat)
  }

  let first = true
  for (const line of linesOf(text)) {
    if (signal.aborted) throw new ContractError('cancelled')
    const value = parse(line)
    if (first) {
      if (readAs(head, value) === undefined) throw new ContractError('badInput')
      first = false
      continue
    }
    const account = readAs(instanceLine, value)
    if (account !== undefined) {
      await flush()
      instance = await store.write('import.instance', account)
      continue
    }
    const known = readAs(importLine, value)
    if (known !== undefined && instance !== null) batch.push(known)
    else skipped += 1
    if (batch.length >= perPiece) await flush()
  }
  if (first) throw new ContractError('badInput')
  await flush()
  return { messages, chats: chats.size, skipped }
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    const stop = end === -1 ? text.length : end
    const line = text.slice(start, stop).trim()
    if (line !== '') yield line
    start = stop + 1
  }
}

function parse(line: string): unknown {
  if (isTooDeep(line)) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
