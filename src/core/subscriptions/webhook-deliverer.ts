import type { ProgramKey } from '../../contract/ids.ts'
import type { ProgramCall, ProgramTrouble } from '../../contract/programs.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { UndiciHttpOptions } from '../http/undici-http.ts'
import type { DeliveryOutcome } from '../programs/rules/delivery-policy.ts'
import type { FeedEvent } from '../programs/tx/feed.ts'
import type { Program } from '../programs/tx/program-row.ts'
import type { CallLog } from './call-log.ts'
import { createWebhookPoster } from './post-webhook.ts'
import type { WebhookPoster } from './post-webhook.ts'
import { serve } from './program-desk.ts'
import type { ProgramDirectory } from './program-directory.ts'
import { signedHeaders } from './webhook-request.ts'
import type { SubscriptionsBase } from './subscriptions-base.ts'
import { createWebhookLanes } from './webhook-lanes.ts'
import type { Delivery, WebhookLanes } from './webhook-lanes.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export interface DelivererDeps extends Pick<SubscriptionsBase, 'store' | 'clock' | 'ids' | 'logger'> {
  readonly directory: ProgramDirectory
  readonly calls: CallLog
  readonly secrets: WebhookSecrets
  readonly network: UndiciHttpOptions | undefined
  readonly onProgress: () => void
}

/** Wait at most so long before looking again whether something can go out, ms. */
const recheckEveryMs = 60_000

/** After a failure of the store or of this program, ms. */
const blockedMs = 5000

/** Events of one read, and their bytes. */
const pageEvents = 200
const pageBytes = 4_000_000

/**
 * Posts the events of one program to its endpoint until `signal` aborts, at least once and in order within a chat
 * (docs/programs.md). Requests that are on their way then are aborted: they go out again with the next run, under the
 * same id. Rejects only for a defect.
 */
export async function deliverWebhooks(deps: DelivererDeps, key: ProgramKey, signal: AbortSignal): Promise<void> {
  const { store, clock, directory, logger } = deps
  const lanes = createWebhookLanes()
  /** Deliveries wait until then, by the monotonic clock: what they lead to can not be stored. */
  let blockedUntil = -Infinity
  const tasks = createTasks<Delivery>((error) => {
    if (signal.aborted) return
    logger.warn({ error }, 'a delivery to a program was not recorded')
    blockedUntil = clock.monotonic() + blockedMs
    isStale = true
    wake()
  })
  // A change that arrives while the store is read counts for the wait that follows.
  let isWoken = false
  let endWait = () => undefined as void
  const wake = () => {
    isWoken = true
    endWait()
  }
  const woken = async (ms: number): Promise<void> => {
    if (!isWoken && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(ms, wake)
        endWait = () => {
          cancel()
          resolve()
        }
      })
    }
    isWoken = false
  }
  const stops = [
    store.onChanges((changes) => changes.some(({ kind }) => kind === 'journal') && wake()),
    directory.onChange(() => {
      isStale = true
      wake()
    }),
    store.onState(() => wake()),
  ]
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort, { once: true })
  let isStale = true
  let poster: { readonly settings: string; readonly poster: WebhookPoster } | undefined

  const posterFor = (program: Program): WebhookPoster | undefined => {
    const settings = JSON.stringify(program.webhook)
    if (poster?.settings === settings) return poster.poster
    poster?.poster.close()
    poster = undefined
    if (program.webhook === null) return undefined
    poster = { settings, poster: createWebhookPoster(program.webhook, deps.network) }
    return poster.poster
  }
  const begin = async () => {
    for (;;) {
      const before = lanes.endings()
      const [after, retries] = await Promise.all([
        store.read('programs.cursor', { program: key, instance: null }),
        store.read('programs.retries', { program: key }),
      ])
      // A delivery that ended meanwhile may still be among these retries, and would go out again.
      if (before === lanes.endings()) return lanes.reset(after, retries)
    }
  }

  try {
    while (!signal.aborted) {
      try {
        await store.whenOk(signal)
        if (signal.aborted) break
        if (isStale) {
          isStale = false
          await begin()
        }
        const blockedFor = blockedUntil - clock.monotonic()
        if (blockedFor > 0) {
          await woken(blockedFor)
          continue
        }
        const program = directory.get(key)
        const waitMs = program === undefined ? recheckEveryMs : await step(deps, program, lanes, posterFor, launch)
        if (!isStale) await woken(waitMs)
      } catch (error) {
        if (signal.aborted) break
        logger.warn({ error }, 'a webhook could not go on')
        isStale = true
        await woken(blockedMs)
      }
    }
    await tasks.ended()
  } finally {
    for (const stop of stops) stop()
    signal.removeEventListener('abort', onAbort)
    poster?.poster.close()
  }

  function launch(program: Program, to: WebhookPoster, delivery: Delivery): void {
    tasks.add(
      deliver(deps, program, to, lanes, delivery, signal).then((again) => {
        if (again) isStale = true
        wake()
      }),
      delivery,
    )
  }
}

