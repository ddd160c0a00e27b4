import type { AttemptRecord } from '../../api/call.ts'
import { operations } from '../../api/operations.ts'
import type { Operation } from '../../api/operations.ts'
import { operationUrl } from '../../api/path.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { InstanceRow } from '../accounts/rules/instance-row.ts'
import type { LoggedRequest } from './tx/request-log-writes.ts'

/** Placeholder of the token in paths, cURL lines and exports. */
const tokenPlaceholder = 'API_TOKEN'

/** Bodies are kept up to this many characters. */
const longestBody = 32_768

/**
 * A wait of receiveNotification that brought nothing (service 10.3): those are counted, not kept. A reply with a
 * notification always has a body with its receipt.
 */
export function isEmptyWait(record: AttemptRecord): boolean {
  if (record.operation !== 'receiveNotification' || record.outcome !== 'reply') return false
  const body = record.response.trim()
  return record.status === 408 || record.status === 504 || body === '' || body === 'null'
}

export function toLoggedRequest(
  instance: InstanceKey,
  row: InstanceRow | undefined,
  record: AttemptRecord,
): LoggedRequest {
  const operation: Operation = operations[record.operation]
  const { error } = record
  const connectMs = record.connectMs ?? null
  return {
    instance,
    operation: record.operation,
    method: record.method,
    startedAt: record.startedAt,
    endedAt: record.endedAt,
    status: record.status ?? null,
    errorKind: record.outcome === 'reply' ? null : record.outcome,
    limiterMs: record.limiterWaitMs,
    connectMs,
    answerMs: Math.max(0, record.totalMs - (connectMs ?? 0)),
    totalMs: record.limiterWaitMs + record.totalMs,
    bytesOut: record.bytesOut,
    bytesIn: record.bytesIn,
    call: record.call,
    attempt: record.attempt,
    purpose: record.purpose ?? '',
    subject: record.subject ?? null,
    priority: record.priority,
    path: pathOf(row, record),
    requestBody: operation.location.kind === 'body' ? record.request.slice(0, longestBody) : '',
    responseBody: record.response.slice(0, longestBody),
    responseTruncated: record.responseTruncated || record.response.length > longestBody,
    serviceText: error !== undefined && 'text' in error && error.text !== '' ? error.text : null,
    responseHeaders: record.responseHeaders,
  }
}

function pathOf(row: InstanceRow | undefined, record: AttemptRecord): string {
  if (row === undefined) return ''
  const { prefix, family, idInstance } = row
  const target = { baseUrl: '', prefix, family, idInstance, token: tokenPlaceholder }
  const input: unknown = JSON.parse(record.request)
  return operationUrl(target, record.operation, isRecord(input) ? input : {})
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
