import { afterEach, expect, test } from 'vitest'
import type { Http, HttpPipeline, HttpRequest, HttpResult } from '../../api/http.ts'
import type { Fault } from '../../emulator/http/faults.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createRandom } from '../../emulator/random.ts'
import type { Instance } from '../../emulator/world/instance.ts'
import type { Message } from '../../emulator/world/message.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createBorrowedClock, type LentTime } from '../testing/borrowed-clock.ts'
import { sized } from '../testing/marathon.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { readStore, worldDifferences } from '../testing/world-differences.ts'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Everything that the emulator can do to a request (service 10.3 and 10.7). */
const faults: readonly Fault[] = [
  { kind: 'refuse', status: 400 },
  { kind: 'refuse', status: 429 },
  { kind: 'refuse', status: 466 },
  { kind: 'refuse', status: 500 },
  { kind: 'refuse', status: 502 },
  { kind: 'refuse-after', status: 500 },
  { kind: 'refuse-after', status: 504 },
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'close-reused' },
  { kind: 'delay', ms: 3000 },
  { kind: 'delay-after', ms: 3000 },
  { kind: 'hang' },
  { kind: 'trickle', bytes: 40, ms: 20 },
  { kind: 'truncate', bytes: 30 },
  { kind: 'garbage' },
  { kind: 'broken-json' },
  { kind: 'html', status: 503 },
  { kind: 'empty-wait', form: 'null' },
  { kind: 'empty-wait', form: '408' },
  { kind: 'redeliver' },
  { kind: 'duplicate' },
  { kind: 'clock-skew', ms: 3_600_000 },
  { kind: 'unacked' },
]

/** A host of its own for each instance: what one shows of pipelining must not end it for the others. */
const hostOf = (index: number) => `http://host-${index}.test`

/** Leads the hosts of all instances to one service. */
function ledTo(url: string, http: ReturnType<typeof createUndiciHttp>): Http {
  return {
    request: (request) => http.request({ ...request, url: request.url.replace(/^http:\/\/[^/]+/, url) }),
    async openPipeline() {
      const pipeline = await http.openPipeline(url)
      return (
        pipeline && {
          request: (request) => pipeline.request({ ...request, url: request.url.replace(/^http:\/\/[^/]+/, url) }),
          close: () => pipeline.close(),
        }
      )
    },
  }
}

/** Time limits of requests pass in the emulated time too, or a request that hangs would cost real minutes. */
function inEmulatedTime(http: Http, time: LentTime, onTraffic: (pipelined: boolean) => void): Http {
  const timed =
    (port: Pick<Http, 'request'>, pipelined: boolean) =>
    async (request: HttpRequest): Promise<HttpResult> => {
      const limit = new AbortController()
      const cancel = time.after(request.timeoutMs, () => limit.abort())
      const signal = request.signal === undefined ? limit.signal : AbortSignal.any([request.signal, limit.signal])
      onTraffic(pipelined)
      try {
        const result = await port.request({ ...request, signal, timeoutMs: 600_000 })
        const timedOut = limit.signal.aborted && result.kind === 'failure'
        return timedOut ? ({ ...result, reason: 'timeout' } satisfies HttpResult) : result
      } finally {
        cancel()
        onTraffic(pipelined)
      }
    }
  return {
    request: timed(http, false),
    async openPipeline(origin): Promise<HttpPipeline | null> {
      const pipeline = (await http.openPipeline?.(origin)) ?? null
      return pipeline && { request: timed(pipeline, true), close: () => pipeline.close() }
    },
  }
}

