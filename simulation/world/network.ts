import type { HttpFailureReason, HttpPipeline, HttpRequest, HttpResult } from '../../src/api/http.ts'
import type { CoreHttp } from '../../src/core/base/ports.ts'
import type { Machine, Owner } from '../machine/machine.ts'
import { origin, type Service, type ServiceAnswer } from './service.ts'

/** How bad the network is: each number is a probability for one request. */
export interface Weather {
  readonly refused: number
  readonly lostBefore: number
  readonly lostAfter: number
  readonly hangs: number
  readonly cut: number
  /** A delete that is delivered twice. A receive that came twice would be a second reader. */
  readonly twice: number
  readonly slow: number
}

export const fine: Weather = { refused: 0, lostBefore: 0, lostAfter: 0, hangs: 0, cut: 0, twice: 0, slow: 0 }

const outcomes = ['refused', 'lostBefore', 'lostAfter', 'hangs', 'cut', 'twice'] as const
type Outcome = 'arrives' | (typeof outcomes)[number]

/** A connection: it keeps the order of requests and of answers, and what is on it ends with it. */
interface Connection {
  readonly number: number
  /** Channels of the machine. */
  readonly up: object
  readonly down: object
  readonly exchanges: Set<Exchange>
  requests: number
}

interface Exchange {
  readonly owner: Owner
  /** Ends it for the client. */
  breakOff(reason: HttpFailureReason): void
  /** The client's process is gone: nobody hears how it ended. */
  abandon(): void
}

