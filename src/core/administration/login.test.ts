import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { InstanceKey } from '../../contract/ids.ts'
import { anyRequest } from '../../contract/requests.ts'
import { logDirectory } from '../logging/create-logger.ts'
import { tokenEntry } from '../accounts/tokens.ts'
import { administered, createStoredVault, openAdministration, refusalOf } from '../testing/administration-scene.ts'
import type { TestCore } from '../testing/start-test-core.ts'

test('a code is shown at the pace of its family and as long as it lives, and a scan ends it all', async () => {
  const { core, instance, pass, passUntilLogin, asked, emulator } = await openAdministration({
    family: 'whatsapp',
    state: 'notAuthorized',
  })
  const of = { instance: core.firstKey() }
  expect(await core.call('login.state', of)).toEqual({ kind: 'idle' })
  expect(asked('qr')).toBe(0)
  await core.call('login.showCode', of)
  const first = await core.until('login.state', of, ({ kind }) => kind === 'qr')
  if (first.kind !== 'qr') throw new Error('There is no code.')
  expect([first.goodUntil - emulator.clock.now(), first.until - emulator.clock.now()]).toEqual([20_000, 300_000])
  // A second window joins the first one's codes.
  await core.call('login.showCode', of)
  const next = await passUntilLogin((state) => state.kind === 'qr' && state.image !== first.image)
  expect(emulator.clock.now()).toBeGreaterThanOrEqual(first.goodUntil)
  expect(next).toMatchObject({ until: first.until })
  expect(asked('qr')).toBeLessThanOrEqual(22)
  instance.login.scan()
  await passUntilLogin(({ kind }) => kind === 'done')
  expect(core.instances.get(of.instance)?.connection.authorization()).toBe('authorized')
  const before = asked('qr')
  // The window that asked for codes goes, and says so: that takes nothing back.
  await core.call('login.stop', of)
  expect(await core.call('login.state', of)).toEqual({ kind: 'done' })
  await pass(60_000)
  expect(asked('qr')).toBe(before)
})

test('codes are asked for five minutes and no longer, or until nobody wants them', async () => {
  const { core, pass, passUntilLogin, asked } = await openAdministration({ state: 'notAuthorized' })
  const of = { instance: core.firstKey() }
  await core.call('login.showCode', of)
  const state = await passUntilLogin(({ kind }) => kind === 'stopped', 5000)
  expect(state).toMatchObject({ why: 'timeUp' })
  expect(asked('qr')).toBeLessThanOrEqual(61)
  await core.call('login.showCode', of)
  await core.until('login.state', of, ({ kind }) => kind === 'qr')
  await core.call('login.stop', of)
  expect(await core.call('login.state', of)).toEqual({ kind: 'idle' })
  const before = asked('qr')
  await pass(30_000)
  expect(asked('qr')).toBe(before)
})

test.each(['passkeyRequired', 'PassKeyRequire'] as const)(
  'a login that wants a passkey (%s) stops asking, says so, and can be tried again',
  async (passkey) => {
    const { core, instance, pass, asked } = await openAdministration({
      family: 'whatsapp',
      state: 'notAuthorized',
      behaviour: { passkey },
    })
    const of = { instance: core.firstKey() }
    await core.call('login.showCode', of)
    const state = await core.until('login.state', of, ({ kind }) => kind === 'stopped')
    expect(state).toEqual({ kind: 'stopped', why: 'passkey', text: '' })
    const before = asked('qr')
    await pass(60_000)
    expect(asked('qr')).toBe(before)
    instance.behave({ passkey: null })
    await core.call('login.showCode', of)
    await core.until('login.state', of, ({ kind }) => kind === 'qr')
  },
)

test('behind the code stands a password, and a wrong one says so', async () => {
  const { core, instance, passUntilLogin } = await openAdministration({
    family: 'telegram',
    state: 'notAuthorized',
    behaviour: { loginPassword: 'swordfish' },
  })
  const of = { instance: core.firstKey() }
  await core.call('login.showCode', of)
  await core.until('login.state', of, ({ kind }) => kind === 'qr')
  instance.login.scan()
  await passUntilLogin(({ kind }) => kind === 'passwordWanted')
  const refused = await refusalOf(core.call('login.password', { ...of, password: 'trout' }))
  expect(refused).toMatchObject({ code: 'serviceRefused', details: { text: 'invalid_password' } })
  expect(await core.call('login.state', of)).toEqual({ kind: 'passwordWanted', refused: 'invalid_password' })
  await core.call('login.password', { ...of, password: 'swordfish' })
  expect(await core.call('login.state', of)).toEqual({ kind: 'done' })
})

