import type { ServedPage } from '../core/programs/desk/program-desk.ts'
import type { ServedEvent } from '../core/programs/feed/rules/served-event.ts'
import type { InstanceKey } from '../contract/ids.ts'
import { answer, answerJson, type AdmittedCall } from './call.ts'

/** A call of the service's own API. */
export interface QueueRoute {
  readonly idInstance: string
  /** In lower case: clients write ReceiveNotification too. */
  readonly method: string
  /** The program's key stands where the service has the token. */
  readonly key: string
  /** The path behind the key; '' for none. */
  readonly rest: string
}

/**
 * Reads `[/v3]/waInstance<id>/<method>/<key>[/<receipt>]`. Clients double slashes where the address they were given
 * ends in one.
 */
export function queueRouteOf(pathname: string): QueueRoute | null {
  const [, idInstance, method, key, rest] =
    /^(?:\/v3)?\/waInstance(\d{1,20})\/([A-Za-z]{1,64})\/([^/]{1,200})(?:\/([^/]{0,100}))?\/?$/i.exec(
      pathname.replaceAll(/\/{2,}/g, '/'),
    ) ?? []
  if (idInstance === undefined || method === undefined || key === undefined) return null
  return { idInstance, method: method.toLowerCase(), key, rest: rest ?? '' }
}

/** Seconds that a receive waits, as the service takes them; undefined for what it refuses. */
function waitOf(text: string | null): number | undefined {
  if (text === null) return 5
  return /^\d{1,3}$/.test(text) && Number(text) >= 5 && Number(text) <= 60 ? Number(text) : undefined
}

/** Events of a queue that are read at once; UTF-16 units that are held of them; and for how long, ms. */
const readAhead = 32
const mostHeld = 262_144
const freshMs = 1000
/** Queues of which events are held. */
const mostQueues = 100

/** The next events of one program and instance. */
interface Ahead {
  /** Where the cursor stood. */
  readonly from: number
  readonly round: number
  readonly events: readonly ServedEvent[]
  /** Monotonic, ms. */
  readonly readAt: number
}

/**
 * The next events of programs' queues: a bot asks for one event after the other, twice each. These are copies, so a
 * delete is checked against the cursor.
 */
export interface QueueHeads {
  /** The next event, or undefined when nothing waits. */
  head(call: AdmittedCall, instance: InstanceKey): Promise<ServedEvent | undefined>
  /** False: this receipt is not the next event's. */
  remove(call: AdmittedCall, instance: InstanceKey, receipt: string): Promise<boolean>
}

export function createQueueHeads(now: () => number): QueueHeads {
  const queues = new Map<string, Ahead>()
  const nameOf = ({ connection }: AdmittedCall, instance: InstanceKey) => `${connection.key} ${instance}`

  const hold = (name: string, { events, ...found }: Ahead) => {
    let size = 0
    const held = events.filter(({ body }, index) => (size += body.length) <= mostHeld || index === 0)
    if (queues.size >= mostQueues) queues.clear()
    queues.set(name, { ...found, events: held })
  }
  const read = async (call: AdmittedCall, instance: InstanceKey): Promise<Ahead> => {
    const { connection } = call
    for (let after: Parameters<typeof connection.read>[0]['after'] = null; ;) {
      const readAt = now()
      const page: ServedPage = await connection.read({ after, instance, limit: readAhead })
      const { round, cursor: from, events } = page
      if (events.length > 0 || !page.more) return { from, round, events, readAt }
      after = { key: page.scannedTo, round }
    }
  }
  const ahead = async (call: AdmittedCall, instance: InstanceKey): Promise<Ahead> => {
    const name = nameOf(call, instance)
    const known = queues.get(name)
    const isFresh = known !== undefined && now() - known.readAt < freshMs && known.events.length > 0
    if (isFresh && known.round === call.connection.round() && !call.connection.isPaused()) return known
    const found = await read(call, instance)
    if (found.events.length > 0) hold(name, found)
    return found
  }
  return {
    head: async (call, instance) => (await ahead(call, instance)).events[0],
    async remove(call, instance, receipt) {
      const name = nameOf(call, instance)
      // Receipts that the copy refuses are tried at the store.
      for (let isCopy = queues.has(name); ; isCopy = false) {
        const { from, round, events, readAt } = await ahead(call, instance)
        queues.delete(name)
        const [head, ...rest] = events
        if (head !== undefined && String(head.key) === receipt) {
          if (await call.connection.acknowledgeNext(instance, from, { key: head.key, round })) {
            if (rest.length > 0) hold(name, { from: head.key, round, events: rest, readAt })
            return true
          }
        }
        if (!isCopy) return false
      }
    },
  }
}

/**
 * Waits for the next notification, as the service does: it stays the next one until it is deleted. An empty wait is
 * answered with `null` after its full length: clients fail on an empty body, and ask at once when it comes early.
 */
export async function receiveNotification(call: AdmittedCall, instance: InstanceKey, heads: QueueHeads): Promise<void> {
  const { connection, clock, signal, url } = call
  const seconds = waitOf(url.searchParams.get('receiveTimeout'))
  if (seconds === undefined)
    return answerJson(call, 400, { message: "'receiveTimeout' must be between 5 and 60 seconds" })
  const started = clock.monotonic()
  const left = () => started + seconds * 1000 - clock.monotonic()
  while (!signal.aborted) {
    const found = new AbortController()
    const news = connection.untilNews(Math.max(0, left()), instance, AbortSignal.any([signal, found.signal]))
    const head = await heads.head(call, instance)
    if (head !== undefined) {
      found.abort()
      connection.noteRead(1, clock.monotonic() - started)
      const body = `{"receiptId":${head.key},"body":${head.body}}`
      return answer(call, 200, 'application/json; charset=utf-8', body)
    }
    await news
    if (left() <= 0) break
  }
  connection.noteRead(0, clock.monotonic() - started)
  answerJson(call, 200, null)
}

/** Deletes the next notification. Another receipt than its own changes nothing, as at the service. */
export async function deleteNotification(
  call: AdmittedCall,
  instance: InstanceKey,
  receipt: string,
  heads: QueueHeads,
): Promise<void> {
  if (await heads.remove(call, instance, receipt)) return answerJson(call, 200, { result: true })
  answerJson(call, 200, { result: false, reason: 'Notification is not found' })
}
