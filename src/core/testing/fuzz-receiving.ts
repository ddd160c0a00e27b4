import type { Json } from '../../api/json.ts'
import type { Http, HttpRequest, HttpResult } from '../../api/http.ts'
import { parseJson } from '../../api/answers/parse-json.ts'
import { createSystemClock } from '../base/system-clock.ts'
import { hurried } from './hurried.ts'
import { createSeededRandom, mutateBody } from './mutate.ts'
import { sampleNotifications, sampleRecords } from './sample-bodies.ts'
import { receivingAlone, startTestCore } from './start-test-core.ts'
import { readStore } from './world-differences.ts'

/** A queue that did not move for so long does not move any more, also on a busy machine, ms. */
const stuckAfterMs = 120_000

export interface FuzzOptions {
  readonly dataDir: string
  /** Bodies in all; every fifth is a history or journal. */
  readonly bodies: number
  readonly seed: number
  /** Instances side by side, so that they share commits. */
  readonly instances: number
  readonly onProgress?: (done: number) => void
}

export interface FuzzReport {
  readonly notifications: number
  readonly histories: number
  readonly applied: number
  readonly unknown: number
  readonly quarantined: number
  /** Must be empty: bugs of ours, by the first line of what was thrown. */
  readonly applyFailed: readonly string[]
  /** Must be 0: bodies that were neither applied nor set aside. */
  readonly lost: number
  readonly ms: number
}

/**
 * Sends mutated bodies through the real receive loop and the real store, with an HTTP port instead of a network: its
 * queue goes on only when a body was deleted, so a body that could not be handled would stop it.
 */
export async function fuzzReceiving(options: FuzzOptions): Promise<FuzzReport> {
  const startedAt = performance.now()
  const histories = Math.floor(options.bodies / 5)
  const notifications = options.bodies - histories
  const perInstance = Math.ceil(notifications / options.instances)
  const queues = new Map(
    Array.from({ length: options.instances }, (_, index) => {
      const idInstance = String(1_101_000_001 + index)
      return [idInstance, new FuzzQueue(idInstance, perInstance, options.seed + index)] as const
    }),
  )
  const clock = createSystemClock()
  const core = await startTestCore({
    ...receivingAlone,
    dataDir: options.dataDir,
    clock: hurried(clock),
    http: queueHttp(queues),
    instances: [...queues.keys()].map((idInstance) => ({ apiUrl: 'http://127.0.0.1:1', idInstance, token: 'fuzz' })),
  })
  try {
    let mergedHistories = 0
    const random = createSeededRandom(options.seed)
    const records = sampleRecords()
    const total = () => [...queues.values()].reduce((sum, queue) => sum + queue.deleted, 0)
    const wanted = perInstance * options.instances
    while (mergedHistories < histories || total() < wanted) {
      if (mergedHistories < histories) {
        const batch = Array.from({ length: Math.min(50, histories - mergedHistories) }, () => {
          const text = mutateBody(records[Math.floor(random() * records.length)], random)
          return readJson(text)
        })
        const key = core.keys[mergedHistories % core.keys.length]
        if (key !== undefined) {
          await core.store.write('archive.ingest', {
            instance: key,
            source: random() < 0.5 ? 'getChatHistory' : 'lastOutgoingMessages',
            chatId: random() < 0.5 ? '10000001' : null,
            records: batch as never,
            seenAt: clock.now(),
          })
        }
        mergedHistories += batch.length
      } else await new Promise((resolve) => setTimeout(resolve, 5))
      options.onProgress?.(mergedHistories + total())
      const stuck = [...queues.values()].find(
        (queue) => performance.now() - queue.movedAt > stuckAfterMs && queue.left > 0,
      )
      if (stuck !== undefined)
        throw new Error(`The queue of ${stuck.idInstance} is stuck at: ${stuck.head().slice(0, 500)}`)
    }
    while ((await core.store.read('receiving.waiting', undefined)).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
  } finally {
    await core.stop()
  }
  return readStore(options.dataDir, (tx) => {
    const counts = Object.fromEntries(
      tx
        .all<{ state: string; n: number }>(
          'select state, count(*) as n from journal where repeat_of is null group by state',
        )
        .map(({ state, n }) => [state, n]),
    )
    const deleted = [...queues.values()].reduce((sum, queue) => sum + queue.deleted, 0)
    const journaled =
      tx.get<{ n: number }>("select count(distinct instance || ' ' || receipt_id) as n from journal")?.n ?? 0
    return {
      notifications: perInstance * options.instances,
      histories,
      applied: counts['applied'] ?? 0,
      unknown: counts['unknown'] ?? 0,
      quarantined: counts['quarantined'] ?? 0,
      applyFailed: tx
        .all<{ detail: string }>(
          "select distinct substr(detail, 1, 400) as detail from journal where reason = 'applyFailed'",
        )
        .map(({ detail }) => detail),
      lost: deleted - journaled,
      ms: performance.now() - startedAt,
    }
  })
}

/** A queue of mutated bodies; the head stays until it is deleted. */
class FuzzQueue {
  readonly idInstance: string
  readonly #random: () => number
  readonly #samples: readonly object[]
  #head: string | null = null
  #receipt = 0
  left: number
  deleted = 0
  movedAt = performance.now()

  constructor(idInstance: string, count: number, seed: number) {
    this.idInstance = idInstance
    this.left = count
    this.#random = createSeededRandom(seed)
    this.#samples = sampleNotifications(idInstance)
  }

  head(): string {
    if (this.#head === null) {
      this.#receipt += 1
      const body = mutateBody(this.#samples[Math.floor(this.#random() * this.#samples.length)], this.#random)
      this.#head = `{"receiptId":${this.#receipt},"body":${body}}`
    }
    return this.#head
  }

  delete(): void {
    this.#head = null
    this.left -= 1
    this.deleted += 1
    this.movedAt = performance.now()
  }
}

function queueHttp(queues: ReadonlyMap<string, FuzzQueue>): Http {
  const answer = (status: number, body: string): HttpResult => ({
    kind: 'response',
    status,
    headers: {},
    body,
    bytesIn: body.length,
    bytesOut: 0,
  })
  const waitFor = (request: HttpRequest) =>
    new Promise<HttpResult>((resolve) => {
      const end = () => resolve({ kind: 'failure', reason: 'aborted', mayHaveLeft: true, bytesIn: 0, bytesOut: 0 })
      if (request.signal?.aborted === true) end()
      else request.signal?.addEventListener('abort', end, { once: true })
    })
  return {
    async request(request) {
      const [, idInstance = '', operation = ''] = /waInstance(\d+)\/(\w+)\//.exec(request.url) ?? []
      const queue = queues.get(idInstance)
      if (queue === undefined) return answer(403, '')
      switch (operation) {
        case 'receiveNotification':
          return queue.left > 0 ? answer(200, queue.head()) : waitFor(request)
        case 'deleteNotification':
          queue.delete()
          return answer(200, '{"result":true}')
        case 'lastOutgoingMessages':
          return answer(200, '[]')
        default:
          return answer(404, `{"message":"Cannot GET /${operation}"}`)
      }
    },
  }
}

function readJson(text: string): Json {
  const reading = parseJson(text)
  return reading.kind === 'notJson' ? text : reading.value
}
