import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import { createOwner, isAlive, type Machine, type Owner } from '../machine/machine.ts'
import { loginOf, type Postgres } from './postgres.ts'

/** How bad the way to the database is: each number is a probability for one statement. */
export interface DatabaseWeather {
  readonly refused: number
  readonly lostBefore: number
  /** The connection breaks after the commit. */
  readonly lostAfter: number
  readonly hangs: number
  readonly slow: number
}

export const fineDatabase: DatabaseWeather = { refused: 0, lostBefore: 0, lostAfter: 0, hangs: 0, slow: 0 }

/** First bytes of messages of PostgreSQL's protocol (postgresql.org/docs/current/protocol-message-formats.html). */
const codeOf = { sync: 0x53, query: 0x51, end: 0x58, error: 0x45, notification: 0x41 } as const

/**
 * The way between desks and the database of their team: sockets over which the driver speaks PostgreSQL's own protocol.
 * One statement is answered at a time.
 */
export function createDatabase(machine: Machine, postgres: Postgres) {
  const owner = createOwner('database')
  const random = machine.random('database')
  const sessions = new Set<Session>()
  /** Desks that can't reach it: what they say and what it answers gets lost. */
  const away = new Set<number>()
  let weather = fineDatabase
  let isDown = false
  /** It answers a statement. */
  let isBusy = false
  let statements = 0

  const delay = (): number => (random.chance(weather.slow) ? random.wait(4000) : 0.5 + random.wait(5))

  const notify = (channel: string, message: Buffer) => {
    for (const session of sessions) if (session.channels.has(channel)) session.say(message, 'notification')
  }
  const draw = (): 'arrives' | 'lostBefore' | 'lostAfter' | 'hangs' => {
    let rest = random.next()
    for (const outcome of ['lostBefore', 'lostAfter', 'hangs'] as const) {
      rest -= weather[outcome]
      if (rest < 0) return outcome
    }
    return 'arrives'
  }
  const publish = (parts: readonly Buffer[]) => {
    for (const part of parts) if (part[0] === codeOf.notification) notify(channelOf(part), part)
  }
  const answer = (session: Session, messages: Buffer) => {
    const outcome = draw()
    statements += 1
    machine.note(`statement ${statements} of desk ${session.desk} ${outcome}: ${textOf(messages)}`)
    if (outcome === 'lostBefore') return session.breakOff()
    const number = statements
    if (isBusy) machine.fail('the database did not answer within its event')
    isBusy = true
    const listens = messages[0] === codeOf.query ? messages.toString('utf8').matchAll(/listen (\w+)/g) : []
    for (const [, channel = ''] of listens) session.channels.add(channel)
    postgres.answer(loginOf(session.desk), messages).then(
      (whole) => {
        isBusy = false
        const parts = partsOf(whole)
        publish(parts)
        if (outcome === 'lostAfter') return session.breakOff()
        if (outcome === 'hangs') return
        const rest = parts.filter((part) => part[0] !== codeOf.notification)
        session.say(Buffer.concat(rest), `answer ${number}${rest[0]?.[0] === codeOf.error ? textOf(rest[0]) : ''}`)
      },
      (error: unknown) => machine.fail(`the database failed: ${String(error)}`),
    )
  }

  class Session {
    readonly desk: number
    readonly channels = new Set<string>()
    readonly #client: Owner
    readonly #socket: Socket
    readonly #down = {}
    #received = Buffer.alloc(0)
    #hasBegun = false

    constructor(desk: number, client: Owner, socket: Socket) {
      this.desk = desk
      this.#client = client
      this.#socket = socket
    }
    receive(bytes: Buffer): void {
      if (!sessions.has(this) || away.has(this.desk)) return
      this.#received = Buffer.concat([this.#received, bytes])
      if (!this.#hasBegun) {
        this.#hasBegun = true
        this.#received = Buffer.alloc(0)
        this.say(welcome, 'welcome')
        return
      }
      let from = 0
      let to = 0
      while (to + 5 <= this.#received.length) {
        const code = this.#received[to]
        to += 1 + this.#received.readInt32BE(to + 1)
        if (code === codeOf.end) return void sessions.delete(this)
        if (code !== codeOf.sync && code !== codeOf.query) continue
        answer(this, this.#received.subarray(from, to))
        from = to
      }
      this.#received = this.#received.subarray(from)
    }
    say(bytes: Buffer, label: string): void {
      if (!sessions.has(this) || away.has(this.desk)) return
      machine.scheduleInOrder(this.#down, delay(), this.#client, `database says ${label}`, () => {
        if (!away.has(this.desk)) this.#socket.emit('data', bytes)
      })
    }
    /** Both ends lose it. */
    breakOff(): void {
      sessions.delete(this)
      machine.scheduleInOrder(this.#down, delay(), this.#client, 'database connection breaks', () =>
        this.#socket.destroy(failure('ECONNRESET')),
      )
    }
    isOf(client: Owner): boolean {
      return this.#client === client || !isAlive(this.#client)
    }
  }

  /** What the driver takes for a socket. */
  class Socket extends EventEmitter {
    writable = true
    destroyed = false
    readonly #desk: number
    readonly #client: Owner
    readonly #up = {}
    #session: Session | null = null
    /** What was written in the event that runs. It goes together. */
    #written: { readonly event: number; readonly parts: Buffer[] } = { event: -1, parts: [] }

    constructor(desk: number, client: Owner) {
      super()
      this.#desk = desk
      this.#client = client
    }
    connect(): this {
      const isRefused = isDown || random.chance(weather.refused)
      machine.schedule(delay(), this.#client, `database ${isRefused ? 'refuses' : 'takes'} a connection`, () => {
        if (away.has(this.#desk) || this.destroyed) return
        if (isRefused) return this.destroy(failure('ECONNREFUSED'))
        this.#session = new Session(this.#desk, this.#client, this)
        sessions.add(this.#session)
        this.emit('connect')
      })
      return this
    }
    write(bytes: Uint8Array, done?: () => void): boolean {
      const session = this.#session
      if (this.#written.event === machine.events) this.#written.parts.push(Buffer.from(bytes))
      else {
        const parts = [Buffer.from(bytes)]
        this.#written = { event: machine.events, parts }
        machine.scheduleInOrder(this.#up, delay(), owner, 'database receives', () =>
          session?.receive(Buffer.concat(parts)),
        )
      }
      done?.()
      return true
    }
    end(): this {
      return this.destroy()
    }
    destroy(error?: Error): this {
      if (this.destroyed) return this
      this.destroyed = true
      this.writable = false
      const session = this.#session
      machine.scheduleInOrder(this.#up, delay(), owner, 'database connection ends', () => {
        if (session !== null) sessions.delete(session)
      })
      machine.schedule(0, this.#client, 'socket closed', () => {
        if (error !== undefined) this.emit('error', error)
        this.emit('close')
      })
      return this
    }
    setNoDelay = (): this => this
    setKeepAlive = (): this => this
    ref = (): this => this
    unref = (): this => this
    cork(): void {}
    uncork(): void {}
  }

  const breakAll = () => {
    for (const session of sessions) session.breakOff()
  }
  return {
    owner,
    statements: () => statements,
    setWeather(next: DatabaseWeather) {
      weather = next
    },
    /** The sockets of one process. */
    streamOf: (desk: number, client: Owner) => () => new Socket(desk, client) as unknown as Duplex,
    /** The system closes the connections of a process that ended. */
    abandon(client: Owner) {
      for (const session of sessions) if (session.isOf(client)) sessions.delete(session)
    },
    /** A desk can't reach the database, and nobody is told. */
    setAway(desk: number, isAway: boolean) {
      if (isAway) away.add(desk)
      else away.delete(desk)
      // What was said meanwhile is lost, so no connection goes on as if nothing was.
      for (const session of sessions) if (session.desk === desk && !isAway) session.breakOff()
    },
    /** A statement of somebody who has no desk. Whoever listens hears of it; nobody reads the answer. */
    async ask(login: string, sql: string): Promise<void> {
      publish(partsOf(await postgres.answer(login, queryOf(sql))))
    },
    breakAll,
    setDown(down: boolean) {
      isDown = down
      if (down) breakAll()
    },
    pathOf: (desk: number): TeamAddress => ({
      ...{ host: '127.0.0.1', port: 5432, database: 'team', user: loginOf(desk), password: 'a secret' },
    }),
  }
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

function partsOf(messages: Buffer): readonly Buffer[] {
  const parts: Buffer[] = []
  for (let from = 0; from + 5 <= messages.length;) {
    const to = from + 1 + messages.readInt32BE(from + 1)
    parts.push(messages.subarray(from, to))
    from = to
  }
  return parts
}

/** What can be read in a message, for the trace. */
const textOf = (message: Buffer): string =>
  message
    .toString('latin1')
    .replaceAll(/[^ -~]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 160)

function queryOf(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(5)
  head[0] = codeOf.query
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

/** A notification is the sender's number, the channel and the payload. */
const channelOf = (message: Buffer): string => message.toString('utf8', 9, message.indexOf(0, 9))

/** Authentication is done, and statements are welcome. */
const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
])