test('a code from the messenger logs in, and one that nobody asked for is refused in the service’s word', async () => {
  const { core, instance } = await openAdministration({ state: 'notAuthorized' })
  const of = { instance: core.firstKey() }
  expect(await refusalOf(core.call('login.code', { ...of, code: '12345' }))).toMatchObject({
    details: { text: 'authorization_not_started' },
  })
  expect(await refusalOf(core.call('login.start', { ...of, phone: '4915112345678' }))).toMatchObject({
    details: { text: 'phone_not_supported' },
  })
  await core.call('login.start', { ...of, phone: '79990001100' })
  expect(await core.call('login.state', of)).toEqual({ kind: 'codeWanted' })
  await core.call('login.code', { ...of, code: '12345' })
  expect(await core.call('login.state', of)).toEqual({ kind: 'done' })
  expect(instance.state).toBe('authorized')
})

test('on Telegram the last code stays valid after a wrong one, and when another is wanted too soon', async () => {
  const { core, instance, emulator } = await openAdministration({
    ...{ family: 'telegram', state: 'notAuthorized', behaviour: { loginPassword: 'swordfish' } },
  })
  const of = { instance: core.firstKey() }
  const start = () => core.call('login.start', { ...of, phone: '79990001100' })
  await start()
  expect(await refusalOf(core.call('login.code', { ...of, code: '54321' }))).toMatchObject({
    details: { text: 'invalid_code' },
  })
  expect(await core.call('login.state', of)).toEqual({ kind: 'codeWanted' })
  await core.call('login.stop', of)
  await start()
  expect(await core.call('login.state', of)).toEqual({ kind: 'codeWanted' })
  await core.call('login.code', { ...of, code: '12345' })
  expect(await core.call('login.state', of)).toEqual({ kind: 'passwordWanted', refused: null })
  expect([instance.state, emulator.recorder.list({ operation: 'startAuthorization' }).length]).toEqual([
    ...['pendingPassword', 2],
  ])
})

const phone = '79990001100'
test.each<[string, (core: TestCore, of: { instance: InstanceKey }) => Promise<unknown>]>([
  ['getAuthorizationCode', (core, of) => core.call('login.phoneCode', { ...of, phone })],
  ['startAuthorization', (core, of) => core.call('login.start', { ...of, phone })],
  ['reboot', (core, of) => core.call('login.restart', of)],
])('a refused %s leaves no code on the screen that nobody renews', async (operation, call) => {
  const { core, emulator } = await openAdministration({ family: 'whatsapp', state: 'notAuthorized' })
  const of = { instance: core.firstKey() }
  await core.call('login.showCode', of)
  await core.until('login.state', of, ({ kind }) => kind === 'qr')
  emulator.fault({ kind: 'refuse', status: 400 }, { operation, count: 1 })
  expect(await refusalOf(call(core, of))).not.toBeNull()
  expect(await core.call('login.state', of)).toEqual({ kind: 'idle' })
  await core.call('login.showCode', of)
  await core.until('login.state', of, ({ kind }) => kind === 'qr')
})

test('a code that is typed while another one is on its way goes to the service as well', async () => {
  const { core, instance } = await openAdministration({ state: 'notAuthorized' })
  const of = { instance: core.firstKey() }
  await core.call('login.start', { ...of, phone: '79990001100' })
  const wrong = refusalOf(core.call('login.code', { ...of, code: '54321' }))
  const right = refusalOf(core.call('login.code', { ...of, code: '12345' }))
  expect([(await wrong)?.code, await right]).toEqual(['serviceRefused', null])
  expect(instance.state).toBe('authorized')
})

test('a code for the phone is shown until it was typed there', async () => {
  const { core, instance, passUntilLogin } = await openAdministration({ family: 'whatsapp', state: 'notAuthorized' })
  const of = { instance: core.firstKey() }
  await core.call('login.phoneCode', { ...of, phone: '79990001100' })
  const state = await core.call('login.state', of)
  if (state.kind !== 'phoneCode') throw new Error('There is no code.')
  instance.login.typeIn(state.code)
  expect(await passUntilLogin(({ kind }) => kind === 'done')).toEqual({ kind: 'done' })
})

test('a code for the phone that nobody types is watched for five minutes', async () => {
  const scene = await openAdministration({ family: 'whatsapp', state: 'notAuthorized' })
  const { core, pass, passUntilLogin, asked } = scene
  await core.call('login.phoneCode', { instance: core.firstKey(), phone: '79990001100' })
  expect(await passUntilLogin(({ kind }) => kind !== 'phoneCode', 7000)).toMatchObject({ why: 'timeUp' })
  const before = asked('getStateInstance')
  expect(before).toBeLessThan(50)
  await pass(60_000)
  expect(asked('getStateInstance')).toBe(before)
})

