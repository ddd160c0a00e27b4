import { Client } from 'pg'
import { setUpTeam } from '../../src/team/set-up-team.ts'
import { startPostgres } from './postgres.mjs'
import { selfSigned } from './self-signed.mjs'

/**
 * Before the tests of the team: one PostgreSQL for all of them, and a database that those of the tests are copied from.
 */
export async function setup({ provide }) {
  const { port, owner, password, authority, stop } = await startPostgres()
  try {
    const whole = { host: '127.0.0.1', port, user: owner, password }
    const client = new Client({ ...whole, database: 'postgres' })
    await client.connect()
    await client.query('create database team')
    await client.end()
    await setUpTeam({ ...whole, database: 'team' })
    provide('postgres', { port, owner, password, authority, otherAuthority: selfSigned('localhost').cert })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
