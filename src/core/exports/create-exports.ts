import { parseJson } from '../../api/answers/parse-json.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { ExportsBase } from './exports-base.ts'
import type { RequestLog } from '../inspection/request-log.ts'
import { chatAsCsv, chatAsHtml, chatAsJson, personAsHtml } from './chat-export.ts'
import { exportName, type ExportFiles, type ExportPiece } from '../hosting/export-files.ts'
import { outgoingAsCsv, outgoingAsJson } from './outgoing-export.ts'
import type { InstanceKey, RequestKey } from '../../contract/ids.ts'
import type { RequestDetails } from '../../contract/requests.ts'

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

const perPiece = 200

/** The request log as HTTP Archive 1.2, newest first. Paths hold the token's placeholder. */
async function* requestsAsHar(
  log: RequestLog,
  options: {
    readonly scope: InstanceKey | null
    readonly version: string
    /** Base address of an instance; '' for one that is gone. */
    readonly apiUrl: (instance: InstanceKey | null) => string
  },
): AsyncGenerator<ExportPiece> {
  const creator = JSON.stringify({ name: 'Switchboard', version: options.version })
  yield { text: `{"log":{"version":"1.2","creator":${creator},"entries":[`, rows: 0 }
  let before: RequestKey | null = null
  let separator = '\n'
  for (;;) {
    const piece: readonly RequestDetails[] = await log.ask('log.piece', {
      scope: options.scope,
      before,
      limit: perPiece,
    })
    if (piece.length > 0) {
      const entries = piece.map((request) => JSON.stringify(toEntry(request, options.apiUrl(request.instance))))
      yield { text: separator + entries.join(',\n'), rows: piece.length }
      separator = ',\n'
    }
    const last = piece.at(-1)
    if (last === undefined || piece.length < perPiece) break
    before = last.key
  }
  yield { text: '\n]}}\n', rows: 0 }
}

function toEntry(request: RequestDetails, apiUrl: string) {
  const origin = apiUrl === '' ? 'https://unknown.invalid' : new URL(apiUrl).origin
  const url = `${origin}${request.path === '' ? `/${request.operation}` : request.path}`
  const { connectMs } = request
  return {
    startedDateTime: new Date(request.startedAt).toISOString(),
    time: request.totalMs,
    comment: `${request.purpose} (${request.priority}), attempt ${request.attempt}${request.errorKind === null ? '' : `: ${request.errorKind}`}`,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: request.requestBody === null ? [] : [{ name: 'content-type', value: 'application/json' }],
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(request.requestBody === null
        ? {}
        : { postData: { mimeType: 'application/json', text: request.requestBody } }),
      headersSize: -1,
      bodySize: request.bytesOut,
    },
    response: {
      status: request.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(request.responseHeaders).map(([name, value]) => ({ name, value })),
      content: {
        size: request.bytesIn,
        mimeType: request.responseHeaders['content-type'] ?? '',
        text: request.responseBody ?? '',
        ...(request.responseTruncated ? { comment: 'truncated' } : {}),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: request.bytesIn,
    },
    cache: {},
    timings: { blocked: request.limiterMs, connect: connectMs ?? -1, send: 0, wait: request.answerMs, receive: 0 },
  }
}
