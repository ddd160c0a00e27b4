import type { Http } from '../../api/http.ts'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { StatusKind } from '../../contract/messages.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import type { Store } from '../intents.ts'
import { createLockstep } from './lockstep.ts'
import type { Lockstep } from './lockstep.ts'
import { startSending } from './start-sending.ts'
import { createTempDir } from './temp-dir.ts'

const houseToken = 'secret-token-of-the-test-instance'
/** When time begins in a house, epoch ms: the emulated service's clock has to start there too. */
export const houseStart = Date.UTC(2026, 10, 20, 12)

export const minute = 60_000
export const hour = 60 * minute

export const anna = '79990001122@c.us'
export const boris = '79990003344@c.us'

/** What a house needs of the emulated service. The tests hand it in, because core may not know it. */
export interface EmulatedService<Account, Fault, Behaviour> {
  start(): Promise<string>
  stop(): Promise<void>
  readonly clock: { advance(ms: number): void }
  readonly faults: { clear(): void }
  readonly effects: {
    mark(): number
    recent(limit: number): readonly {
      readonly seq: number
      readonly kind: string
      readonly operation?: string
      readonly idInstance?: string
    }[]
  }
  addInstance(init: {
    readonly idInstance: string
    readonly token: string
    readonly behaviour: Behaviour
    readonly state?: 'starting' | null
  }): Account
  fault(fault: Fault, rule: { readonly operation: string; readonly idInstance: string; readonly count: number }): number
}

/** An account of the emulated service, as far as a house looks at it. */
interface SendingAccountView {
  readonly sends: readonly { readonly content: { readonly kind: string; readonly text?: string } | object }[]
}

export interface StartOptions<Behaviour> {
  /** The account's state; default authorized. `null`: being created. */
  readonly state?: 'starting' | null
  readonly behaviour?: Behaviour
  /** False: without a token until one is set. */
  readonly online?: boolean
  /** Replaces the network of this instance. */
  readonly wrap?: (http: Http) => Http
}

/** Gives up after an eighth of a second instead of half a minute. */
export const impatient = (http: Http): Http => ({
  request: (request) => http.request({ ...request, timeoutMs: 125 }),
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
export async function createSendingHouse<Account extends SendingAccountView, Fault, Behaviour>(
  service: EmulatedService<Account, Fault, Partial<Behaviour>>,
) {
  const apiUrl = await service.start()
  const dir = createTempDir()
  const undici = createUndiciHttp()
  const wraps = new Map<string, (http: Http) => Http>()
  const shared = createLockstep({
    startAt: houseStart,
    http: {
      request(request) {
        const idInstance = /waInstance(\d+)/.exec(request.url)?.[1] ?? ''
        return (wraps.get(idInstance)?.(undici) ?? undici).request(request)
      },
    },
    moveWorld: (ms) => service.clock.advance(ms),
  })
  const launch = (spoil: (store: Store) => Store = (store) => store) =>
    startSending({
      dataDir: dir.path,
      clock: shared.clock,
      http: shared.http,
      watch: (store) => shared.watch(spoil(store)),
    })
  let app = await launch()
  let instances = 0

  async function start(options: StartOptions<Partial<Behaviour>> = {}) {
    instances += 1
    const idInstance = String(1_101_000_000 + instances)
    const { state, behaviour = {} } = options
    const account = service.addInstance({
      idInstance,
      token: houseToken,
      behaviour,
      ...(state === undefined ? {} : { state }),
    })
    if (options.wrap !== undefined) wraps.set(idInstance, options.wrap)
    const instance = await app.add({ apiUrl, idInstance, token: options.online === false ? null : houseToken })
    const over = new AbortController()
    const time: Lockstep = {
      ...shared,
      // A test that ran out of real time still runs: its time must not go on beside the next one's.
      advance: (ms, stepMs) => shared.advance(ms, stepMs, over.signal),
    }
    await time.settle()
    const mark = service.effects.mark()
    const chat = (chatId: string): Promise<ChatKey> => app.chat(instance, chatId)
    return {
      account,
      instance,
      time,
      app: () => app,
      chat,
      async setToken() {
        app.instances.setToken(instance, houseToken)
        await time.settle()
      },
      async send(chatId: string, text: string): Promise<MessageKey> {
        const message = await app.send(await chat(chatId), text)
        await time.settle()
        return message
      },
      kind: async (message: MessageKey): Promise<StatusKind | undefined> => (await app.status(message))?.kind,
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
      /** Adds the instance again, after it was taken out of use or the program started anew. */
      async addAgain() {
        await app.add({ apiUrl, idInstance, token: houseToken })
        await time.settle()
      },
      /** The program starts again, over what it left on the disk; `spoil` puts itself before the store. */
      async restart(spoil?: (store: Store) => Store) {
        app = await launch(spoil)
        await app.add({ apiUrl, idInstance, token: houseToken })
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

/** What a house needs of the test runner, handed in like the service. */
export interface TestHooks {
  beforeAll(begin: () => Promise<void>): void
  afterAll(end: () => Promise<void>): void
  onTestFinished(end: () => Promise<void>): void
}

/** One house for the tests of a file; each test starts in it with an instance of its own, which ends with the test. */
export function useSendingHouse<Account extends SendingAccountView, Fault, Behaviour>(
  { beforeAll, afterAll, onTestFinished }: TestHooks,
  createService: () => EmulatedService<Account, Fault, Partial<Behaviour>>,
) {
  type House = Awaited<ReturnType<typeof createSendingHouse<Account, Fault, Behaviour>>>
  let house: House
  beforeAll(async () => {
    house = await createSendingHouse(createService())
  })
  afterAll(() => house.close())
  return async (options: Parameters<House['start']>[0] = {}) => {
    const world = await house.start(options)
    onTestFinished(world.end)
    return world
  }
}
