import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { networkFailure } from '../../api/answers/network-failure.ts'
import { anyEvent } from '../../contract/journal.ts'
import type { InstanceSummary } from '../../contract/instances.ts'
import type { InstanceInit } from '../../emulator/world/instance.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { tokenEntryName } from './tokens.ts'
import type { CoreHttp } from '../base/ports.ts'
import { writeCheapVault } from '../testing/cheap-key.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { openPassphraseVault } from '../vault/passphrase-vault.ts'

// Each test starts the whole of core; a busy machine takes its time for that.
const idInstance = '1101000001'
const token = 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345'

async function world(init: Partial<InstanceInit> = {}) {
  const emulator = createEmulator()
  const url = await emulator.start()
  const instance = emulator.addInstance({ idInstance, token, ...init })
  const dir = createTempDir()
  const cores: Awaited<ReturnType<typeof startTestCore>>[] = []
  const start = async (options: Partial<Parameters<typeof startTestCore>[0]> = {}) => {
    const running = await startTestCore({ dataDir: dir.path, ...options })
    cores.push(running)
    return running
  }
  onTestFinished(async () => {
    for (const { core } of cores) await core.stop()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const connection = { apiUrl: url, idInstance, token, family: 'v3' as const }
  const adding = { ...connection, name: 'Shop', colour: 'teal' as const, mode: 'full' as const, storeToken: true }
  return { emulator, instance, url, dir: dir.path, start, connection, adding }
}

const stepOf = (report: { readonly steps: readonly { readonly step: string }[] }, name: string) =>
  report.steps.find(({ step }) => step === name)
const first = (list: readonly InstanceSummary[]) => list[0]

test('says when the newest notification was received, and knows it after a restart', async () => {
  const { instance, start, adding } = await world()
  const { core, call, until } = await start()
  await call('instances.add', adding)
  expect(first(await call('instances.list', {}))?.lastReceivedAt).toBeNull()
  const before = Date.now()
  instance.person('79990001122').says('hello')
  const received = first(await until('instances.list', {}, (list) => first(list)?.lastReceivedAt !== null))
  expect(received?.lastReceivedAt).toBeGreaterThanOrEqual(before)
  await core.stop()
  const again = await start()
  expect(first(await again.call('instances.list', {}))?.lastReceivedAt).toBe(received?.lastReceivedAt)
})

test('checking, adding and running an instance keeps to the limits of one a second', async () => {
  const { start, connection, adding, emulator, instance } = await world()
  instance.person('79990001122').says('from before', { notify: false })
  const { call, until, waitFor } = await start()
  await call('instances.check', connection)
  await call('instances.add', adding)
  await until('instances.list', {}, (list) => first(list)?.sync?.finishedAt !== undefined)
  const askedTwice = ['getStateInstance', 'getSettings', 'lastOutgoingMessages']
  await waitFor('each was asked again', () =>
    askedTwice.every((operation) => emulator.recorder.list({ operation }).length > 1),
  )
  expect(emulator.violations()).toEqual([])
})

test('a backlog is drained near the limit, and no second sees more than the limit', async () => {
  const { instance, start, adding, emulator } = await world()
  const person = instance.person('79990001122')
  for (let n = 1; n <= 150; n += 1) person.says(`message ${n}`)
  const { call, until } = await start()
  await call('instances.add', adding)
  await until('storage.usage', {}, ({ messages }) => messages === 150)
  expect(emulator.violations()).toEqual([])
})

describe('checking an instance', () => {
  test('says what works, step by step, and stores nothing', async () => {
    const { instance, start, connection, dir } = await world()
    instance.person('79990001122').says('hello')
    const { call } = await start()
    const report = await call('instances.check', connection)
    expect(report).toMatchObject({ usable: true, authorization: 'authorized' })
    expect(report.steps.map(({ step, result }) => `${step} ${result}`)).toEqual([
      'address ok',
      'credentials ok',
      'authorization ok',
      'settings ok',
      'queue ok',
      'outgoing ok',
    ])
    expect(instance.notifications.size).toBe(1)
    expect(await call('instances.list', {})).toEqual([])
    expect(filesHolding(dir, token)).toEqual([])
  })

  test('in brief asks only whether the instance can work, and for as little as that takes', async () => {
    const { connection, start, emulator } = await world()
    const { call } = await start()
    const report = await call('instances.check', { ...connection, brief: true })
    expect(report).toMatchObject({ usable: true, authorization: 'authorized' })
    expect(report.steps.map(({ step }) => step)).toEqual(['address', 'credentials', 'authorization', 'settings'])
    expect(emulator.recorder.list().map(({ operation }) => operation)).toEqual(['getStateInstance', 'getSettings'])
    expect(await call('instances.check', { ...connection, token: 'wrong', brief: true })).toMatchObject({
      usable: false,
    })
  })

  test('an instance of another messenger than the one chosen is told, although everything answers', async () => {
    const { start, connection } = await world()
    const { call } = await start()
    const { steps, family } = await call('instances.check', { ...connection, family: 'telegram' })
    expect(family).toBe('v3')
    expect(steps.find(({ step }) => step === 'settings')).toMatchObject({
      result: 'warning',
      code: 'otherFamily',
      values: { typeInstance: 'v3' },
    })
  })

  test.each([
    ['in UNIX seconds', 'suspended', 1_800_000_000],
    ['as a date', 'suspended', '2027-01-15T08:00:00Z'],
    ['in the older word', 'yellowCard', '1800000000'],
  ] as const)('a restriction says until when, %s', async (_, state, suspendedUntil) => {
    const { instance, start, adding } = await world()
    instance.behave({ suspendedUntil }).becomes(state)
    const { call, until } = await start()
    await call('instances.add', adding)
    const isReported = ({ connection }: InstanceSummary) => connection.until !== undefined
    const [reported] = await until('instances.list', {}, (list) => list.some(isReported))
    expect(reported?.connection).toMatchObject({ kind: 'restricted', until: 1_800_000_000_000 })
  })

  test('what the service says of reading the account’s history is shown while it goes on', async () => {
    const { instance, start, adding } = await world()
    instance.behave({ historySyncProgress: 40 })
    const { call, until } = await start()
    await call('instances.add', adding)
    const [reported] = await until('instances.list', {}, (list) => first(list)?.historySyncProgress !== null)
    expect(reported?.historySyncProgress).toBe(40)
  })

  test('a wrong token is refused by the service, an unreachable host by nobody', async () => {
    const { start, connection } = await world()
    const { call } = await start()
    const wrong = await call('instances.check', { ...connection, token: 'wrong-token-0123456789' })
    expect(wrong.usable).toBe(false)
    expect(stepOf(wrong, 'credentials')).toMatchObject({ result: 'failed', code: 'wrongToken' })
    // Tokens of bots, which other services give out.
    const botTokens = ['123456789:AAH-x_yz0123456789abcdefghijklmnopq', `f9LHodD0_${'xY-'.repeat(24)}`]
    for (const token of botTokens)
      expect(stepOf(await call('instances.check', { ...connection, token }), 'credentials')).toMatchObject({
        ...{ result: 'failed', code: 'botToken' },
      })
    const nowhere = await call('instances.check', { ...connection, apiUrl: 'http://127.0.0.1:9' })
    expect(nowhere.usable).toBe(false)
    expect(stepOf(nowhere, 'address')).toMatchObject({
      result: 'failed',
      code: 'connectionRefused',
      values: { host: '127.0.0.1:9' },
    })
    expect(stepOf(nowhere, 'outgoing')).toMatchObject({ result: 'skipped' })
    const wrongPath = await call('instances.check', { ...connection, apiUrl: `${connection.apiUrl}/console` })
    expect(wrongPath.usable).toBe(false)
    expect(stepOf(wrongPath, 'address')).toMatchObject({ result: 'failed', code: 'wrongHost' })
  })

  test.for([
    ['v3-without-prefix', 'v3'],
    ['whatsapp', 'v3'],
    ['v3', 'whatsapp'],
  ] as const)(
    'a host of family %s, added as %s: the other form of the path is tried once and named',
    async ([family, chosen]) => {
      const { instance, start, connection, adding, emulator } = await world({ family })
      instance.person('79990001122').says('hello')
      const { call, until } = await start()
      const report = await call('instances.check', { ...connection, family: chosen })
      expect(report.usable).toBe(true)
      expect(stepOf(report, 'address')).toMatchObject({ result: 'ok', code: 'otherPrefix' })
      await call('instances.add', { ...adding, family: chosen })
      await until('instances.list', {}, (list) => first(list)?.connection.kind === 'live')
      expect(emulator.violations()).toEqual([])
    },
  )

  test('without getStateInstance the authorization is not known, and that is said', async () => {
    const { instance, start, connection } = await world({ behaviour: { optionalOperations: [] } })
    instance.person('79990001122').says('hello')
    const { call } = await start()
    const report = await call('instances.check', connection)
    expect(report).toMatchObject({ usable: true, authorization: 'unknown' })
    expect(stepOf(report, 'authorization')).toMatchObject({ result: 'skipped', code: 'authorizationUnknown' })
    expect(stepOf(report, 'settings')).toMatchObject({ result: 'skipped', code: 'operationMissing' })
  })

  test.for([
    ['ENOTFOUND', undefined, 'nameNotFound'],
    ['EHOSTUNREACH', 'connect', 'noWay'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', undefined, 'noTls'],
    ['CERT_HAS_EXPIRED', undefined, 'certificate'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined, 'timeout'],
    ['ECONNRESET', undefined, 'unreachable'],
  ] as const)('a connection that ends with %s is named with its host', async ([code, syscall, named]) => {
    const { start, connection } = await world()
    const error = Object.assign(new Error('the network'), { code, syscall })
    const http: CoreHttp = {
      request: () => Promise.resolve({ kind: 'failure', ...networkFailure(error), bytesIn: 0, bytesOut: 0 }),
    }
    const { call } = await start({ http })
    const report = await call('instances.check', { ...connection, apiUrl: 'https://api.example/v3' })
    expect(stepOf(report, 'address')).toMatchObject({ result: 'failed', code: named, values: { host: 'api.example' } })
  })

  test.each(['yellowCard', 'suspended'] as const)(
    'an account that the messenger restricts (%s) is logged in',
    async (state) => {
      const { start, connection } = await world({ state })
      const { call } = await start()
      const report = await call('instances.check', connection)
      expect(report.authorization).toBe('authorized')
      expect(stepOf(report, 'authorization')).toMatchObject({ result: 'warning', code: 'restricted' })
    },
  )

  test('a webhook, switched off notifications and a missing authorization are named', async () => {
    const { instance, start, connection } = await world({ state: 'notAuthorized', settings: 'new' })
    instance.person('79990001122')
    const { call, core } = await start()
    expect(core).toBeDefined()
    const report = await call('instances.check', connection)
    expect(stepOf(report, 'authorization')).toMatchObject({ result: 'warning', code: 'notAuthorized' })
    expect(stepOf(report, 'settings')).toMatchObject({ result: 'warning', code: 'notificationsOff' })
    instance.set({ webhookUrl: 'https://hook.example' })
    const hooked = await call('instances.check', connection)
    expect(stepOf(hooked, 'queue')).toMatchObject({ result: 'warning', code: 'webhookSet' })
  })

  test('what was typed wrongly is a field error, and nothing is asked or stored', async () => {
    const { start, connection, adding, emulator } = await world()
    const { call } = await start()
    for (const [change, code] of [
      [{ apiUrl: 'not a url' }, 'urlInvalid'],
      [{ apiUrl: 'http://api.example' }, 'urlNotSecure'],
      [{ idInstance: '11010O0001' }, 'idInstanceInvalid'],
      [{ token: '  ' }, 'tokenEmpty'],
      [{ token: 'a/../b' }, 'wrongToken'],
    ] as const) {
      await expect(call('instances.check', { ...connection, ...change })).rejects.toMatchObject({ code })
      await expect(call('instances.add', { ...adding, ...change })).rejects.toMatchObject({ code })
    }
    expect(await call('instances.list', {})).toEqual([])
    expect(emulator.recorder.list()).toEqual([])
  })
})

describe('instances', () => {
  test('an added instance goes live; the same host and id is refused with a link to it', async () => {
    const { start, adding, url } = await world()
    const { call, until } = await start()
    const { instance } = await call('instances.add', adding)
    // The account is read beside the queue.
    const isIntroduced = (row?: InstanceSummary) => row?.connection.kind === 'live' && row.wid !== null
    const list = await until('instances.list', {}, (rows) => isIntroduced(first(rows)))
    expect(list).toMatchObject([
      {
        key: instance,
        name: 'Shop',
        authorization: 'authorized',
        token: 'session',
        wid: expect.stringMatching(/^79\d{9}@c\.us$/),
      },
    ])
    for (const apiUrl of [`${url}/`, `${url}/v3`, `${url}/v3/`]) {
      await expect(call('instances.add', { ...adding, apiUrl })).rejects.toMatchObject({
        code: 'instanceExists',
        data: { details: { instance } },
      })
    }
  })

  test('pause ends the long poll, resume begins it again', async () => {
    const { emulator, start, adding } = await world()
    const { call, until } = await start()
    const { instance } = await call('instances.add', adding)
    await emulator.untilWaiting(idInstance)
    await call('instances.pause', { instance })
    await until('instances.list', {}, (rows) => first(rows)?.connection.kind === 'paused')
    const mark = emulator.effects.mark()
    await call('instances.resume', { instance })
    await emulator.untilWaiting(idInstance, { after: mark })
    await until('instances.list', {}, (rows) => first(rows)?.pausedAt === null)
    expect(emulator.violations()).toEqual([])
  })

  test('a removed instance loses its token; its kept history comes back when it is added again', async () => {
    const { instance: account, start, adding, dir, emulator } = await world()
    const vault = await openVault(join(dir, 'vault.json'))
    const { call, until } = await start({ vault })
    const { instance } = await call('instances.add', adding)
    account.person('79990001122', { name: 'Ann' }).says('remember me')
    await until('chats.list', listInput, ({ rows }) => rows.length === 1)
    await call('instances.remove', { instance, eraseHistory: false })
    expect(await call('instances.list', {})).toEqual([])
    expect(await vault.where(tokenEntryName({ apiUrl: adding.apiUrl, idInstance: adding.idInstance }))).toBe('missing')
    expect((await call('chats.list', listInput)).rows).toEqual([])
    const again = await call('instances.add', adding)
    expect(again).toEqual({ instance, reattached: true })
    expect((await call('chats.list', listInput)).rows).toMatchObject([{ preview: { text: 'remember me' } }])
    expect(emulator.violations()).toEqual([])
  })

  test('an erased history is gone from the store, piece by piece', async () => {
    const { instance: account, start, adding } = await world()
    const { call, until } = await start()
    const { instance } = await call('instances.add', adding)
    const person = account.person('79990001122', { name: 'Ann' })
    for (let n = 0; n < 30; n++) person.says(`text ${n}`)
    await until('storage.usage', {}, ({ messages }) => messages === 30)
    await call('instances.remove', { instance, eraseHistory: true })
    await until('storage.usage', {}, ({ messages, chats }) => messages + chats === 0)
    await until('journal.list', { ...anyEvent, before: null, upTo: null, limit: 1 }, ({ rows }) => rows.length === 0)
    expect(await call('instances.add', adding)).toMatchObject({ reattached: false })
  })

  test('added again while its history is still being erased, it begins with nothing and under another key', async () => {
    const { instance: account, start, adding } = await world()
    const { call, until } = await start()
    const { instance } = await call('instances.add', adding)
    const person = account.person('79990001122', { name: 'Ann' })
    for (let n = 0; n < 300; n++) person.says(`text ${n}`)
    await until('storage.usage', {}, ({ messages }) => messages === 300)
    await call('instances.remove', { instance, eraseHistory: true })
    const again = await call('instances.add', adding)
    expect(again.reattached).toBe(false)
    expect(again.instance).not.toBe(instance)
    person.says('one more')
    // The service still has all of it: nothing counts as known that was erased here.
    const { rows } = await until(
      'chats.list',
      { scope: again.instance, filter: 'all', offset: 0, limit: 10 },
      ({ rows: found }) => found.length === 1,
    )
    const chat = rows[0]?.key
    if (chat === undefined) throw new Error('There is no chat.')
    while (!(await call('history.loadOlder', { chat })).reachedStart);
    await until('storage.usage', {}, ({ messages, chats }) => messages === 301 && chats === 1)
  })

  test('a wrong token stops this instance only; a new one starts it', async () => {
    const { instance: account, start, adding, emulator } = await world()
    emulator.addInstance({ idInstance: '1101000002', token: 'other-token-0123456789' })
    const { call, until } = await start()
    const { instance } = await call('instances.add', { ...adding, token: 'wrong-token-0123456789' })
    await call('instances.add', {
      ...adding,
      idInstance: '1101000002',
      token: 'other-token-0123456789',
      name: 'Second',
    })
    await until(
      'instances.list',
      {},
      (rows) => rows[0]?.connection.kind === 'wrongToken' && rows[1]?.connection.kind === 'live',
    )
    const refused = await call('instances.setToken', { instance, token: 'still-wrong-0123456789', storeToken: true })
    expect(stepOf(refused, 'credentials')).toMatchObject({ result: 'failed' })
    const report = await call('instances.setToken', { instance, token, storeToken: true })
    expect(report.usable).toBe(true)
    await until('instances.list', {}, (rows) => rows[0]?.connection.kind === 'live')
    expect(account.idInstance).toBe(idInstance)
  })

  test('restarted without the passphrase each instance asks for its token and its history stays readable', async () => {
    const { instance: account, start, adding, dir } = await world()
    const path = join(dir, 'vault.json')
    const vault = await openVault(path)
    const running = await start({ vault })
    await running.call('instances.add', adding)
    account.person('79990001122', { name: 'Ann' }).says('still here')
    await running.until('chats.list', listInput, ({ rows }) => rows.length === 1)
    await running.core.stop()

    const locked = await start({ vault: await openPassphraseVault(path) })
    expect(await locked.call('instances.list', {})).toMatchObject([
      { token: 'locked', connection: { kind: 'tokenMissing' } },
    ])
    expect((await locked.call('chats.list', listInput)).rows).toMatchObject([{ preview: { text: 'still here' } }])
    await expect(locked.call('instances.unlockVault', { passphrase: 'q' })).rejects.toMatchObject({
      code: 'passphraseWrong',
    })
    await locked.call('instances.unlockVault', { passphrase: 'p' })
    await locked.until('instances.list', {}, (rows) => first(rows)?.connection.kind === 'live')
    expect(await locked.call('instances.list', {})).toMatchObject([{ token: 'vault' }])
  })

  test('sleep lets the long poll go, waking begins it at once', async () => {
    const { emulator, start, adding } = await world()
    const { call, core } = await start()
    await call('instances.add', adding)
    await emulator.untilWaiting(idInstance)
    core.suspend()
    const asleep = emulator.effects.mark()
    core.resume()
    await emulator.untilWaiting(idInstance, { after: asleep })
    const changed = emulator.effects.mark()
    core.networkChanged()
    await emulator.untilWaiting(idInstance, { after: changed })
    expect(emulator.violations()).toEqual([])
  })

  test('no token is in any file of the data directory after a run with trouble', async () => {
    const { emulator, start, adding, dir } = await world()
    const vault = await openVault(join(dir, 'vault.json'))
    const { call, until, core } = await start({ vault })
    emulator.fault({ kind: 'refuse', status: 400 }, { operation: 'receiveNotification', count: 2 })
    emulator.fault({ kind: 'html', status: 502 }, { operation: 'getSettings', count: 1 })
    await call('instances.add', adding)
    await until('instances.list', {}, (rows) => first(rows)?.connection.kind === 'live')
    await core.stop()
    expect(filesHolding(dir, token)).toEqual([])
  })
})

const listInput = { scope: null, filter: 'all', offset: 0, limit: 50 } as const

/** A vault of before, opened with its passphrase. */
async function openVault(path: string) {
  await writeCheapVault(path, 'p')
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  return vault
}

function filesHolding(dir: string, text: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
}