/** People talk, react, edit, delete and read; `count` notifications or a few more. */
function talk(instance: Instance, count: number, seed: number): void {
  const random = createRandom(seed)
  const people = Array.from({ length: 8 }, (_, index) =>
    instance.person(String(79_990_001_000 + index), { name: `Person ${index}` }),
  )
  const group = instance.group('-500000001', { subject: 'Team' })
  const written: { readonly message: Message; readonly by: (typeof people)[number] }[] = []
  for (let done = 0; done < count; done++) {
    const by = random.pick(people)
    const draw = random.next()
    const earlier = written.length === 0 ? undefined : random.pick(written)
    if (earlier === undefined || draw < 0.6) {
      written.push({ message: by.says(`message ${done}`, random.chance(0.2) ? { to: group } : {}), by })
    } else if (draw < 0.7) by.sendsImage({ caption: `picture ${done}` })
    else if (draw < 0.78) earlier.by.reacts(earlier.message, random.pick(['👍', '❤️', '']))
    else if (draw < 0.84) earlier.by.edits(earlier.message, `edited ${done}`)
    else if (draw < 0.87) earlier.by.deletes(earlier.message)
    else {
      const own = instance.phone.says(`own ${done}`, { to: by })
      for (const status of ['read', 'delivered']) own.becomes(status)
      done += 2
    }
  }
}

const nextMacrotask = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Core and emulator share one thread: what a turn sets off shows within a few others. */
const quietRounds = 30

/** So many that requests fail in each of the ways. */
const notifications = sized(400, 1000)
const instanceCount = 20

test(
  'hundreds of notifications while every tenth call fails in every way there is: the archive is the world',
  async ({ signal }) => {
    const emulator = createEmulator({
      seed: 5,
      limits: 'off',
      clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) },
    })
    await emulator.start()
    cleanups.push(() => emulator.stop())
    const instances = Array.from({ length: instanceCount }, (_, index) =>
      emulator.addInstance({ idInstance: String(1_101_000_001 + index), token: 'token' }),
    )
    for (const [index, instance] of instances.entries()) talk(instance, notifications / instanceCount, index + 1)
    for (const fault of faults) emulator.fault(fault, { probability: 0.1 / faults.length })
    using dir = createTempDir()
    const http = createUndiciHttp()
    let traffic = 0
    let pipelined = 0
    let storeCalls = 0
    const counted = async <Result>(call: Promise<Result>): Promise<Result> => {
      storeCalls += 1
      try {
        return await call
      } finally {
        storeCalls -= 1
      }
    }
    cleanups.push(() => http.close())
    const core = await startTestCore({
      ...receivingAlone,
      dataDir: dir.path,
      clock: createBorrowedClock(emulator.clock),
      http: inEmulatedTime(ledTo(emulator.url, http), emulator.clock, (isPipelined) => {
        traffic += 1
        if (isPipelined) pipelined += 1
      }),
      watchStore: (store) => ({
        ...store,
        write: (name, input, options) => counted(store.write(name, input, options)),
        read: (name, input, options) => counted(store.read(name, input, options)),
      }),
      random: Math.random,
      instances: instances.map(({ idInstance, token }, index) => ({ apiUrl: hostOf(index), idInstance, token })),
    })
    cleanups.push(async () => {
      let isStopped = false
      const stopped = core.stop().finally(() => (isStopped = true))
      // A delete that is under way is waited for, and its answer may be one that never comes.
      while (!isStopped) {
        await nextMacrotask()
        emulator.clock.advance(1000)
      }
      await stopped
    })

    const left = () => instances.reduce((sum, { notifications }) => sum + notifications.size, 0)
    /** Nothing is on its way: the store has answered, and turns of the event loop bring no request and no answer. */
    const everybodyWaits = async () => {
      let seen = -1
      for (let quiet = 0; quiet < quietRounds && !signal.aborted;) {
        await nextMacrotask()
        quiet = storeCalls === 0 && traffic === seen ? quiet + 1 : 0
        seen = traffic
      }
    }
    // Time passes while everybody waits, and only then: a busy machine is no fault.
    while (left() > 0 && !signal.aborted) {
      await everybodyWaits()
      emulator.clock.advance(1000)
    }
    await everybodyWaits()
    const differences = emulator
      .snapshot()
      .instances.flatMap((world) => readStore(dir.path, (tx) => worldDifferences(tx, world)))
    expect(differences).toEqual([])
    const stored = readStore(dir.path, (tx) => tx.all("select reason, detail from journal where state = 'quarantined'"))
    expect(stored).toEqual([])
    // Beginning and end of each count: a good part of the queue was read with a delete and a receive on the way.
    expect(pipelined).toBeGreaterThan(notifications / 2)
  },
  notifications * 40 + 300_000,
)
