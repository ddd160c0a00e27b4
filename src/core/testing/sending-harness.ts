import { Readable } from 'node:stream'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Http } from '../../api/http.ts'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { StatusKind } from '../../contract/statuses.ts'
import { sliceBytes } from '../../contract/values.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Fault } from '../../emulator/http/faults.ts'
import type { Behaviour } from '../../emulator/world/behaviour.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import type { Store } from '../intents.ts'
import { createLockstep, type Lockstep } from './lockstep.ts'
import { startTestCore } from './start-test-core.ts'
import { createTempDir } from './temp-dir.ts'

const harnessToken = 'secret-token-of-the-test-instance'
/** Start time of a harness, epoch ms. */
const harnessStart = Date.UTC(2026, 10, 20, 12)

export const minute = 60_000
export const hour = 60 * minute

export const anna = '79990001122@c.us'
export const boris = '79990003344@c.us'

export interface StartOptions {
  /** The account's state; default authorized. `null`: being created. */
  readonly state?: 'starting' | null
  readonly behaviour?: Partial<Behaviour>
  /** Default v3. */
  readonly family?: 'whatsapp' | 'telegram'
  /** False: without a token until one is set. */
  readonly online?: boolean
  /** Replaces the network of this instance. */
  readonly wrap?: (http: Http) => Http
}

/** Gives up a send after two seconds instead of half a minute: long enough to be heard at all on a busy machine. */
export const impatient = (http: Http): Http => ({
  request: (request) =>
    http.request(request.url.includes('/sendMessage/') ? { ...request, timeoutMs: 2_000 } : request),
})

/** A connection that can be cut: what is asked then never leaves. */
export function createLine() {
  let down = false
  return {
    cut(is: boolean) {
      down = is
    },
    wrap: (http: Http): Http => ({
      request: (request) =>
        down
          ? Promise.resolve({ kind: 'failure', reason: 'refused', mayHaveLeft: false, bytesIn: 0, bytesOut: 0 })
          : http.request(request),
    }),
  }
}

/**
 * Service, network, store and sending, with one time for all that stands still until it is moved. The tests of a file
 * share it, each with an instance of its own.
 */
