import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
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
    await client.query(`alter role ${owner} password '${verifierOf(password)}'`)
    await client.end()
    await setUpTeam({ ...whole, database: 'team' })
    const login = { password: 'a secret of the tests', verifier: verifierOf('a secret of the tests') }
    provide('postgres', { port, owner, password, login, authority, otherAuthority: selfSigned('localhost').cert })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * What a server stores of a password (RFC 5803), hashed once: its own 4,096 rounds, at each connection of a test, cost
 * more than what most connections say.
 */
function verifierOf(password) {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256')
  const hmac = (text) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`
}
