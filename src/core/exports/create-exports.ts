import { parseJson } from '../../api/answers/parse-json.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { ExportsBase } from './exports-base.ts'
import type { RequestLog } from '../inspection/request-log.ts'
import { chatAsCsv, chatAsHtml, chatAsJson, personAsHtml } from './chat-export.ts'
import { exportName } from '../hosting/export-files.ts'
import type { ExportFiles } from '../hosting/export-files.ts'
import { requestsAsHar } from './har.ts'
import { outgoingAsCsv, outgoingAsJson } from './outgoing-export.ts'

export interface ExportDeps extends Pick<ExportsBase, 'store' | 'instances' | 'clock'> {
  readonly files: ExportFiles
  readonly requestLog: RequestLog
  /** Of this program. */
  readonly version: string
}

type ExportCalls = Pick<CoreHandlers, CallsOf<'export'>>

const types = {
  json: 'application/json',
  csv: 'text/csv',
  html: 'text/html',
  har: 'application/json',
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

      async 'export.person'({ chat }, { signal }) {
        const person = await store.search('export.person', { chat }, { signal })
        const pieces = personAsHtml(store, { ...person, exportedAt: clock.now() })
        return files.write(file(person.title, 'html'), pieces, signal)
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
    },
  }
}

/** A body that could not be read as JSON is given as its text. */
function bodyOf(raw: string): unknown {
  const reading = parseJson(raw)
  return reading.kind === 'notJson' ? raw : reading.value
}
