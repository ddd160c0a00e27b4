import type { ServerResponse } from 'node:http'
import { positionOf, readPosition } from '../core/programs/feed/rules/served-event.ts'
import type { JournalPosition, ServedEvent, ServedGap } from '../core/programs/feed/rules/served-event.ts'
import type { ServedPage } from '../core/programs/desk/program-desk.ts'
import type { Clock } from '../core/base/ports.ts'
import type { OperationInput } from '../public-api/operations.ts'
import { answer, answerJson, beginStream, type AdmittedCall } from './call.ts'
import { answerProblem } from './problem.ts'

/** Events of one read of a stream. */
const eventsOfRead = 100

/** A comment keeps a quiet stream open: proxies and clients give up after some minutes, ms. */
const commentEveryMs = 15_000
/** Limits of a stream: unsent bytes, and the time that its reader may take for them, ms. */
const mostUnsent = 1_048_576
const slowestReaderMs = 30_000

/** Line breaks stand only between the tokens of JSON; neither protocol can carry them. */
const oneLine = (body: string): string => body.replaceAll(/[\r\n]+/g, ' ')

/** An event as a line of JSON. The body is the service's own text. */
const eventLine = ({ id, position, idInstance, receivedAt, body }: ServedEvent): string =>
  `{"id":${JSON.stringify(id)},"position":${JSON.stringify(position)},"instanceId":${JSON.stringify(idInstance)},` +
  `"receivedAt":${JSON.stringify(new Date(receivedAt).toISOString())},"body":${oneLine(body)}}`

const gapLine = ({ firstPosition, lastPosition, events }: ServedGap): string =>
  JSON.stringify({ gap: { first: firstPosition, last: lastPosition, events }, position: lastPosition })

