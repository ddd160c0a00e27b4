import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import { callText, functionsQuery, hostileArguments, knownValuesQuery } from '../../src/team/testing/hostile-calls.ts'
import type { KnownValues, SchemaFunction } from '../../src/team/testing/hostile-calls.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A member with psql, who calls every function with random arguments, about the three instances that were shared first:
 * what a member may do to the others it does not do, since it may append what it likes.
 */
export function createHostileMember(address: TeamAddress, random: () => number) {
  const counts = { calls: 0, refused: 0 }
  const once = async (isOver: () => boolean) => {
    const { host, port, database, user, password } = address
    const client = new Client({
      host,
      port,
      database,
      user,
      password,
      connectionTimeoutMillis: 5_000,
      query_timeout: 15_000,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const functions: readonly SchemaFunction[] = (await client.query(functionsQuery)).rows
      while (!isOver()) {
        await client
          .query('select switchboard.be_here($1, $2, false)', [randomUUID(), 'Mallory'])
          .catch(() => undefined)
        const known: KnownValues = (await client.query(knownValuesQuery, [user])).rows[0]
        for (const fn of functions) {
          if (isOver()) return
          counts.calls += 1
          await client.query(callText(fn), [...hostileArguments(fn, known, random)]).catch((error: unknown) => {
            if (!(error instanceof Error && 'code' in error)) throw error
            counts.refused += 1
          })
          await pause(20)
        }
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return {
    counts,
    /** Until `isOver`; comes again when the database went. */
    async attack(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        await once(isOver).catch(() => undefined)
        await pause(1000)
      }
    },
  }
}
