import { expect, onTestFinished, test, vi } from 'vitest'
import { createPooler } from './testing/pooler.ts'
import { createTeamDatabase, openDesk } from './testing/team-database.ts'

test('behind a pooler in transaction mode a desk does not say that wake-ups come, and without one it does', async () => {
  const database = await createTeamDatabase()
  const login = await database.login('member')
  const direct = await openDesk(login)
  direct.onWake(() => undefined)
  await expect.poll(() => direct.isListening()).toBe(true)
  const pooler = await createPooler(login)
  onTestFinished(pooler.close)
  const pooled = await openDesk(pooler.address)
  const begun = Promise.withResolvers<void>()
  pooled.onWake(() => begun.resolve())
  await begun.promise
  // The probe of the connection that listens goes out first, and its answer would come with the answers to these.
  for (let count = 0; count < 20; count += 1) await pooled.beHere('Anna')
  expect(pooled.isListening()).toBe(false)
  expect((await pooled.members()).map(({ name }) => name)).toEqual(['Anna'])
})

test('nothing of the environment changes the connection', async () => {
  const database = await createTeamDatabase()
  const address = await database.login('member')
  vi.stubEnv('PGOPTIONS', '-c default_transaction_read_only=on')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect((await openDesk(address)).role).toBe('member')
})
