import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Fault } from '../../emulator/http/faults.ts'
import { operationNames, operations, type OperationName } from '../../api/operations.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { administered } from '../testing/administration-scene.ts'
import { sized } from '../testing/marathon.ts'
import { startTestCore, unlimited, type TestCore } from '../testing/start-test-core.ts'

type Click = { readonly may: OperationName; readonly run: (core: TestCore, instance: InstanceKey) => Promise<unknown> }

/** What a person may click, and the one state-changing operation that it may ask for. */
const clicks: readonly Click[] = [
  { may: 'reboot', run: (core, instance) => core.call('login.restart', { instance }) },
  { may: 'logout', run: (core, instance) => core.call('login.logOut', { instance }) },
  { may: 'startAuthorization', run: (core, instance) => core.call('login.start', { instance, phone: '79990001100' }) },
  { may: 'sendAuthorizationCode', run: (core, instance) => core.call('login.code', { instance, code: '12345' }) },
  {
    may: 'sendAuthorizationPassword',
    run: (core, instance) => core.call('login.password', { instance, password: 'x' }),
  },
  { may: 'clearMessagesQueue', run: (core, instance) => core.call('queues.clearOutgoing', { instance, count: 0 }) },
  {
    may: 'clearWebhooksQueue',
    run: (core, instance) => core.call('queues.clearNotifications', { instance, count: 10_000 }),
  },
  {
    may: 'setSettings',
    run: (core, instance) =>
      core.call('instanceSettings.save', { instance, change: { stateWebhook: 'yes' }, seen: {} }),
  },
  {
    may: 'createGroup',
    run: (core, instance) => core.call('groups.create', { instance, name: 'Routes', people: ['79990001122'] }),
  },
  {
    may: 'addContact',
    run: (core, instance) =>
      core.call('contacts.save', { instance, chatId: '79990001122', firstName: 'A', lastName: '', isNew: true }),
  },
  { may: 'deleteContact', run: (core, instance) => core.call('contacts.delete', { instance, chatId: '79990001122' }) },
]

const faults: readonly (Fault | null)[] = [
  null,
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'refuse', status: 429 },
  { kind: 'refuse-after', status: 502 },
  { kind: 'refuse', status: 401 },
  { kind: 'refuse-after', status: 200, body: 'null' },
  { kind: 'html', status: 200 },
  { kind: 'broken-json' },
  { kind: 'garbage' },
]

type Step =
  | { readonly kind: 'click'; readonly click: Click; readonly times: number; readonly fault: Fault | null }
  | { readonly kind: 'look' | 'restart' | 'codes' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('click' as const),
    click: fc.constantFrom(...clicks),
    times: fc.integer({ min: 1, max: 2 }),
    fault: fc.constantFrom(...faults),
  }),
  fc.record({ kind: fc.constantFrom('look' as const, 'restart' as const, 'codes' as const) }),
)

/** What changes something, sends apart. */
const changing = new Set(
  operationNames.filter((name) => operations[name].retry === 'never' && operations[name].limit !== 'send'),
)

test('no state-changing call is made twice or without a click, whatever goes wrong', async () => {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const core = await startTestCore({
    services: ['accounts', 'administration', 'directory'],
    limitClasses: unlimited,
    instances: [{ apiUrl, ...administered }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const instance = core.firstKey()
  const account = emulator.addInstance({ ...administered, state: 'notAuthorized' })
  account.person('79990001122', { name: 'Anna' })
  const made = () => emulator.recorder.list().filter(({ operation }) => changing.has(operation as OperationName))
  const ignore = () => undefined
  /** Takes a step; gives the one change that it may have asked for, null for none. */
  const take = async (one: Step): Promise<OperationName | null> => {
    switch (one.kind) {
      case 'click':
        emulator.faults.clear()
        if (one.fault !== null) emulator.fault(one.fault, { operation: one.click.may })
        // Two clicks at once, as two windows make them, are one.
        await Promise.all(Array.from({ length: one.times }, () => one.click.run(core, instance).catch(ignore)))
        return one.click.may
      case 'look':
        await core.call('account.read', { instance }).catch(ignore)
        await core.call('queues.read', { instance }).catch(ignore)
        await core.call('contacts.read', { instance }).catch(ignore)
        return null
      case 'restart':
        core.instances.restart()
        return null
      case 'codes':
        await core.call('login.showCode', { instance }).catch(ignore)
        await core.call('login.stop', { instance })
        return null
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const one of steps) {
        const before = made().length
        const allowed = await take(one)
        const now = made().slice(before)
        expect(now.map(({ operation }) => operation).filter((operation) => operation !== allowed)).toEqual([])
        expect(now.length).toBeLessThanOrEqual(1)
      }
    }),
    // The first walk takes every click once, so that each run makes calls, whatever the random walks consist of.
    {
      numRuns: sized(8, 25),
      examples: [[clicks.map((click): Step => ({ kind: 'click', click, times: 1, fault: null }))]],
    },
  )
  expect(made().length).toBeGreaterThan(10)
})