test('an account that was logged out on the phone is asked for its code again', async () => {
  const { core, instance } = await openAdministration({ state: 'notAuthorized' })
  const of = { instance: core.firstKey() }
  await core.call('login.start', { ...of, phone: '79990001100' })
  await core.call('login.code', { ...of, code: '12345' })
  expect(await core.call('login.state', of)).toEqual({ kind: 'done' })
  instance.logOut()
  core.instances.get(of.instance)?.connection.report({ kind: 'stateInstance', state: 'notAuthorized' })
  await core.call('login.start', { ...of, phone: '79990001100' })
  expect(await core.call('login.state', of)).toEqual({ kind: 'codeWanted' })
})

test('beside a code for the phone a QR code is shown when it is asked for', async () => {
  const { core, asked } = await openAdministration({ family: 'whatsapp', state: 'notAuthorized' })
  const of = { instance: core.firstKey() }
  await core.call('login.phoneCode', { ...of, phone })
  expect(await core.call('login.state', of)).toMatchObject({ kind: 'phoneCode' })
  await core.call('login.showCode', of)
  await core.until('login.state', of, ({ kind }) => kind === 'qr')
  expect(asked('qr')).toBe(1)
})

test('logging out and restarting are asked for once, whatever two windows click', async () => {
  const { core, instance, asked } = await openAdministration()
  const of = { instance: core.firstKey() }
  await Promise.all([core.call('login.restart', of), core.call('login.restart', of)])
  expect(asked('reboot')).toBe(1)
  await Promise.all([core.call('login.logOut', of), core.call('login.logOut', of)])
  expect(asked('logout')).toBe(1)
  expect(instance.state).toBe('notAuthorized')
  expect(core.instances.get(of.instance)?.connection.state().kind).toBe('notAuthorized')
})

test.each([
  ['reset-after', { kind: 'reset-after' }, 'outcomeUnknown'],
  [
    'HTML',
    { kind: 'refuse-after', status: 200, body: '<html>Welcome</html>', contentType: 'text/html' },
    'outcomeUnknown',
  ],
  ['null', { kind: 'refuse-after', status: 200, body: 'null' }, 'outcomeUnknown'],
  ['502', { kind: 'refuse-after', status: 502 }, 'outcomeUnknown'],
  ['false', { kind: 'refuse', status: 200, body: '{"isReboot":false}' }, 'serviceRefused'],
  ['a code in a 200', { kind: 'refuse', status: 200, body: '{"code":401,"description":"No"}' }, 'serviceRefused'],
  ['429', { kind: 'refuse', status: 429 }, 'rateLimited'],
  ['404', { kind: 'refuse', status: 404, body: '{"message":"Cannot GET /reboot"}' }, 'operationMissing'],
] as const)('a restart that is answered by %s is not asked for again by itself', async (_what, fault, code) => {
  const { core, emulator, pass, asked } = await openAdministration()
  const of = { instance: core.firstKey() }
  emulator.fault(fault, { operation: 'reboot', count: 1 })
  expect(await refusalOf(core.call('login.restart', of))).toMatchObject({ code })
  await pass(60_000)
  expect(asked('reboot')).toBe(1)
})

test('neither code nor password nor token is in the request log, the support bundle, the self-check or the log', async () => {
  const values = new Map<string, string>()
  const vault = createStoredVault(values)
  const { core, instance, passUntilLogin } = await openAdministration(
    { family: 'telegram', state: 'notAuthorized', behaviour: { loginPassword: 'swordfish-of-the-account' } },
    { services: ['accounts', 'administration'], vault },
  )
  const of = { instance: core.firstKey() }
  const row = core.instances.get(of.instance)?.row()
  if (row === undefined) throw new Error('There is no instance.')
  values.set(...tokenEntry(row, administered.token))
  await core.call('login.showCode', of)
  const state = await core.until('login.state', of, ({ kind }) => kind === 'qr')
  if (state.kind !== 'qr') throw new Error('There is no code.')
  instance.login.scan()
  await passUntilLogin(({ kind }) => kind === 'passwordWanted')
  await core.call('login.password', { ...of, password: 'swordfish-of-the-account' })
  await core.call('account.changeToken', of)
  expect(instance.token).not.toBe(administered.token)
  const page = await core.until(
    'requests.list',
    { filter: anyRequest, before: null, upTo: null, limit: 100 },
    ({ rows }) => rows.some(({ operation }) => operation === 'updateApiToken'),
  )
  const check = await core.call('instances.selfCheck', { ...of, run: 'search' })
  const details = await Promise.all(page.rows.map(({ key }) => core.call('requests.details', { request: key })))
  const bundle = await core.call('diagnostics.bundle', {})
  const log = await readFile(join(logDirectory(core.dataDir), 'switchboard.log'), 'utf8').catch(() => '')
  const output = JSON.stringify([details, check]) + bundle.text + log
  for (const fact of ['sendAuthorizationPassword', 'updateApiToken', '"accountState": "authorized"', '"step":"token"'])
    expect(output).toContain(fact)
  const secrets = [state.image.slice(40, 80), 'swordfish-of-the-account', administered.token, instance.token]
  for (const secret of secrets) expect(output).not.toContain(secret)
})
