import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'

const folder = new URL('schema/', import.meta.url)

/**
 * Brings a database to the newest schema, as its owner: each step that is missing in a transaction of its own, then the
 * grants. For tests, the demo and administrators; no desk ever does this.
 * @returns the schema's version
 */
export async function setUpTeam(owner: ClientConfig): Promise<number> {
  const client = new Client(owner)
  // A pending statement rejects with the same error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7202913)')
    const there = await client.query(`select to_regclass('switchboard.team') is not null as there`)
    const known = there.rows[0].there
      ? (await client.query('select schema_version from switchboard.team')).rows[0].schema_version
      : 0
    const steps = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).toSorted()
    for (const name of steps.slice(known)) await client.query(await readFile(new URL(name, folder), 'utf8'))
    await client.query(await readFile(new URL('grants.sql', folder), 'utf8'))
    await client.query('commit')
    return steps.length
  } finally {
    await client.end()
  }
}
