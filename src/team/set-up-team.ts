import { readdir, readFile } from 'node:fs/promises'
import { Client, type ClientConfig } from 'pg'

const folder = new URL('schema/', import.meta.url)

/** Makes an empty database a team's, as its owner, as docs/team.md does with psql. For tests and the demo. */
export async function setUpTeam(owner: ClientConfig): Promise<void> {
  const client = new Client(owner)
  // A pending statement rejects with the same error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    // Pages begin with their number, so `grants.sql` comes last.
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    for (const name of pages) await client.query(await readFile(new URL(name, folder), 'utf8'))
    await client.query('commit')
  } finally {
    await client.end()
  }
}
