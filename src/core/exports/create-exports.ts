import { parseJson } from '../../api/answers/parse-json.ts'
import { ContractError } from '../../contract/errors.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { ExportsBase } from './exports-base.ts'
import type { RequestLog } from '../inspection/request-log.ts'
import { archiveLines } from './archive-export.ts'
import { chatAsCsv, chatAsHtml, chatAsJson } from './chat-export.ts'
import { exportName } from '../hosting/export-files.ts'
import type { ExportFiles } from '../hosting/export-files.ts'
import { requestsAsHar } from './har.ts'
import { outgoingAsCsv, outgoingAsJson } from './outgoing-export.ts'
import { createArchiveImport } from './archive-import.ts'
import type { ArchiveImport } from './archive-import.ts'

/** An import ends without a piece for this long, ms. */
const idleMs = 10 * 60_000

/** Imports archive files in pieces, so that a file of any size can be transferred and is never in memory as a whole. */
function createImportHandler({
  store,
  clock,
  ids,
}: Pick<ExportsBase, 'store' | 'clock' | 'ids'>): CoreHandlers['import.archive'] {
  const open = new Map<string, { readonly reading: ArchiveImport; readonly endIdle: () => void }>()
  return async ({ id: given, text, isLast }, { signal }) => {
    const id = given ?? ids.uuid()
    const known = open.get(id)
    if (given !== null && known === undefined) throw new ContractError('notFound')
    known?.endIdle()
    // Out of it while it works: a second piece at the same time is refused, and one that failed ends the import.
    open.delete(id)
    const reading = known?.reading ?? createArchiveImport(store)
    await reading.take(text, signal)
    if (isLast) return { id, ...(await reading.end(signal)) }
    open.set(id, { reading, endIdle: clock.setTimer(idleMs, () => open.delete(id)) })
    return { id, ...reading.state() }
  }
}

export interface ExportDeps extends Pick<ExportsBase, 'store' | 'instances' | 'clock' | 'ids'> {
  readonly files: ExportFiles
  readonly requestLog: RequestLog
  /** Of this program. */
  readonly version: string
}

type ExportCalls = Pick<CoreHandlers, CallsOf<'export' | 'import'>>

const types = {
  json: 'application/json',
  csv: 'text/csv',
  html: 'text/html',
  har: 'application/json',
  jsonl: 'application/x-ndjson',
}

export function createExports(deps: ExportDeps): { readonly handlers: ExportCalls } {
  const { store, instances, clock, files, requestLog, version } = deps
  const file = (title: string, extension: keyof typeof types) => ({
    fileName: exportName(title, clock.now(), extension),
    mimeType: types[extension],
  })
  const nameOf = (key: Parameters<typeof instances.get>[0] | null): string =>
    key === null ? 'all' : (instances.get(key)?.row().name ?? '')

  return {
    handlers: {
      async 'export.chat'({ chat, format, messages }, { signal }) {
        const head = await store.search('export.chatHead', { chat }, { signal })
        const write = { json: chatAsJson, csv: chatAsCsv, html: chatAsHtml }[format]
        const pieces = write(store, { chat, messages, head, exportedAt: clock.now() })
        return files.write(file(head.title, format), pieces, signal)
      },

      'export.outgoing'({ filter, format, withStatuses }, { signal }) {
        const write = format === 'csv' ? outgoingAsCsv : outgoingAsJson
        return files.write(
          file(`Outgoing ${nameOf(filter.scope)}`, format),
          write(store, { filter, withStatuses }),
          signal,
        )
      },

      'export.requests'({ scope }, { signal }) {
        const apiUrl = (key: typeof scope) => (key === null ? '' : (instances.get(key)?.row().apiUrl ?? ''))
        const pieces = requestsAsHar(requestLog, { scope, version, apiUrl })
        return files.write(file(`Requests ${nameOf(scope)}`, 'har'), pieces, signal)
      },

      async 'export.event'({ event }, { signal }) {
        const { related: _, raw, ...row } = await store.search('journal.details', { event }, { signal })
        const once = async function* () {
          yield { text: `${JSON.stringify({ ...row, body: bodyOf(raw) }, null, 2)}\n`, rows: 1 }
        }
        return files.write(file(`Event ${event}`, 'json'), once(), signal)
      },

      'export.archive'({ instance }, { signal }) {
        if (instance !== null && instances.get(instance) === undefined) throw new ContractError('notFound')
        const pieces = archiveLines(store, { instance, exportedAt: clock.now(), version })
        return files.write(file(`Switchboard archive ${nameOf(instance)}`, 'jsonl'), pieces, signal)
      },

      'import.archive': createImportHandler(deps),
    },
  }
}

/** A body that could not be read as JSON is given as its text. */
function bodyOf(raw: string): unknown {
  const reading = parseJson(raw)
  return reading.kind === 'notJson' ? raw : reading.value
}
