import { createClock, type ClockMode, type EmulatorClock } from './clock.ts'
import { createControl } from './control/control.ts'
import { createEffectLog, type EffectLog, type EffectPattern, type LoggedEffect, type UntilOptions } from './effects.ts'
import { createApiRequests } from './http/api-requests.ts'
import { Conduct, type Violation } from './http/conduct.ts'
import { FaultBook, type Fault, type FaultRule } from './http/faults.ts'
import { partnerReply } from './http/partner.ts'
import { Recorder } from './http/recorder.ts'
import { createEmulatorServer, type Wire } from './http/server.ts'
import { createRandom, type Random } from './random.ts'
import { snapshot, type Snapshot } from './snapshot.ts'
import type { Behaviour } from './world/behaviour.ts'
import type { Instance, InstanceInit } from './world/instance.ts'
import { MediaStore } from './world/media-store.ts'
import { addSampleMedia } from './media/sample-media.ts'
import { World } from './world/world.ts'

export interface EmulatorOptions {
  /** The same seed gives the same ids and the same faults. Default 1. */
  readonly seed?: number
  readonly clock?: { readonly mode?: ClockMode; readonly startAt?: number }
  /** Default 0: any free port. */
  readonly port?: number
  /** Default 127.0.0.1. The control endpoint answers this machine only, whatever the host. */
  readonly host?: string
  /** Request limits of instances without limits of their own. Default `field`; `off` is for benches. */
  readonly limits?: Behaviour['limits']
  readonly wire?: Wire
}

/** An emulated service: a scriptable world behind the HTTP interface of docs/service.md. */
export interface Emulator {
  /** Listens; resolves with the origin, without the path segment of a family. Rejects when the port is taken. */
  start(): Promise<string>
  stop(): Promise<void>
  /** The origin. Throws before start. */
  readonly url: string
  /** Base URL to give to a client of this instance: the origin, with /v3 where the family has it. */
  baseUrl(instance: Instance): string
  readonly world: World
  addInstance(init: InstanceInit): Instance
  readonly clock: EmulatorClock
  readonly random: Random
  readonly media: MediaStore
  readonly effects: EffectLog
  readonly faults: FaultBook
  /** Adds a fault rule; returns its id. */
  fault(fault: Fault, rule?: Omit<FaultRule, 'fault'>): number
  readonly recorder: Recorder
  /** Requests that a correct client never makes, as recorded. */
  violations(): readonly Violation[]
  clearViolations(): void
  snapshot(): Snapshot
  until(pattern: EffectPattern, options?: UntilOptions): Promise<LoggedEffect>
  untilRequest(operation: string, options?: UntilOptions & { readonly idInstance?: string }): Promise<LoggedEffect>
  untilDeleted(receiptId: number, options?: UntilOptions & { readonly idInstance?: string }): Promise<LoggedEffect>
  untilSent(text: string, options?: UntilOptions & { readonly idInstance?: string }): Promise<LoggedEffect>
  /** Resolves when a long poll waits at the empty queue. */
  untilWaiting(idInstance: string, options?: UntilOptions): Promise<LoggedEffect>
}

const forInstance = (idInstance: string | undefined): { readonly idInstance?: string } =>
  idInstance === undefined ? {} : { idInstance }

export const createEmulator = (options: EmulatorOptions = {}): Emulator => {
  const clock = createClock(options.clock ?? {})
  const random = createRandom(options.seed ?? 1)
  const effects = createEffectLog(clock.now)
  const media = new MediaStore()
  addSampleMedia(media)
  const recorder = new Recorder()
  const faults = new FaultBook(random)
  let origin: string | undefined
  const url = (): string => {
    if (origin === undefined) throw new Error('The emulator has no address before start().')
    return origin
  }
  const world = new World({ clock, random, effects, media, origin: url }, options.limits ?? 'field')
  watchStalls()
  const conduct = new Conduct(
    clock.now,
    ({ idInstance, rule }) => effects.add({ kind: 'violation', idInstance, rule }),
    () => clock.mode() === 'manual' || !hasStalled(),
  )
  const api = createApiRequests({ world, clock, effects, faults, conduct })

  const emulator: Emulator = {
    async start() {
      origin = await server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
      return origin
    },
    async stop() {
      effects.stop()
      clock.stop()
      await server.close()
    },
    get url() {
      return url()
    },
    baseUrl: (instance) => (instance.family === 'v3' ? `${url()}/v3` : url()),
    world,
    addInstance: (init) => world.add(init),
    clock,
    random,
    media,
    effects,
    faults,
    fault: (fault, rule = {}) => faults.add({ ...rule, fault }),
    recorder,
    violations: () => conduct.list(),
    clearViolations: () => conduct.clear(),
    snapshot: () => snapshot(world, clock.now()),
    until: (pattern, until) => effects.until(pattern, until),
    untilRequest: (operation, { idInstance, ...until } = {}) =>
      effects.until({ kind: 'request', operation, ...forInstance(idInstance) }, until),
    untilDeleted: (receiptId, { idInstance, ...until } = {}) =>
      effects.until({ kind: 'deleted', receiptId, ...forInstance(idInstance) }, until),
    untilSent: (text, { idInstance, ...until } = {}) =>
      effects.until({ kind: 'sent', text, ...forInstance(idInstance) }, until),
    untilWaiting: (idInstance, until) => effects.until({ kind: 'waiting', idInstance }, until),
  }
  const server = createEmulatorServer({
    clock,
    media,
    recorder,
    faults,
    api,
    control: createControl(emulator),
    partner: (method, path) => partnerReply(world, method, path),
    wire: options.wire ?? {},
  })
  return emulator
}

/** Interval of the beats, and how late one counts as a stall, ms. */
const beatMs = 100
const stallMs = 500
/** After so long everything that was on its way during a stall has arrived, ms. */
const recentMs = 2_000

let beatAt = 0
let stalledAt = -Infinity
let timer: NodeJS.Timeout | undefined

function beat(): void {
  const now = performance.now()
  if (now - beatAt >= beatMs + stallMs) stalledAt = now
  beatAt = now
}

/** Begins to watch this process for stalls. */
function watchStalls(): void {
  if (timer !== undefined) return
  beatAt = performance.now()
  timer = setInterval(beat, beatMs).unref()
}

/**
 * Whether this process got no time to run a moment ago. What clients sent a second apart may have arrived together
 * then.
 */
function hasStalled(): boolean {
  beat()
  return performance.now() - stalledAt < recentMs
}
