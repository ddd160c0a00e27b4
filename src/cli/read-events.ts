import { ask, requireSuccess } from './ask.ts'
import { CliError } from './cli-error.ts'
import { say, type Io } from './io.ts'
import type { Access } from './find-desk.ts'

/** A line of `/v1/events`: an event, or a gap. */
export interface EventLine {
  readonly text: string
  readonly position: string
  readonly gap?: { readonly first: string; readonly last: string; readonly events: number }
  readonly id?: string
  readonly instanceId?: string
  readonly receivedAt?: string
  /** The service's own text, cut out: parsing it would change large numbers. */
  readonly body: string
}

export interface ReadEvents {
  readonly after: string | null
  /** Null: without end. */
  readonly count: number | null
  readonly isFollowing: boolean
  /** Handles an event; the next question acknowledges it. */
  readonly handle: (line: EventLine) => Promise<void>
}

const longestWait = 60
const pageSize = 100
const longestPauseMs = 30_000

/** Reads events until there are enough, or it is interrupted, and acknowledges what was handled. */
export async function readEvents(io: Io, access: Access, given: ReadEvents): Promise<void> {
  let position = given.after
  let left = given.count ?? Infinity
  let handled: string | null = null
  let isThere = false
  try {
    while (left > 0) {
      const lines = await nextLines(io, access, { after: position, limit: Math.min(pageSize, left), given, isThere })
      isThere = true
      for (const line of lines) {
        await given.handle(line)
        position = handled = line.position
        left -= 1
      }
      if (lines.length === 0 && !given.isFollowing) break
    }
  } finally {
    if (handled !== null) await acknowledge(access, handled)
  }
}

/** Events that were handled come again unless the desk learns of it, also after Ctrl+C. */
async function acknowledge(access: Access, position: string): Promise<void> {
  const { key } = access
  const asked = { method: 'POST', path: '/v1/events/ack', key, body: { position }, signal: AbortSignal.timeout(5000) }
  try {
    await ask(access.desk, asked)
  } catch {
    // The desk gives them once more.
  }
}

interface Question {
  readonly after: string | null
  readonly limit: number
  readonly given: ReadEvents
  /** The desk has answered before. */
  readonly isThere: boolean
}

/** A desk that is started again is waited for; one that was not there at first is an error. */
async function nextLines(
  io: Io,
  access: Access,
  { after, limit, given, isThere }: Question,
): Promise<readonly EventLine[]> {
  const wait = given.isFollowing ? longestWait : 0
  const from = after === null ? '' : `&after=${encodeURIComponent(after)}`
  const path = `/v1/events?limit=${limit}&wait=${wait}${from}`
  for (let failures = 0; ; failures++) {
    try {
      const answer = await ask(access.desk, { method: 'GET', path, key: access.key, signal: io.signal })
      return requireSuccess(answer).text.split('\n').filter(Boolean).map(readLine)
    } catch (error) {
      const isAway = error instanceof CliError && error.exit === 'noDesk' && given.isFollowing
      if (!isAway || !isThere) throw error
      if (failures === 0) await say(io, 'The desk is not there. Waiting for it.\n')
      await sleep(Math.min(longestPauseMs, 1000 * 2 ** failures), io.signal)
    }
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new Error('interrupted'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })

const beforeBody = ',"body":'

function readLine(text: string): EventLine {
  const at = text.indexOf(beforeBody)
  const head = at === -1 ? text : `${text.slice(0, at)}}`
  const fields = JSON.parse(head) as Omit<EventLine, 'text' | 'body'>
  return { ...fields, text, body: at === -1 ? '' : text.slice(at + beforeBody.length, -1) }
}