/** Starts what can go out now. Returns how long there is nothing more to do, ms. */
async function step(
  deps: DelivererDeps,
  program: Program,
  lanes: WebhookLanes,
  posterFor: (program: Program) => WebhookPoster | undefined,
  launch: (program: Program, to: WebhookPoster, delivery: Delivery) => void,
): Promise<number> {
  const { store, clock, secrets, logger } = deps
  if (program.state === 'paused' || program.state === 'stopped') return recheckEveryMs
  const secret = await secrets.state(program)
  if (secret === 'missing') await stopWithoutSecret(deps, program)
  if (secret !== 'ready') return recheckEveryMs
  const poster = posterFor(program)
  if (poster === undefined) return recheckEveryMs
  let isEnd = false
  while (lanes.hasRoom() && !isEnd) {
    const page = await store.read('programs.feed', {
      program: program.key,
      after: lanes.scannedTo(),
      instance: null,
      limit: pageEvents,
      maxBytes: pageBytes,
    })
    // Deliveries that ended meanwhile may have moved the cursor beyond what is read here.
    lanes.add(
      page.events.filter(({ key }) => key > page.cursor),
      page.scannedTo,
    )
    isEnd = !page.more
  }
  if (program.state === 'failing') {
    if (lanes.onItsWay() > 0) return recheckEveryMs
    const left = (program.nextProbeAt ?? 0) - clock.now()
    if (left > 0) return Math.min(left, recheckEveryMs)
    const probe = lanes.probe()
    if (probe === undefined) return recheckEveryMs
    logger.debug({ program: program.id }, 'the endpoint of a webhook is probed')
    launch(program, poster, probe)
    return recheckEveryMs
  }
  while (lanes.onItsWay() < (program.webhook?.inFlight ?? 1)) {
    const delivery = lanes.next(clock.now())
    if (delivery === undefined) break
    launch(program, poster, delivery)
  }
  const retryAt = lanes.nextRetryAt()
  return retryAt === null ? recheckEveryMs : Math.min(recheckEveryMs, Math.max(0, retryAt - clock.now()))
}

/** Nothing goes out unsigned: a person has to make a new secret. */
async function stopWithoutSecret({ store, clock, directory, onProgress }: DelivererDeps, program: Program) {
  const at = clock.now()
  const trouble: ProgramTrouble = { at, kind: 'secretMissing', status: null, text: '' }
  await store.write('programs.setState', { program: program.key, state: 'stopped' })
  await store.write('programs.recordContact', { program: program.key, at, trouble })
  await directory.load()
  onProgress()
}

/** Posts one event and stores what became of it. True: the lanes have to begin anew from the store. */
async function deliver(
  deps: DelivererDeps,
  program: Program,
  poster: WebhookPoster,
  lanes: WebhookLanes,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, ids, directory } = deps
  let isDone = false
  let isChanged = false
  try {
    const event = delivery.event ?? (await store.read('programs.events', { events: [delivery.key] }))[0]
    if (event === undefined) {
      // The journal no longer has it, and a gap was recorded when it left.
      await store.write('programs.dropDelivery', { program: program.key, event: delivery.key }, { deferred: true })
      return true
    }
    const outcome = await post(deps, program, poster, event, delivery, signal)
    if (signal.aborted && outcome.kind !== 'delivered') return true
    await store.write(
      'programs.recordDelivery',
      {
        program: program.key,
        event: delivery.key,
        lane: delivery.lane,
        outcome,
        isProbe: delivery.isProbe,
        readUpTo: lanes.readUpTo(delivery),
        random: ids.random(),
      },
      { deferred: true },
    )
    isDone = outcome.kind === 'delivered'
    isChanged = !isDone || program.state !== 'active' || program.failures > 0
  } finally {
    const retries = await store.read('programs.retries', { program: program.key }).catch(() => null)
    // Without the retries nobody knows which lanes wait: the lanes begin anew before anything else goes out.
    isChanged = lanes.ended(delivery, isDone, retries ?? []) || isChanged || retries === null
    if (isChanged) await directory.load().catch(() => undefined)
    deps.onProgress()
  }
  return isChanged
}

async function post(
  deps: DelivererDeps,
  program: Program,
  poster: WebhookPoster,
  event: FeedEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { id, body } = serve(event, deps.directory.epoch())
  const started = deps.clock.monotonic()
  const extra = delivery.isReplay ? { 'webhook-replay': '1' } : {}
  const outcome = await postSigned(deps, program, poster, { id, body, extra }, signal)
  deps.calls.add(program.key, {
    ...callOf(deps, outcome, started),
    event: delivery.key,
    events: 1,
    attempt: delivery.isProbe ? 0 : delivery.attempt,
  })
  return outcome
}

async function postSigned(
  { clock, secrets }: DelivererDeps,
  program: Program,
  poster: WebhookPoster,
  { id, body, extra }: { readonly id: string; readonly body: string; readonly extra: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { signing, authorization } = await secrets.read(program)
  const headers = {
    ...signedHeaders(signing, id, body, clock.now()),
    ...(authorization === '' ? {} : { authorization }),
    ...extra,
  }
  return poster.post(headers, body, () => clock.now(), signal)
}

/** What the window shows of a call. `started`: by the monotonic clock, ms. */
const callOf = ({ clock }: DelivererDeps, outcome: DeliveryOutcome, started: number) => ({
  at: clock.now(),
  outcome: outcome.kind === 'delivered' ? ('delivered' as const) : ('failed' as const),
  trouble: outcome.kind === 'delivered' ? null : outcome.trouble,
  durationMs: clock.monotonic() - started,
})

/** A test event, which no journal holds. It counts for nothing. */
export async function sendTestEvent(deps: DelivererDeps, program: Program, signal: AbortSignal): Promise<ProgramCall> {
  if (program.webhook === null) throw new Error('only a webhook can be tested')
  const { clock, ids, network, calls } = deps
  const body = JSON.stringify({ typeWebhook: 'switchboardTest', timestamp: Math.floor(clock.now() / 1000) })
  const poster = createWebhookPoster(program.webhook, network)
  const started = clock.monotonic()
  try {
    const outcome = await postSigned(deps, program, poster, { id: `test-${ids.uuid()}`, body, extra: {} }, signal)
    const call: ProgramCall = { ...callOf(deps, outcome, started), event: null, events: 0, attempt: 0 }
    calls.add(program.key, call)
    return call
  } finally {
    poster.close()
  }
}
