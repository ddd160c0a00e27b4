import type { EmulatorClock } from '../../src/emulator/clock.ts'
import { createEffectLog } from '../../src/emulator/effects.ts'
import { createApiRequests } from '../../src/emulator/http/api-requests.ts'
import { Conduct } from '../../src/emulator/http/conduct.ts'
import { FaultBook } from '../../src/emulator/http/faults.ts'
import { Recorder } from '../../src/emulator/http/recorder.ts'
import { parseRoute } from '../../src/emulator/http/route.ts'
import { createRandom } from '../../src/emulator/random.ts'
import { snapshot } from '../../src/emulator/snapshot.ts'
import { MediaStore } from '../../src/emulator/world/media-store.ts'
import { World } from '../../src/emulator/world/world.ts'
import { createOwner, type Machine } from '../machine/machine.ts'

export const origin = 'https://service.test'

export interface ServiceRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connection: number
  readonly requestOnConnection: number
}

/** How an exchange ended at the service: with an answer, or with a connection closed before or inside it. */
export type ServiceAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly kind: 'reset' | 'cut' }

/** The emulated service without its server: its world, operations, faults and rules of conduct, asked in memory. */
export function createService(machine: Machine) {
  const owner = createOwner('service')
  const clock: EmulatorClock = {
    now: () => Math.floor(machine.epoch + machine.now),
    mode: () => 'manual',
    setMode: () => undefined,
    after: (ms, action) => machine.schedule(ms, owner, 'timer of the service', action),
    advance: () => undefined,
    pending: () => 0,
    stop: () => undefined,
  }
  const random = createRandom(machine.seed)
  const effects = createEffectLog(clock.now)
  const recorder = new Recorder(2000)
  const faults = new FaultBook(random)
  const world = new World({ clock, random, effects, media: new MediaStore(), origin: () => origin }, 'off')
  const conduct = new Conduct(clock.now, ({ idInstance, rule }) => effects.add({ kind: 'violation', idInstance, rule }))
  const api = createApiRequests({ world, clock, effects, faults, conduct })
  return {
    owner,
    world,
    faults,
    effects,
    conduct,
    snapshot: () => snapshot(world, clock.now()),
    /** Calls `onEnd` once. Returns what says to the service that its client is gone. */
    ask(asked: ServiceRequest, onEnd: (answer: ServiceAnswer) => void): () => void {
      const target = asked.url.slice(origin.length)
      const route = parseRoute(target)
      if (route === undefined) {
        onEnd({ kind: 'answer', status: 404, headers: {}, body: 'Not Found' })
        return () => undefined
      }
      const response = new MemoryResponse(onEnd)
      const request = new MemoryRequest(asked)
      const { method, headers, connection, requestOnConnection } = asked
      const recorded = recorder.add({
        ...{ at: clock.now(), method, path: target.replace(route.token, '<token>'), idInstance: route.idInstance },
        ...{ operation: route.operation, headers, body: '', connection, requestOnConnection, status: 0 },
        ...{ endedAt: undefined, fault: undefined, aborted: false },
      })
      api.handle(request as never, response as never, route, recorded).catch((error: unknown) => {
        machine.fail(`the emulator failed: ${error instanceof Error ? error.stack : String(error)}`)
      })
      request.arrive()
      return () => response.leave()
    },
  }
}

export type Service = ReturnType<typeof createService>

/** The part of an IncomingMessage that the emulator reads. */
class MemoryRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly #body: string
  readonly #listeners = new Map<string, (value?: unknown) => void>()

  constructor({ method, url, headers, body }: ServiceRequest) {
    this.method = method
    this.url = url.slice(origin.length)
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    this.#body = body
  }
  on(event: string, listener: (value?: unknown) => void): this {
    this.#listeners.set(event, listener)
    return this
  }
  pause(): void {}
  resume(): void {}
  arrive(): void {
    if (this.#body !== '') this.#listeners.get('data')?.(Buffer.from(this.#body))
    this.#listeners.get('end')?.()
  }
}

/** The part of a ServerResponse that the emulator writes. */
class MemoryResponse {
  destroyed = false
  closed = false
  headersSent = false
  readonly socket = {
    resetAndDestroy: () => this.destroy(),
    destroySoon: () => this.destroy(),
    end: () => undefined,
  }
  readonly #onEnd: (answer: ServiceAnswer) => void
  readonly #onClose = new Set<() => void>()
  #status = 200
  #headers: Record<string, string> = {}
  #body = ''
  #isOver = false

  constructor(onEnd: (answer: ServiceAnswer) => void) {
    this.#onEnd = onEnd
  }
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    this.headersSent = true
    this.#status = status
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]))
  }
  flushHeaders(): void {}
  write(chunk: Uint8Array | string, done?: () => void): void {
    this.#body += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    done?.()
  }
  end(body?: Uint8Array | string): void {
    if (body !== undefined) this.write(body)
    if (this.#isOver) return
    this.#isOver = true
    this.closed = true
    this.#onEnd({ kind: 'answer', status: this.#status, headers: this.#headers, body: this.#body })
  }
  /** The service closes the connection. */
  destroy(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.destroyed = true
    this.#onEnd({ kind: this.headersSent ? 'cut' : 'reset' })
  }
  once(_event: string, listener: () => void): void {
    this.#onClose.add(listener)
  }
  off(_event: string, listener: () => void): void {
    this.#onClose.delete(listener)
  }
  /** The client is gone. */
  leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.destroyed = true
    this.closed = true
    for (const listener of [...this.#onClose]) listener()
  }
}
