import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import type { JournalKey, ProgramKey } from '../../../contract/ids.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import type { Program } from '../identity/tx/program-row.ts'
import { deliverWebhook, ownCursors, sendTestEvent, type DelivererDeps } from './deliver-webhook.ts'
import type { DeliveryOutcome } from './rules/delivery-policy.ts'

const key = 1 as ProgramKey
const program = {
  ...{ key, id: 'abcdefgh', state: 'active', failures: 0, round: 0, team: null },
  webhook: { url: 'https://shop.example/', allowPrivate: false, inFlight: 1, timeoutMs: 5000 },
} as Program
const event = {
  ...{ key: 1 as JournalKey, position: 1, instance: 1, idInstance: '1', typeWebhook: 'stateInstanceChanged' },
  ...{ sharedId: null, chat: null, chatTitle: null, receivedAt: 0, raw: '{}' },
}
const failure: DeliveryOutcome = {
  ...{ kind: 'endpoint', retryAfterMs: null },
  trouble: { at: 0, kind: 'unreachable', status: null, text: '' },
}

/** A webhook with one event; `post` is what its endpoint answers. */
function open(post: (signal: AbortSignal) => Promise<DeliveryOutcome>, secret: 'ready' | 'missing' = 'ready') {
  const seen = { opened: 0, closed: 0, posted: 0 }
  const written: object[] = []
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const answers: Readonly<Record<string, object>> = {
    'programs.delivery': { program, probeInMs: 0, places: [{ place: 0, cursor: 0 }], retries: [] },
    'programs.feed': { round: 0, cursor: 0, events: [event], scannedTo: 1, more: false },
  }
  const deps = {
    store: {
      read: async (name: string) => answers[name],
      write: async (name: string, input: object) => void written.push({ name, ...input }),
      ...{ state: () => 'ok', onChanges: () => () => undefined, onState: () => () => undefined },
    },
    clock: createManualClock(),
    ids: { random: () => 0.5, uuid: () => 'uuid' },
    logger: createSilentLogger(),
    directory: { epoch: () => 'abcd', get: () => program, load: async () => undefined },
    calls: { add: () => undefined },
    secrets: {
      state: async () => secret,
      read: async () => ({ signing: { current: 'whsec_', previous: null, previousUntil: 0 }, authorization: '' }),
    },
    scrubber: { scrub: (text: string) => text },
    openPoster() {
      seen.opened += 1
      return {
        post(_headers: object, _body: string, _now: () => number, signal: AbortSignal) {
          seen.posted += 1
          return post(signal)
        },
        close: () => void (seen.closed += 1),
      }
    },
    onProgress: () => undefined,
  } as unknown as DelivererDeps
  const begin = () => {
    const delivery = deliverWebhook(deps, key, ending.signal)
    delivery.setCursors([ownCursors(ending.signal)])
    return delivery
  }
  return { deps, seen, written, ending, begin }
}

test('a request that is cut off by the end says nothing of its endpoint, whose connections are closed', async () => {
  const { seen, written, ending, begin } = open(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(failure))),
  )
  const delivery = begin()
  await expect.poll(() => seen.posted).toBe(1)
  ending.abort()
  await delivery.ended()
  expect(written).toEqual([])
  expect([seen.opened, seen.closed]).toEqual([1, 1])
})

test('a webhook whose secret is lost stops and says so, and sends nothing unsigned', async () => {
  const { seen, written, begin } = open(async () => failure, 'missing')
  begin()
  await expect
    .poll(() => written)
    .toMatchObject([
      { name: 'programs.setState', state: 'stopped' },
      { name: 'programs.recordTrouble', trouble: { kind: 'secretMissing' } },
    ])
  expect(seen.posted).toBe(0)
})

test('a test event keeps no connection open, whatever becomes of it', async () => {
  const { deps, seen } = open(async () => failure)
  expect(await sendTestEvent(deps, program, new AbortController().signal)).toMatchObject({ outcome: 'failed' })
  expect([seen.opened, seen.closed]).toEqual([1, 1])
})
