import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { Client, Pool, types, type ClientBase, type ClientConfig, type QueryResultRow } from 'pg'
import type { Clock, Logger } from '../core/base/ports.ts'
import type { TeamAddress, TeamWake } from '../core/sharing/shared-team.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { createPace } from './pace.ts'
import { teamErrorOf } from './team-error-of.ts'

/** Timeout of a statement, ms. */
const answerMs = 15_000
const connectMs = 10_000
/** A silent listening connection is probed after this time, ms. */
const heartbeatMs = 20_000
/** Timeout of a probe's wake-up, ms. */
const probeMs = 5_000
/** First pause before the listening connection is reopened, ms; it grows, with jitter. */
const firstPauseMs = 200
const longestPauseMs = 10_000
/**
 * Shortest and longest time between two wake-ups that are passed on, ms; the first one is passed on at once. Entries
 * arrive in bursts, and each wake-up of each desk costs the database a page. A desk waits for pages a quarter of its
 * time at most: the busier the database, the more entries come with a page.
 */
const journalEveryMs = { shortest: 50, longest: 400, times: 4 } as const
/** Of so many entries between two wake-ups each is named; of more it is said that there are some. */
const mostNamed = 100
/** Longest time for which a statement waits for a connection in use, ms. Leases are renewed each 2.5 s. */
const longestWaitMs = 500
/** Most connections in the pool. A desk with two hundred queues has a few appends and one page read in progress. */
const mostConnections = 4

export interface TeamConnection {
  /** Rejects with TeamError. If the connection was cut, it is unknown whether the statement was executed. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  onWake(listener: (wake: TeamWake, about: string) => void): () => void
  isListening(): boolean
  /** The same for a page of the journal, whose time paces the wake-ups for it. */
  queryPage: TeamConnection['query']
  readonly isSecure: boolean
  /** From now on a connection to the database of any other team is refused. */
  expect(team: string): void
  close(): Promise<void>
}

interface Options {
  readonly address: TeamAddress
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
  /** Makes the socket of each connection; without it, the driver does. */
  readonly stream?: NonNullable<ClientConfig['stream']>
}

/**
 * Connections to a team's database: a few for statements, one that listens. Nothing depends on a session, so a pooler
 * in transaction mode may be in between; it blocks wake-ups, and then only polls remain. Each connection, statement and
 * wait has a timeout and an owner for its error.
 */
