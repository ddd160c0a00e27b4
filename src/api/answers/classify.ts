import { verdictOf } from './answer-table.ts'
import type { AnswerDetail, ApiError } from './api-error.ts'
import { viewBody } from './error-text.ts'
import type { Json } from '../json.ts'
import { operations, type OperationName, type ReplyOf } from '../operations.ts'
import { withoutUrls, type Redact } from '../redact.ts'
import { retryAfterMs } from '../limits/retry-after.ts'

/** The answer to one request. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** From the request to the end of the answer; distinguishes an instant empty answer from a wait. */
  readonly elapsedMs: number
}

export type Classified<Reply> =
  | { readonly kind: 'reply'; readonly value: Reply; readonly raw: Json }
  | { readonly kind: 'error'; readonly error: ApiError }

export interface ClassifyOptions {
  readonly redact: Redact
  /** Epoch milliseconds, for a Retry-After that is a date. */
  readonly now: number
}

/** An empty wait that ends sooner is instant: the shortest possible wait is 5 s. */
const INSTANT_MS = 1_000

/** The pause that service 10.2 gives for 469. */
const CHECK_QUOTA_PAUSE_MS = 2 * 3_600_000

/** Classifies an answer of the service (service 7, 10.3 and 10.7). Never throws. */
export function classify<Name extends OperationName>(
  operation: Name,
  answer: Answer,
  options: ClassifyOptions,
): Classified<ReplyOf<Name>> {
  const row = operations[operation]
  const body = viewBody(answer.body)
  const raw: Json = body.reading.kind === 'notJson' ? answer.body : body.reading.value

  const failed = (detail: AnswerDetail): Classified<ReplyOf<Name>> => {
    const asked = retryAfterMs(answer.headers, { limit: row.limit, now: options.now })
    const wait = asked ?? (detail.kind === 'checkQuota' ? CHECK_QUOTA_PAUSE_MS : undefined)
    // An unreadable answer may contain the secret that the reply is about.
    const hidden = row.secrets !== undefined && detail.kind === 'unreadable'
    const text = hidden ? '' : withoutUrls(options.redact(body.text))
    return { kind: 'error', error: { operation, status: answer.status, text, retryAfterMs: wait, ...detail } }
  }
  const reply = (value: ReplyOf<Name> | undefined): Classified<ReplyOf<Name>> =>
    value === undefined ? failed({ kind: 'unreadable', form: body.form }) : { kind: 'reply', value, raw }

  const verdict = verdictOf(operation, row, answer.status, body)
  switch (verdict.kind) {
    case 'read':
      return reply(row.read(body.reading, answer.body))
    case 'emptyWait':
      return reply(row.emptyWait?.({ kind: 'empty', form: verdict.form, instant: answer.elapsedMs < INSTANT_MS }))
    case 'alreadyGone':
      return reply(row.alreadyGone?.(withoutUrls(options.redact(body.text))))
    case 'error':
      return failed(verdict.detail(body))
  }
}
