import type { RequestRow } from '../../../contract/requests.ts'
import type { MessageId } from '../../lib/translations.ts'

/** Classes of error with words of their own; any other is shown by its own name. */
const known = {
  network: 'requests.kind.network',
  invalidInput: 'requests.kind.invalidInput',
  aborted: 'requests.kind.aborted',
  waitedTooLong: 'requests.kind.waitedTooLong',
  validation: 'requests.kind.validation',
  quota: 'requests.kind.quotaExceeded',
  unreadable: 'requests.kind.malformed',
  wrongToken: 'requests.kind.wrongToken',
  tokenMissing: 'requests.kind.wrongToken',
  badInstanceId: 'requests.kind.wrongInstance',
  wrongInstance: 'requests.kind.wrongInstance',
  wrongHost: 'requests.kind.wrongInstance',
  suspended: 'requests.kind.suspended',
  operationMissing: 'requests.kind.operationMissing',
  chatNotFound: 'requests.kind.notFound',
  messageNotFound: 'requests.kind.notFound',
  groupNotFound: 'requests.kind.notFound',
  notGroupMember: 'requests.kind.forbidden',
  webhookSet: 'requests.kind.webhookSet',
  rateLimited: 'requests.kind.rateLimited',
  checkQuota: 'requests.kind.quotaExceeded',
  tooLarge: 'requests.kind.tooLarge',
  serviceTimeout: 'requests.kind.timeout',
  gateway: 'requests.kind.gateway',
  server: 'requests.kind.server',
  refused: 'requests.kind.refused',
  redirect: 'requests.kind.redirect',
  unexpected: 'requests.kind.unexpected',
} as const satisfies Readonly<Record<string, MessageId>>

const isKnown = (kind: string): kind is keyof typeof known => Object.hasOwn(known, kind)

/** Words of an error class; null when the class is best shown by its own name. */
export const errorKindText = (kind: string): MessageId | null => (isKnown(kind) ? known[kind] : null)

export type Tone = 'ok' | 'warn' | 'bad' | 'none'

/** How an answer looks: what asks to wait is amber, what failed is red, no answer is grey. */
export function toneOf({ status, errorKind }: Pick<RequestRow, 'status' | 'errorKind'>): Tone {
  if (status === null) return 'none'
  if (status === 429 || status === 466 || status === 469) return 'warn'
  if (errorKind === null || status < 400) return 'ok'
  return 'bad'
}

/** Share of the bar, 0 to 1: logarithmic up to 30 s, so that 20 ms and 20 s both can be seen. */
export function latencyShare(ms: number): number {
  const longest = 30_000
  return Math.min(1, Math.log1p(Math.max(0, ms)) / Math.log1p(longest))
}

/**
 * Where the time of a request went, in whole ms whose sum is the whole's own rounding: parts that are rounded one by
 * one add up to more, or to less.
 */
export function timingOf({
  limiterMs,
  connectMs,
  totalMs,
}: Pick<RequestRow, 'limiterMs' | 'connectMs' | 'totalMs'>): Readonly<
  Record<'limiter' | 'connect' | 'answer' | 'total', number>
> {
  const total = Math.round(totalMs)
  const limiter = Math.min(total, Math.round(limiterMs))
  const connected = Math.min(total, Math.round(limiterMs + (connectMs ?? 0)))
  return { limiter, connect: connected - limiter, answer: total - connected, total }
}

/** How long was waited between an attempt's end and the next one's beginning, ms. */
export const pauseAfter = (row: Pick<RequestRow, 'endedAt'>, next: Pick<RequestRow, 'startedAt'>): number =>
  Math.max(0, next.startedAt - row.endedAt)
