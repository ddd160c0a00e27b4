import { expect, onTestFinished, test } from 'vitest'
import type { InstanceRun } from './instance-runtime.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'

const account = { idInstance: '1101000001', token: 'optional-secret-token' }
const options = { priority: 'background', purpose: 'test' } as const

/** One instance of a service without optional operations, and a core in which nothing asks by itself. */
async function open() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  emulator.addInstance(account).behave({ optionalOperations: [] })
  const core = await startTestCore({
    services: [],
    limitClasses: unlimited,
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const run = (): InstanceRun => {
    const now = core.instances.get(core.firstKey())?.run()
    if (now === undefined || now === null) throw new Error('It does not run.')
    return now
  }
  const asked = (operation: string) => emulator.recorder.list({ operation }).length
  const absent = async () =>
    Object.keys((await core.store.read('accounts.get', { key: core.firstKey() })).absentOperations)
  return { core, emulator, run, asked, absent, instance: core.firstKey() }
}

test('what the service lacks is asked once, also by later runs, and two that are found missing at once are both remembered', async () => {
  const { core, run, asked, absent } = await open()
  const both = [run().optional.ask('getContacts', {}, options), run().optional.ask('showMessagesQueue', {}, options)]
  expect(await Promise.all(both)).toEqual(['absent', 'absent'])
  expect((await absent()).toSorted()).toEqual(['getContacts', 'showMessagesQueue'])
  // The window offers nothing that needs them.
  const [shown] = await core.call('instances.list', {})
  expect(shown?.absentOperations).toEqual(expect.arrayContaining(['getContacts', 'showMessagesQueue']))
  core.instances.restart()
  expect(await run().optional.ask('getContacts', {}, options)).toBe('absent')
  expect([asked('getContacts'), asked('showMessagesQueue')]).toEqual([1, 1])
})

test('it is asked again where the instance has another address', async () => {
  const { core, run, asked, absent, instance } = await open()
  await run().optional.ask('getContacts', {}, options)
  await core.call('instances.edit', { instance, family: 'telegram' })
  expect(await absent()).toEqual([])
  await run().optional.ask('getContacts', {}, options)
  expect(asked('getContacts')).toBe(2)
})

test('an answer that comes after the run ended says nothing of the address that is asked now', async () => {
  const { core, emulator, run, absent } = await open()
  emulator.fault({ kind: 'delay-after', ms: 50 }, { operation: 'getContacts', count: 1 })
  const asking = run().optional.ask('getContacts', {}, options)
  await emulator.untilRequest('getContacts')
  core.instances.restart()
  expect(await asking).toMatchObject({ ok: false, error: { kind: 'operationMissing' } })
  expect(await absent()).toEqual([])
})

test('an answer that is an error says nothing of the operation, and neither does a store that can not be written', async () => {
  const { core, emulator, run, asked, absent } = await open()
  emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'getContacts', count: 1 })
  expect(await run().optional.ask('getContacts', {}, options)).toMatchObject({ ok: false })
  expect(await absent()).toEqual([])
  await core.store.close()
  expect(await run().optional.ask('getContacts', {}, options)).toBe('absent')
  expect(await run().optional.ask('getContacts', {}, options)).toBe('absent')
  expect(asked('getContacts')).toBe(2)
})
