import type { ExportsStore } from './exports-base.ts'
import { z } from 'zod'
import { isTooDeep } from '../../api/answers/parse-json.ts'
import { readAs } from '../../api/schema/lenient.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { serviceFamilies } from '../../contract/instances.ts'
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

/** A line that is longer is none of ours: it is skipped. UTF-16 units. */
const longestLine = 10_000_000

interface Imported {
  readonly messages: number
  readonly chats: number
  readonly skipped: number
}

/** An archive file on its way into this archive, piece by piece. */
export interface ArchiveImport {
  /** Resolves when what is whole of it is in the archive. Throws ContractError `badInput` for what is no such file. */
  take(text: string, signal: AbortSignal): Promise<void>
  /** Nothing comes behind what was given. */
  end(signal: AbortSignal): Promise<Imported>
  state(): Imported
}

/**
 * Reads an exported archive into this one. Every line goes through the same readers as the service's own answers; one
 * that can't be read is skipped and counted. Reading the same file twice changes nothing.
 */
export function createArchiveImport(store: ExportsStore): ArchiveImport {
  let messages = 0
  let skipped = 0
  const chats = new Set<number>()
  let instance: InstanceKey | null = null
  let batch: ImportLine[] = []
  let isFirst = true
  /** The beginning of a line of which the end is still to come; null: that line is too long, and passed over. */
  let rest: string | null = ''

  const flush = async () => {
    if (instance === null || batch.length === 0) return
    const lines = batch
    batch = []
    const done = await store.write('import.lines', { instance, lines })
    messages += done.messages
    skipped += done.skipped
    for (const chat of done.chats) chats.add(chat)
  }
  const takeLine = async (line: string) => {
    if (line === '') return
    const value = parse(line)
    if (isFirst) {
      if (readAs(head, value) === undefined) throw new ContractError('badInput')
      isFirst = false
      return
    }
    const account = readAs(instanceLine, value)
    if (account !== undefined) {
      await flush()
      instance = await store.write('import.instance', account)
      return
    }
    const known = readAs(importLine, value)
    if (known !== undefined && instance !== null) batch.push(known)
    else skipped += 1
    if (batch.length >= perPiece) await flush()
  }
  const state = (): Imported => ({ messages, chats: chats.size, skipped })
  const take: ArchiveImport['take'] = async (text, signal) => {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      if (signal.aborted) throw new ContractError('cancelled')
      if (rest === null) skipped += 1
      else await takeLine(`${rest}${text.slice(start, end)}`.trim())
      rest = ''
      start = end + 1
    }
    const more: string = text.slice(start)
    rest = rest === null || rest.length + more.length > longestLine ? null : rest + more
    await flush()
  }
  return {
    take,
    state,
    async end(signal) {
      await take('\n', signal)
      if (isFirst) throw new ContractError('badInput')
      return state()
    },
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