export async function createSendingHarness() {
  const service = createEmulator({ clock: { mode: 'manual', startAt: harnessStart } })
  const apiUrl = await service.start()
  const dir = createTempDir()
  const undici = createUndiciHttp()
  const wraps = new Map<string, (http: Http) => Http>()
  const shared = createLockstep({
    startAt: harnessStart,
    http: {
      request(request) {
        const idInstance = /waInstance(\d+)/.exec(request.url)?.[1] ?? ''
        return (wraps.get(idInstance)?.(undici) ?? undici).request(request)
      },
    },
    moveWorld: (ms) => service.clock.advance(ms),
  })
  /** Sending alone: what else would ask the service is not what these tests count. */
  const launch = (spoil: (store: Store) => Store = (store) => store) =>
    startTestCore({
      services: ['sending'],
      dataDir: dir.path,
      clock: shared.clock,
      http: shared.http,
      watchStore: (store) => shared.watch(spoil(store)),
    })
  let app = await launch()
  let instances = 0

  async function start(options: StartOptions = {}) {
    instances += 1
    const idInstance = String(1_101_000_000 + instances)
    const { state, behaviour = {}, family = 'v3' } = options
    const account = service.addInstance({
      idInstance,
      token: harnessToken,
      family,
      behaviour,
      ...(state === undefined ? {} : { state }),
    })
    if (options.wrap !== undefined) wraps.set(idInstance, options.wrap)
    const instance = await app.addInstance({
      apiUrl,
      idInstance,
      family,
      token: options.online === false ? null : harnessToken,
    })
    const over = new AbortController()
    const time: Lockstep = {
      ...shared,
      // A test that ran out of real time still runs: its time must not go on beside the next one's.
      advance: (ms, stepMs) => shared.advance(ms, stepMs, over.signal),
    }
    await time.settle()
    const mark = service.effects.mark()
    const chat = async (chatId: string): Promise<ChatKey> => (await app.call('chats.open', { instance, chatId })).chat
    /** Sends without waiting for what follows. */
    const begin = async (to: ChatKey, text: string): Promise<MessageKey> =>
      (await app.call('messages.send', { chat: to, text })).message
    const status = (message: MessageKey) => app.store.read('sending.status', { message })
    return {
      emulator: service,
      apiUrl,
      token: harnessToken,
      account,
      instance,
      time,
      app: () => app,
      chat,
      begin,
      async setToken() {
        app.instances.setToken(instance, harnessToken)
        await time.settle()
      },
      async send(chatId: string, text: string): Promise<MessageKey> {
        const message = await begin(await chat(chatId), text)
        await time.settle()
        return message
      },
      /** Files that stand in the composer of a chat, whole. */
      async attach(
        to: ChatKey,
        files: readonly { readonly name: string; readonly bytes?: number; readonly type?: string }[],
      ) {
        const uploads: string[] = []
        for (const { name, bytes = 5, type = '' } of files) {
          const { upload, address } = await app.call('uploads.begin', { chat: to, name, type, bytes })
          const token = address.replace('upload/', '')
          for (let offset = 0; offset < bytes; offset += sliceBytes) {
            const piece = Buffer.alloc(Math.min(sliceBytes, bytes - offset), name)
            await app.core.takeSlice(token, offset, Readable.from([piece], { objectMode: false }))
          }
          uploads.push(upload)
        }
        return uploads
      },
      status,
      kind: async (message: MessageKey): Promise<StatusKind | undefined> => (await status(message))?.kind,
      /** Resolves once the status is that, without moving the time. */
      becomes: (message: MessageKey, kind: StatusKind) =>
        app.waitFor(`it is ${kind}`, async () => (await status(message))?.kind === kind),
      /** Moves the time until the status is that: reading a file takes time of the disk, which no clock moves. */
      becomesInTime: (message: MessageKey, kind: StatusKind) =>
        app.waitFor(`it is ${kind} in time`, async () => {
          await time.advance(1_000)
          return (await status(message))?.kind === kind
        }),
      /** Texts that the service accepted, in order. */
      accepted: () =>
        account.sends.map(({ content }) => ('text' in content && content.text !== undefined ? content.text : '')),
      fault: (fault: Fault, count = 1, operation = 'sendMessage') =>
        service.fault(fault, { operation, idInstance, count }),
      /** Requests of an operation since the instance was there. */
      requests: (operation: string) =>
        service.effects
          .recent(100_000)
          .filter(
            (effect) =>
              effect.seq > mark &&
              effect.kind === 'request' &&
              effect.operation === operation &&
              effect.idInstance === idInstance,
          ).length,
      /** Adds the instance again, after it was taken out of use or the program started again. */
      async addAgain() {
        await app.addInstance({ apiUrl, idInstance, token: harnessToken })
        await time.settle()
      },
      /** The program dies: what the store says then is what the next one finds. */
      async crash() {
        await app.store.close()
        await app.stop()
      },
      /** The program starts again, over what it left on the disk; `spoil` puts itself before the store. */
      async restart(spoil?: (store: Store) => Store) {
        app = await launch(spoil)
        await app.addInstance({ apiUrl, idInstance, token: harnessToken })
        await time.settle()
      },
      /** A test is over, perhaps because its own time was: nothing of it moves the others' time. */
      async end() {
        over.abort()
        service.faults.clear()
        await app.store.write('accounts.detach', { key: instance, erase: false })
        await app.refresh()
        await shared.settle()
      },
    }
  }

  return {
    start,
    async close() {
      await app.stop()
      await undici.close()
      await service.stop()
      dir[Symbol.dispose]()
    },
  }
}

/** One harness for the tests of a file; each test has an instance of its own, which ends with the test. */
export function useSendingHarness() {
  let harness: Awaited<ReturnType<typeof createSendingHarness>>
  beforeAll(async () => {
    harness = await createSendingHarness()
  })
  afterAll(() => harness.close())
  return async (options: StartOptions = {}) => {
    const world = await harness.start(options)
    onTestFinished(world.end)
    return world
  }
}
