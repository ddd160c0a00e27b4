import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Behaviour } from '../../emulator/world/behaviour.ts'
import { tokenEntry, tokenEntryName } from '../accounts/tokens.ts'
import { administered, createStoredVault, refusalOf } from '../testing/administration-scene.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'

/** One vault through several runs of the program, each with an archive of its own. */
async function open(tokenChange: Behaviour['tokenChange']) {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ ...administered, behaviour: { tokenChange } })
  const address = { apiUrl, mediaUrl: '', idInstance: administered.idInstance }
  const name = tokenEntryName(address)
  const values = new Map<string, string>()
  const entryOf = (token: string) => tokenEntry(address, token)[1]
  values.set(name, entryOf(administered.token))
  const stored = () => JSON.parse(values.get(name) ?? '{}').token
  const start = async (beforeEach?: (what: string) => Promise<void> | void) => {
    const core = await startTestCore({
      services: ['administration'],
      limitClasses: unlimited,
      vault: createStoredVault(values, beforeEach),
      instances: [{ apiUrl, ...administered, token: stored() ?? null }],
    })
    onTestFinished(() => core.stop())
    return core
  }
  return { emulator, instance, values, name, entryOf, stored, start }
}

const of = { instance: 1 as never }
const access = { priority: 'view', purpose: 'test' } as const

test('a change leaves the new token in the vault and in use, and the old one nowhere', async () => {
  const { emulator, instance, values, entryOf, start } = await open(0)
  const core = await start()
  await core.call('account.changeToken', of)
  expect(instance.token).not.toBe(administered.token)
  await core.waitFor('only the new one is kept', () => [...values.values()].join() === entryOf(instance.token))
  await core.call('account.read', of)
  expect(await core.call('account.state', of)).toMatchObject({ token: 'certain', state: 'authorized' })
  expect(emulator.recorder.list({ operation: 'updateApiToken' })).toHaveLength(1)
})

test.each([
  ['set', ':before', 0],
  ['set', '', 600_000],
  ['delete', ':before', 0],
] as const)(
  'killed before "%s" of the entry%s, the next start works and knows with which token',
  async (act, which, grace) => {
    const { instance, values, name, stored, start } = await open(grace)
    let reached: () => void = () => undefined
    const there = new Promise<void>((resolve) => (reached = resolve))
    let buried: () => void = () => undefined
    const killed = new Promise<void>((resolve) => (buried = resolve))
    let dead = false
    const core = await start((what) => {
      dead ||= what === `${act} ${name}${which}`
      if (!dead) return
      reached()
      // Nothing that this run does from now on reaches the vault while the test looks.
      return killed
    })
    core.call('account.changeToken', of).catch(() => undefined)
    await there
    const next = await start()
    await next.waitFor('one of the two works', async () => {
      await next.call('account.read', of).catch(() => undefined)
      return (await next.call('account.state', of)).state === 'authorized'
    })
    await next.waitFor('it is known which', async () => (await next.call('account.state', of)).token === 'certain')
    expect(values.has(`${name}:before`)).toBe(false)
    expect(instance.accepts(stored())).toBe(true)
    buried()
  },
)

test('a new token that the vault refuses is in use, said not to be stored, and stored as soon as it can be', async () => {
  const { emulator, instance, values, name, entryOf, stored, start } = await open(0)
  let full = true
  const core = await start((what) => {
    if (full && what === `set ${name}`) throw new Error('ENOSPC')
  })
  await core.call('account.changeToken', of)
  expect(stored()).toBe(administered.token)
  expect(instance.accepts(administered.token)).toBe(false)
  expect(await core.call('account.state', of)).toMatchObject({ token: 'unstored', tokenStays: 'notStored' })
  await core.call('account.read', of)
  expect(await refusalOf(core.call('account.changeToken', of))).toMatchObject({ code: 'tokenNotStored' })
  full = false
  await core.until('account.state', of, ({ token }) => token === 'certain')
  expect([...values]).toEqual([[name, entryOf(instance.token)]])
  expect(emulator.recorder.list({ operation: 'updateApiToken' })).toHaveLength(1)
})

test('an answer that got lost is told, and the old token is kept where it still works', async () => {
  const { emulator, instance, stored, start } = await open(600_000)
  emulator.fault({ kind: 'reset-after' }, { operation: 'updateApiToken', count: 1 })
  const core = await start()
  expect(await refusalOf(core.call('account.changeToken', of))).toMatchObject({ code: 'outcomeUnknown' })
  expect(stored()).toBe(administered.token)
  expect(instance.token).not.toBe(administered.token)
  expect(emulator.recorder.list({ operation: 'updateApiToken' })).toHaveLength(1)
})

test('an answer that got lost with the old token says that the new one has to be entered', async () => {
  const { emulator, start } = await open(0)
  emulator.fault({ kind: 'reset-after' }, { operation: 'updateApiToken', count: 1 })
  const core = await start()
  expect(await refusalOf(core.call('account.changeToken', of))).toMatchObject({ code: 'tokenLost' })
  expect(await core.call('account.state', of)).toMatchObject({ token: 'lost' })
})

test('a start at which the service can’t be reached goes on asking until it is known which one works', async () => {
  const { emulator, instance, values, name, entryOf, start } = await open(0)
  values.set(`${name}:before`, entryOf(administered.token))
  values.set(name, entryOf(instance.changeToken(0)))
  emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'lastOutgoingMessages', count: 1 })
  const core = await start()
  await core.until('account.state', of, ({ token }) => token === 'uncertain')
  expect(values.has(`${name}:before`)).toBe(true)
  await core.until('account.state', of, ({ token }) => token === 'certain')
  expect([...values]).toEqual([[name, entryOf(instance.token)]])
})

test('a new token that needs a moment is kept while the old one works, and is in use once that ends', async () => {
  const { emulator, instance, values, name, entryOf, stored, start } = await open(0)
  values.set(`${name}:before`, entryOf(administered.token))
  values.set(name, entryOf(instance.changeToken(600_000)))
  const notYet = { kind: 'refuse', status: 401, body: '' } as const
  // The new one is tried at first, and again with the run that the old one begins.
  emulator.fault(notYet, { operation: 'lastOutgoingMessages', count: 1 })
  emulator.fault(notYet, { operation: 'lastOutgoingMessages', count: 1, skip: 1 })
  const core = await start()
  const tried = () => emulator.recorder.list({ operation: 'lastOutgoingMessages' }).length === 4
  await core.waitFor('both were tried twice', tried)
  expect((await core.call('account.state', of)).token).toBe('uncertain')
  const inUse = () => core.instances.get(of.instance)?.run()?.api.call('getStateInstance', {}, access)
  expect((await inUse())?.ok).toBe(true)
  expect(stored()).toBe(instance.token)
  emulator.clock.advance(600_000)
  expect((await inUse())?.ok).toBe(false)
  const error = { kind: 'wrongToken', operation: 'receiveNotification', status: 401, text: '' } as const
  core.instances.get(of.instance)?.connection.report({ kind: 'failed', error, by: 'receive' })
  await core.until('account.state', of, ({ token }) => token === 'certain')
  expect((await inUse())?.ok).toBe(true)
  expect([...values]).toEqual([[name, entryOf(instance.token)]])
})

test('a refusal as a 200 changes nothing, and a token that is not kept is not changed', async () => {
  const { instance, values, name, entryOf, start } = await open('refused')
  const core = await start()
  expect(await refusalOf(core.call('account.changeToken', of))).toMatchObject({
    code: 'serviceRefused',
    details: { text: 'Unauthorized' },
  })
  expect([...values]).toEqual([[name, entryOf(instance.token)]])
})
