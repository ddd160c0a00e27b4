import type { ProgramConnection, ServedEvent } from '../core/subscriptions/program-desk.ts'
import type { InstanceKey } from '../contract/ids.ts'
import { answer, answerJson } from './call.ts'
import type { AdmittedCall } from './call.ts'

/** A call of the service's own API. */
export interface QueueRoute {
  readonly idInstance: string
  /** In lower case: clients write ReceiveNotification too. */
  readonly method: string
  /** The program's key stands where the service has the token. */
  readonly key: string
  /** What stands behind the key; '' for nothing. */
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

/** The next event of an instance for a program, or undefined when nothing waits. */
async function headOf(connection: ProgramConnection, instance: InstanceKey): Promise<ServedEvent | undefined> {
  let after: number | null = null
  for (;;) {
    const page = await connection.read({ after, instance, limit: 1 })
    const [head] = page.events
    if (head !== undefined || !page.more) return head
    after = page.scannedTo
  }
}

/**
 * Waits for the next notification, as the service does: it stays the next one until it is deleted. An empty wait is
 * answered with `null` after its full length: clients fail on an empty body, and ask at once when it comes early.
 */
export async function receiveNotification(call: AdmittedCall, instance: InstanceKey): Promise<void> {
  const { connection, clock, signal, url } = call
  const seconds = waitOf(url.searchParams.get('receiveTimeout'))
  if (seconds === undefined)
    return answerJson(call, 400, { message: "'receiveTimeout' must be between 5 and 60 seconds" })
  const started = clock.monotonic()
  const left = () => started + seconds * 1000 - clock.monotonic()
  while (!signal.aborted) {
    const found = new AbortController()
    const news = connection.untilNews(Math.max(0, left()), AbortSignal.any([signal, found.signal]))
    const head = await headOf(connection, instance)
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
export async function deleteNotification(call: AdmittedCall, instance: InstanceKey, receipt: string): Promise<void> {
  const head = await headOf(call.connection, instance)
  if (head === undefined || String(head.key) !== receipt)
    return answerJson(call, 200, { result: false, reason: 'Notification is not found' })
  await call.connection.acknowledge(instance, head.key)
  answerJson(call, 200, { result: true })
}