/** Gaps and events in the order of the journal. */
function itemsOf({
  events,
  gaps,
}: ServedPage): readonly ({ readonly gap: ServedGap } | { readonly event: ServedEvent })[] {
  const items = [
    ...gaps.map((gap) => ({ at: gap.last, item: { gap } })),
    ...events.map((event) => ({ at: event.key, item: { event } })),
  ]
  return items.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** Where a reader goes on. Both null: at its cursor, which is not read yet. */
interface Place {
  readonly after: Omit<JournalPosition, 'epoch'> | null
  /** The page after the position. */
  readonly page: ServedPage | null
}

/**
 * Goes on where a reader says, which acknowledges everything up to there, and reads what follows. A position from
 * before a person began again elsewhere acknowledges nothing: the reader goes on at its cursor. Undefined, with an
 * answer, for a position that is not of this journal, or whose events are gone.
 */
async function goOn(call: AdmittedCall, text: string | null, limit: number): Promise<Place | undefined> {
  if (text === null || text === '') return { after: null, page: null }
  const { connection } = call
  const position = readPosition(text)
  if (position === null) {
    answerProblem(call, 'badRequest', { detail: 'A position looks like "a1b2-0-42".' })
    return undefined
  }
  const page = await connection.read({ after: position, instance: null, limit })
  const { newest, oldest, cursor, round } = page
  const oldestPosition = positionOf({ epoch: connection.epoch, round, key: Math.max(0, oldest - 1) })
  if (position.epoch !== connection.epoch || position.key > newest) {
    answerProblem(call, 'positionOfAnotherEpoch', { oldest: oldestPosition })
    return undefined
  }
  if (position.round !== round) return { after: { key: cursor, round }, page }
  if (position.key < oldest - 1 && position.key < cursor) {
    answerProblem(call, 'positionGone', { oldest: oldestPosition })
    return undefined
  }
  await connection.acknowledge(null, position)
  return { after: position, page }
}

/** `GET /v1/events`: JSON Lines, at once or after a wait. `after` acknowledges everything up to it. */
export async function readEvents(
  call: AdmittedCall,
  { after: position, limit, wait }: OperationInput<'readEvents'>,
): Promise<void> {
  const place = await goOn(call, position ?? null, limit)
  if (place === undefined) return
  let { after, page: first } = place
  const { connection, clock, signal } = call
  const started = clock.monotonic()
  const left = () => started + wait * 1000 - clock.monotonic()
  let lines: readonly string[] = []
  while (!signal.aborted) {
    const found = new AbortController()
    const news = connection.untilNews(Math.max(0, left()), null, AbortSignal.any([signal, found.signal]))
    // The page that was read with the position may be all there was until now.
    const page = first ?? (await connection.read({ after, instance: null, limit }))
    const isFirst = first !== null
    first = null
    lines = itemsOf(page).map((item) => ('gap' in item ? gapLine(item.gap) : eventLine(item.event)))
    if (lines.length > 0 || (left() <= 0 && !page.more)) {
      found.abort()
      break
    }
    // A read looks through a part of the journal: where nothing fits the scope, the next part comes at once.
    if (page.more || isFirst) {
      found.abort()
      after = { key: page.scannedTo, round: page.round }
      continue
    }
    await news
  }
  connection.noteRead(lines.length, clock.monotonic() - started)
  answer(call, 200, 'application/x-ndjson', lines.map((line) => `${line}\n`).join(''))
}

/**
 * `GET /v1/events/stream`: server-sent events. They carry no event name, because readers that listen to `message` alone
 * would miss them; only what may be missed has one.
 */
export async function streamEvents(call: AdmittedCall): Promise<void> {
  const { connection, clock, signal, request, response } = call
  const lastId = request.headers['last-event-id']
  const place = await goOn(call, typeof lastId === 'string' ? lastId : null, 1)
  if (place === undefined) return
  let { after } = place
  beginStream(call, 'text/event-stream; charset=utf-8')
  response.write('retry: 3000\n\n')
  let seenGap = after?.key ?? -1
  let writtenAt = clock.monotonic()
  while (!signal.aborted) {
    const found = new AbortController()
    const quietFor = () => clock.monotonic() - writtenAt
    const untilComment = Math.max(0, commentEveryMs - quietFor())
    const news = connection.untilNews(untilComment, null, AbortSignal.any([signal, found.signal]))
    const started = clock.monotonic()
    const page = await connection.read({ after, instance: null, limit: eventsOfRead })
    // A person began again elsewhere: gaps there are told again.
    if (after !== null && page.round !== after.round) seenGap = -1
    for (const item of itemsOf(page)) {
      if ('event' in item) response.write(`id: ${item.event.position}\ndata: ${eventLine(item.event)}\n\n`)
      else if (item.gap.last > seenGap) {
        seenGap = item.gap.last
        response.write(`event: gap\nid: ${item.gap.lastPosition}\ndata: ${gapLine(item.gap)}\n\n`)
      }
      writtenAt = clock.monotonic()
    }
    after = { key: page.scannedTo, round: page.round }
    if (page.events.length > 0) {
      if (!(await drained(response, clock, signal))) {
        found.abort()
        return void response.destroy()
      }
      connection.noteRead(page.events.length, clock.monotonic() - started)
      if (connection.readWhenWritten) await connection.acknowledge(null, after)
    }
    if (page.events.length === 0 && !page.more) await news
    found.abort()
    if (quietFor() >= commentEveryMs && !signal.aborted) {
      response.write(': still here\n\n')
      writtenAt = clock.monotonic()
    }
  }
  response.end()
}

/** Waits until a slow reader has taken most of what was written. False: it takes too long. */
async function drained(response: ServerResponse, clock: Clock, signal: AbortSignal): Promise<boolean> {
  if (response.writableLength < mostUnsent) return true
  let stop = () => undefined as void
  const free = new Promise<boolean>((resolve) => {
    const take = () => resolve(!response.destroyed)
    response.once('drain', take)
    response.once('close', take)
    stop = () => {
      response.off('drain', take)
      response.off('close', take)
    }
  })
  const rest = new AbortController()
  const tooLong = clock.sleep(slowestReaderMs, AbortSignal.any([signal, rest.signal])).then(() => false)
  const isFree = await Promise.race([free, tooLong])
  rest.abort()
  stop()
  return isFree
}

/**
 * `POST /v1/events/ack` with `{"position": "..."}`: everything up to it is read. Answers where reading goes on, which
 * is elsewhere after a person began again.
 */
export async function acknowledgeEvents(
  call: AdmittedCall,
  { position }: OperationInput<'acknowledgeEvents'>,
): Promise<void> {
  const place = await goOn(call, position, 1)
  if (place?.after == null) return
  answerJson(call, 200, { position: positionOf({ ...place.after, epoch: call.connection.epoch }) })
}
