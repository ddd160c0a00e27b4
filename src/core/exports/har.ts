import type { RequestKey } from '../../contract/ids.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { RequestDetails } from '../../contract/requests.ts'
import type { RequestLog } from '../inspection/request-log.ts'
import type { ExportPiece } from '../hosting/export-files.ts'

const perPiece = 200

/** The request log as HTTP Archive 1.2, newest first. Paths hold the token's placeholder. */
export async function* requestsAsHar(
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