/** The network between the processes of one computer and the service. */
export function createNetwork(machine: Machine, service: Service, weather: () => Weather) {
  const random = machine.random('network')
  const underWay = new Set<Exchange>()
  let connections = 0
  let requests = 0

  const drawOutcome = (method: string): Outcome => {
    let rest = random.next()
    const now = weather()
    for (const outcome of outcomes) {
      if (outcome === 'twice' && method !== 'DELETE') continue
      rest -= now[outcome]
      if (rest < 0) return outcome
    }
    return 'arrives'
  }
  const delay = (): number => (random.chance(weather().slow) ? random.wait(4000) : 2 + random.wait(25))
  const connect = (): Connection => {
    connections += 1
    return { number: connections, up: {}, down: {}, exchanges: new Set(), requests: 0 }
  }

  /** @param whenFree begins when the service is free for this connection; `done` frees it */
  const exchange = (
    owner: Owner,
    asked: HttpRequest,
    connection: Connection,
    whenFree: (begin: (done: () => void) => void) => void,
  ): Promise<HttpResult> => {
    const { promise, resolve } = Promise.withResolvers<HttpResult>()
    requests += 1
    connection.requests += 1
    const requestOnConnection = connection.requests
    const name = `#${requests} ${/waInstance\d+\/(\w+)/.exec(asked.url)?.[1] ?? 'elsewhere'}`
    const body = typeof asked.body === 'string' ? asked.body : ''
    const startedAt = machine.now
    const measured = () => ({ bytesOut: Buffer.byteLength(body), timing: { totalMs: machine.now - startedAt } })
    let isOver = false
    let hasLeft = false
    let leaveService: (() => void) | null = null
    const forgetAtService = () => {
      const leave = leaveService
      if (leave !== null) machine.schedule(random.between(0, 1), service.owner, `${name} client gone`, leave)
    }
    const settle = (result: HttpResult) => {
      if (isOver) return
      isOver = true
      underWay.delete(self)
      connection.exchanges.delete(self)
      asked.signal?.removeEventListener('abort', abort)
      cancelTimeout()
      forgetAtService()
      resolve(result)
    }
    const fail = (reason: HttpFailureReason, mayHaveLeft = hasLeft) =>
      settle({ kind: 'failure', reason, mayHaveLeft, bytesIn: 0, ...measured() })
    const abort = () => fail('aborted')
    const self: Exchange = {
      owner,
      breakOff: fail,
      abandon() {
        isOver = true
        underWay.delete(self)
        forgetAtService()
      },
    }
    underWay.add(self)
    connection.exchanges.add(self)
    asked.signal?.addEventListener('abort', abort, { once: true })
    const cancelTimeout = machine.schedule(asked.timeoutMs, owner, `${name} timeout`, () => fail('timeout'), true)
    if (asked.signal?.aborted === true) {
      fail('aborted')
      return promise
    }

    const outcome = drawOutcome(asked.method)
    machine.note(`${name} ${outcome} ${body.slice(0, 80)}`)
    if (outcome === 'refused') {
      machine.schedule(delay(), owner, `${name} refused`, () => fail('refused', false))
      return promise
    }
    hasLeft = true
    if (outcome === 'lostBefore') {
      machine.schedule(delay() * 2, owner, `${name} reset before`, () => fail('reset'))
      return promise
    }
    const answer = (given: ServiceAnswer) => {
      const back = (label: string, run: () => void) =>
        machine.scheduleInOrder(connection.down, delay(), owner, `${name} ${label}`, run)
      if (outcome === 'hangs') return
      if (outcome === 'lostAfter') back('reset after', () => fail('reset'))
      else if (outcome === 'cut') back('cut', () => fail('cut'))
      else if (given.kind !== 'answer') back(given.kind, () => fail(given.kind))
      else {
        const { status, headers, body: text } = given
        const bytesIn = Buffer.byteLength(text)
        back(`${status} ${text.slice(0, 80)}`, () =>
          settle({ kind: 'response', status, headers, body: text, bytesIn, ...measured() }),
        )
      }
    }
    const request = {
      ...{ method: asked.method, url: asked.url, headers: asked.headers, body },
      ...{ connection: connection.number, requestOnConnection },
    }
    const deliver = (onAnswer: (given: ServiceAnswer) => void) =>
      machine.scheduleInOrder(connection.up, delay(), service.owner, `${name} arrives`, () =>
        whenFree((done) => {
          leaveService = service.ask(request, (given) => {
            leaveService = null
            done()
            onAnswer(given)
          })
          // The client was gone before its request arrived.
          if (isOver) forgetAtService()
        }),
      )
    deliver(answer)
    if (outcome === 'twice')
      machine.schedule(random.wait(200), service.owner, `${name} again`, () => void deliver(() => undefined))
    return promise
  }

  return {
    requests: () => requests,
    /** The system closes the connections of a process that ended. What is on its way may still arrive. */
    abandon(owner: Owner) {
      for (const each of [...underWay]) if (each.owner === owner) each.abandon()
    },
    breakAll() {
      for (const each of [...underWay])
        machine.schedule(0, each.owner, 'connection breaks', () => each.breakOff('reset'))
    },
    /** The port of one process. */
    portOf(owner: Owner): Required<Pick<CoreHttp, 'openPipeline'>> & CoreHttp {
      return {
        request: (asked) => exchange(owner, asked, connect(), (begin) => begin(() => undefined)),
        openPipeline: (at) => Promise.resolve(at === origin ? openPipeline(owner) : null),
        refresh: () => undefined,
        close: () => Promise.resolve(),
      }
    },
  }

  function openPipeline(owner: Owner): HttpPipeline {
    const connection = connect()
    const waiting: ((done: () => void) => void)[] = []
    let isClosed = false
    let isBusy = false
    const next = () => {
      const begin = waiting.shift()
      isBusy = begin !== undefined
      begin?.(next)
    }
    const end = (reason: HttpFailureReason) => {
      isClosed = true
      for (const each of [...connection.exchanges]) each.breakOff(reason)
    }
    return {
      async request(asked) {
        if (isClosed)
          return { kind: 'failure', reason: 'aborted', mayHaveLeft: false, bytesIn: 0, bytesOut: 0 } as const
        const result = await exchange(owner, asked, connection, (begin) => {
          waiting.push(begin)
          if (!isBusy) next()
        })
        // A connection that broke takes everything with it.
        if (result.kind === 'failure') end('reset')
        return result
      },
      close: () => end('aborted'),
    }
  }
}

export type Network = ReturnType<typeof createNetwork>