export function connectTeam({ address, clock, logger, random, stream }: Options): TeamConnection {
  const config = { ...configOf(address), ...(stream === undefined ? {} : { stream }) }
  let joined: string | null = null
  /** The name may resolve to another database by now: a restored or empty one, or two alternately. */
  const checkTeam = async (client: ClientBase): Promise<void> => {
    if (joined === null) return
    const { rows } = await client.query<{ id: string }>('select id from switchboard.team')
    if (rows[0]?.id !== joined) throw new TeamError({ kind: 'otherTeam' })
  }
  const verify = async (client: ClientBase, done: (error?: Error) => void): Promise<void> => {
    try {
      await checkTeam(client)
    } catch (error) {
      done(teamErrorOf(error))
      return
    }
    done()
  }
  const pool = new Pool({
    ...config,
    Client: TeamClient,
    verify: (client, done) => void verify(client, done),
    max: mostConnections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  })
  // An idle connection may be cut at any time; the next statement takes another one.
  pool.on('error', (error) => logger.debug({ error: teamErrorOf(error).message }, 'an idle connection ended'))

  /**
   * How long opening a connection takes, {@link longestWaitMs} at most. So long a statement waits for one that is in
   * use before a further one is opened: most statements take one round trip, and opening takes six and a process of the
   * server.
   */
  let openMs = 0
  /** Statements in progress. */
  let running = 0
  /** Those that wait for the end of one. */
  const waiting = new Set<() => void>()
  const begin = async (): Promise<void> => {
    if (running >= Math.max(1, pool.totalCount)) {
      const permit = Promise.withResolvers<'taken' | 'further'>()
      const take = () => permit.resolve('taken')
      waiting.add(take)
      const cancel = clock.setTimer(openMs, () => {
        if (waiting.delete(take)) permit.resolve('further')
      })
      if ((await permit.promise) === 'taken') return cancel()
    }
    running += 1
  }
  const end = () => {
    const [next] = waiting
    if (next === undefined) running -= 1
    else {
      waiting.delete(next)
      next()
    }
  }
  const query = async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    await begin()
    const opensAt = pool.totalCount === 0 ? clock.monotonic() : null
    try {
      const { rows } = await pool.query<Row>(text, [...values])
      if (opensAt !== null) openMs = Math.min(clock.monotonic() - opensAt, longestWaitMs)
      return rows
    } catch (error) {
      throw teamErrorOf(error)
    } finally {
      end()
    }
  }

  const wakes = new Set<(wake: TeamWake, about: string) => void>()
  const emitWake = (wake: TeamWake, about = '') => {
    for (const listener of wakes) listener(wake, about)
  }
  const closing = new AbortController()
  let listening = false
  let pageMs = 0
  /** The entries that wake-ups named since the last one that was passed on. */
  const entries = new Set<string>()
  const journal = createPace(
    clock,
    () => Math.min(journalEveryMs.longest, Math.max(journalEveryMs.shortest, pageMs * journalEveryMs.times)),
    () => {
      for (const entry of entries) emitWake('journal', entry)
      entries.clear()
    },
  )

  /** Listens until the connection ends. Resolves with whether it ever listened. */
  const listenOnConnection = async (): Promise<boolean> => {
    const client = new TeamClient({ ...config, connectionTimeoutMillis: connectMs, query_timeout: answerMs })
    const ended = new AbortController()
    client.on('error', (error) => {
      logger.debug({ error: teamErrorOf(error).message }, 'the connection that listens broke')
      ended.abort()
    })
    client.on('end', () => ended.abort())
    const over = AbortSignal.any([ended.signal, closing.signal])
    const ownChannel = `switchboard_${randomUUID().replaceAll('-', '')}`
    let received = Promise.withResolvers<boolean>()
    // Sent over another connection, as those of other desks are: a pooler in transaction mode hands a connection what
    // was said on it by itself.
    const probe = async () => {
      received = Promise.withResolvers()
      // Does not notify while the notification queue is half full: the desk polls then.
      await query('select pg_notify($1, $2) where pg_notification_queue_usage() < 0.5', [ownChannel, ''])
      const isReceived = await Promise.race([received.promise, clock.sleep(probeMs, over).then(() => false)])
      listening = isReceived && !over.aborted
      // Without a wake-up the connection is asked itself.
      if (!isReceived && !over.aborted) await client.query('select 1')
    }
    client.on('notification', ({ channel, payload = '' }) => {
      const [topic = ''] = payload.split(' ', 1)
      const about = payload.slice(topic.length + 1)
      if (channel === ownChannel) received.resolve(true)
      else if (topic === 'journal') {
        // Any member may send these, whatever they name.
        if (entries.size === mostNamed) {
          entries.clear()
          entries.add('')
        }
        entries.add(about)
        journal.ask()
      } else if (isWake(topic)) emitWake(topic, about)
    })
    let listened = false
    try {
      await client.connect()
      await checkTeam(client)
      await client.query(`listen switchboard; listen ${ownChannel}`)
      listened = true
      emitWake('everything')
      while (!over.aborted) {
        await probe()
        await clock.sleep(heartbeatMs, over)
      }
    } catch (error) {
      logger.debug({ error: teamErrorOf(error).message }, 'the connection that listens ended')
    } finally {
      listening = false
      await client.end().catch(() => undefined)
    }
    return listened
  }

  const listenOn = async () => {
    let pause = firstPauseMs
    while (!closing.signal.aborted) {
      pause = (await listenOnConnection()) ? firstPauseMs : Math.min(longestPauseMs, pause * 2)
      await clock.sleep(pause * (0.5 + random()), closing.signal)
    }
  }
  let listens: Promise<void> | null = null

  return {
    query,
    onWake(listener) {
      wakes.add(listener)
      listens ??= listenOn()
      return () => wakes.delete(listener)
    },
    isListening: () => listening,
    async queryPage<Row extends QueryResultRow>(text: string, values?: readonly unknown[]) {
      const startedAt = clock.monotonic()
      const rows = await query<Row>(text, values)
      pageMs = clock.monotonic() - startedAt
      return rows
    },
    expect(team) {
      joined = team
    },
    isSecure: config.ssl !== false,
    async close() {
      closing.abort()
      journal.cancel()
      await Promise.all([pool.end(), listens])
    },
  }
}

const wakeTopics: readonly TeamWake[] = [
  'journal',
  'lease',
  'instance',
  'member',
  'presence',
  'read',
  'quickReply',
  'webhook',
  'proposal',
]
const isWake = (topic: string): topic is TeamWake => wakeTopics.some((known) => known === topic)

/**
 * A client that ignores the environment: without options the driver would use PGOPTIONS, most of which a pooler
 * refuses. It listens to its own errors from the start: the pool listens to none between handing a client out and the
 * end of `verify`, and a connection that breaks there would end the process. The statement in progress rejects as well.
 */
class TeamClient extends Client {
  constructor(config?: ClientConfig | string) {
    super(config)
    this.on('error', () => undefined)
    const { connectionParameters } = this as unknown as { readonly connectionParameters: { options: string } }
    connectionParameters.options = ''
  }
}

/** Sets every field, so that the driver reads nothing from the environment or the user's files. */
function configOf({ host, port, database, user, password, authority }: TeamAddress): ClientConfig {
  const tls = authority !== undefined || !isThisComputer(host)
  return {
    host,
    port,
    database,
    user,
    // A function, so that printing the driver's objects does not show it.
    password: () => password,
    ssl: tls ? { rejectUnauthorized: true, ...(authority === undefined ? {} : { ca: authority }) } : false,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'switchboard',
    client_encoding: 'UTF8',
    types: { getTypeParser },
  }
}

/** Our 64-bit integers are far below 2^53. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')

/** Whether what is sent there leaves this computer. */
export function isThisComputer(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost') return true
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1'
}
