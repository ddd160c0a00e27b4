import { askJson } from './ask.ts'
import { CliError } from './cli-error.ts'
import type { Io } from './io.ts'
import type { Access } from './find-desk.ts'

/** The desk's answer about a sent message. */
export interface SentMessage {
  readonly cancelled?: boolean
  /** Another desk of the team has it. */
  readonly elsewhere?: { readonly desk: string | null; readonly state: string } | null
  /** Null: it was cancelled, another desk has it, or the archive has it no more. */
  readonly message: {
    readonly id: string
    readonly status: { readonly kind: string; readonly reason: string | null; readonly text: string | null } | null
  } | null
}

const awaitable = ['accepted', 'sent', 'delivered', 'read'] as const
type Awaitable = (typeof awaitable)[number]

export const isAwaitable = (value: unknown): value is Awaitable => awaitable.includes(value as Awaitable)

/** How far a status is; the service has a message once it is accepted. */
const ranks: Readonly<Record<string, number>> = { accepted: 1, pending: 1, sent: 2, delivered: 3, read: 4 }
const failures = ['failed', 'expired', 'cancelled']

/**
 * How a message is, in the words of a status. One that is not here is not therefore unsent: another desk may have it,
 * and nobody may know.
 */
function stateOf({ message, elsewhere = null, cancelled = false }: SentMessage) {
  if (message !== null) return message.status ?? { kind: 'queued', reason: null, text: null }
  const kind = elsewhere?.state ?? (cancelled ? 'cancelled' : 'uncertain')
  const text = elsewhere === null ? null : `at the desk of ${elsewhere.desk ?? 'a colleague who left'}`
  return { kind: kind === 'dismissed' ? 'uncertain' : kind, reason: null, text }
}

const isReached = (sent: SentMessage, until: Awaitable): boolean =>
  (ranks[stateOf(sent).kind] ?? 0) >= (ranks[until] ?? 0)

const isOver = (sent: SentMessage): boolean => ['uncertain', ...failures].includes(stateOf(sent).kind)

/** The desk holds a question for at most so long, s. */
const longestWait = 30

/**
 * Asks until the status is reached, the message has failed, or the time is over. Answers how it is then, or was when
 * the desk answered last. `broken`: why it could not be asked any more.
 */
export async function waitForMessage<Sent extends SentMessage>(
  io: Io,
  access: Access,
  sent: Sent,
  until: Awaitable,
  timeoutMs: number,
): Promise<{ readonly last: Sent; readonly broken: CliError | null }> {
  const end = performance.now() + timeoutMs
  let last = sent
  while (last.message !== null && !isReached(last, until) && !isOver(last)) {
    const left = Math.ceil((end - performance.now()) / 1000)
    if (left <= 0) break
    const path = `/v1/messages/${last.message.id}?wait=${Math.min(left, longestWait)}&until=${until}`
    try {
      const asked = { method: 'GET', path, key: access.key, signal: io.signal }
      const message = (await askJson(access.desk, asked)) as SentMessage['message']
      last = { ...last, message }
    } catch (error) {
      if (io.signal.aborted || !(error instanceof CliError)) throw error
      return { last, broken: error }
    }
  }
  return { last, broken: null }
}

/** The desk has the message, so that nobody sends it again because the desk could not be asked how it is. */
export function throwStored({ message }: SentMessage, { code, message: why }: CliError): never {
  const id = message?.id ?? ''
  throw new CliError('notReached', code, `${why} The message is stored there as ${id}; do not send it again.`)
}

/** Throws where a message did not become what was wanted. `until` null: failures alone. */
export function requireStatus(sent: SentMessage, until: Awaitable | null): void {
  const { kind, reason, text } = stateOf(sent)
  if (kind === 'uncertain')
    throw new CliError(
      'outcomeUnknown',
      'uncertain',
      'Whether the message left is not known. Do not send it again: a person decides in the window.',
    )
  if (failures.includes(kind)) {
    const why = [reason, text].filter((part) => part !== null && part !== '').join(': ')
    throw new CliError('messageFailed', kind, `The message was not sent (${[kind, why].filter(Boolean).join(', ')}).`)
  }
  if (until !== null && !isReached(sent, until))
    throw new CliError('notReached', 'notReached', `The message is ${kind}, and not yet ${until}.`)
}
