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

/** Lines per transaction: small, so that receiving does not wait long. */
const perPiece = 200

/** Longest line, UTF-16 units. Our exports have no longer one, so it is skipped. */
const longestLine = 10_000_000

interface Imported {
  readonly messages: number
  readonly chats: number
  readonly skipped: number
}

/** Imports an archive file in pieces. */
export interface ArchiveImport {
  /**
   * Imports the next piece of text. Resolves when its complete lines are in the archive. Throws ContractError
   * `badInput` if the file is no archive.
   */
  take(text: string, signal: AbortSignal): Promise<void>
  /** Imports the last line and ends. */
  end(signal: AbortSignal): Promise<Imported>
  state(): Imported
}

/**
 * Imports an exported archive. Its lines are parsed like answers of the service; an unreadable line is skipped and
 * counted. Idempotent.
 */
export function createArchiveImport(store: ExportsStore): ArchiveImport {
  let messages = 0
  let skipped = 0
  const chats = new Set<number>()
  let instance: InstanceKey | null = null
  let batch: ImportLine[] = []
  let isFirst = true
  /** The incomplete last line of the text so far; null: the line is too long and is skipped. */
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
