import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { Client, Pool, types } from 'pg'
import type { ClientBase, ClientConfig, QueryResultRow } from 'pg'
import type { Clock, Logger } from '../core/base/ports.ts'
import type { TeamAddress, TeamWake } from '../core/sharing/shared-team.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { createPace } from './pace.ts'
import { teamErrorOf } from './team-error-of.ts'

/** An answer that takes longer does not come any more, ms. */
const answerMs = 15_000
const connectMs = 10_000
/** Silence on the connection that listens is asked about after, ms. */
const heartbeatMs = 20_000
/** A wake-up of our own that has not come by then does not come, ms. */
const probeMs = 5_000
/** The listening connection is made anew after, ms: longer each time, with jitter. */
const firstPauseMs = 200
const longestPauseMs = 10_000
/**
 * Entries come in bursts, and each wake-up of each desk costs the database a page. The first one is told at once, the
 * next ones at most every so many ms.
 */
const journalEveryMs = 50
/** Side by side. A desk with two hundred queues has a few appends under way and one page. */
const mostConnections = 4

export interface TeamConnection {
  /** Rejects with TeamError. Where the connection was cut, whether it was carried out is not known. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  onWake(listener: (wake: TeamWake, about: string) => void): () => void
  isListening(): boolean
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
}

/**
 * Connections to a team's database: a few for statements, one that listens. Nothing of it depends on a session, so a
 * pooler in transaction mode may stand between; it lets no wake-up through, and then polls are what is left. Each
 * connection, statement and wait has an end and an owner for its error.
 */
export function connectTeam({ address, clock, logger, random }: Options): TeamConnection {
  const config = configOf(address)
  let joined: string | null = null
  /** A name may lead elsewhere by now: to a restored database, an empty one, or by turns to two. */
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
  // One that is idle may be cut at any time; the next statement takes another.
  pool.on('error', (error) => logger.debug({ error: teamErrorOf(error).message }, 'an idle connection ended'))

  const wakes = new Set<(wake: TeamWake, about: string) => void>()
  const tell = (wake: TeamWake, about = '') => {
    for (const listener of wakes) listener(wake, about)
  }
  const closing = new AbortController()
  let listening = false
  const journal = createPace(clock, journalEveryMs, () => tell('journal'))

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
    let heard = Promise.withResolvers<boolean>()
    // Sent over another connection, as those of other desks are: a pooler in transaction mode hands a connection what
    // was said on it by itself.
    const probe = async () => {
      heard = Promise.withResolvers()
      // A queue of notifications that is half full is for nobody's probe: this desk polls then.
      await pool.query('select pg_notify($1, $2) where pg_notification_queue_usage() < 0.5', [ownChannel, ''])
      const isHeard = await Promise.race([heard.promise, clock.sleep(probeMs, over).then(() => false)])
      listening = isHeard && !over.aborted
    }
    client.on('notification', ({ channel, payload = '' }) => {
      const [topic = ''] = payload.split(' ', 1)
      if (channel === ownChannel) heard.resolve(true)
      else if (topic === 'journal') journal.ask()
      else if (isWake(topic)) tell(topic, payload.slice(topic.length + 1))
    })
    let listened = false
    try {
      await client.connect()
      await checkTeam(client)
      await client.query(`listen switchboard; listen ${ownChannel}`)
      listened = true
      tell('everything')
      while (!over.aborted) {
        await probe()
        await clock.sleep(heartbeatMs, over)
        if (!over.aborted) await client.query('select 1')
      }
    } catch (error) {
      logger.debug({ error: teamErrorOf(error).message }, 'nothing is heard of the team')
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
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      try {
        return (await pool.query<Row>(text, [...values])).rows
      } catch (error) {
        throw teamErrorOf(error)
      }
    },
    onWake(listener) {
      wakes.add(listener)
      listens ??= listenOn()
      return () => wakes.delete(listener)
    },
    isListening: () => listening,
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

const wakeTopics: readonly TeamWake[] = ['journal', 'lease', 'instance', 'member', 'presence', 'read']
const isWake = (topic: string): topic is TeamWake => wakeTopics.some((known) => known === topic)

/**
 * A client that leaves the environment alone: the driver takes PGOPTIONS where no options are given, and a pooler
 * refuses most of them. Its errors have an owner from the start: the pool listens to none between handing a client out
 * and the end of `verify`, and a connection that ends there would end the process. The statement that was under way
 * rejects besides.
 */
class TeamClient extends Client {
  constructor(config?: ClientConfig | string) {
    super(config)
    this.on('error', () => undefined)
    const { connectionParameters } = this as unknown as { readonly connectionParameters: { options: string } }
    connectionParameters.options = ''
  }
}

/** Every field is given, so that nothing is picked up from the environment or from a file of the user. */
function configOf({ host, port, database, user, password, authority }: TeamAddress): ClientConfig {
  const tls = authority !== undefined || !isThisComputer(host)
  return {
    host,
    port,
    database,
    user,
    // As a function it stays out of what the driver's objects print.
    password: () => password,
    ssl: tls ? { rejectUnauthorized: true, ...(authority === undefined ? {} : { ca: authority }) } : false,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'switchboard',
    client_encoding: 'UTF8',
    types: { getTypeParser },
  }
}

/** Whole numbers of 64 bits are ours, and far below 2^53. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')

/** Whether what is sent there leaves this computer. */
export function isThisComputer(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost') return true
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1'
}
