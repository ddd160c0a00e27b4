import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { ProfilePart } from '../../contract/profile.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import type { TestCore } from '../testing/start-test-core.ts'

const token = 'profile-secret-token-0123456789'
const everything: ProfilePart[] = ['added', 'changed', 'settings', 'proxy', 'retention', 'quickReplies', 'labels']

async function open(started = false): Promise<TestCore> {
  const app = await startTestCore({ started })
  onTestFinished(() => app.stop())
  return app
}

const add = (app: TestCore, name: string, idInstance: string, apiUrl = 'https://api.example.com') =>
  app.call('instances.add', {
    name,
    idInstance,
    apiUrl,
    token,
    family: 'whatsapp',
    colour: 'plum',
    mode: 'sendOnly',
    storeToken: true,
  })

async function exported(app: TestCore): Promise<string> {
  const file = await app.call('profile.export', {})
  expect(file.fileName).toMatch(/^Switchboard profile .*\.json$/)
  const served = await app.core.openFile(file.id)
  if (served === undefined) throw new Error('no file')
  return readFileSync(served.path, 'utf8')
}

const listed = async (app: TestCore) => app.call('instances.list', {})
const profile = (instances: readonly unknown[], more: object = {}) =>
  JSON.stringify({ switchboardProfile: 1, instances, ...more })
const given = { name: 'Order desk', idInstance: '1101000001', apiUrl: 'https://api.example.com' }

test('takes instances, settings and quick replies to another computer, and no token of anybody', async () => {
  const here = await open()
  const { instance } = await add(here, 'Order desk', '1101000001')
  await add(here, 'Warehouse', '1101000002', 'https://other.example.com/v3/')
  await here.call('instances.edit', {
    instance,
    mediaUrl: 'https://media.example.com',
    hideContent: true,
    sendsReadReceipts: true,
  })
  await here.call('quickReplies.save', { instance, name: 'Hours', text: 'Open from 9.' })
  await here.call('labels.save', { name: 'Refund', hue: 4 })
  await here.call('settings.update', {
    theme: 'dark',
    enterSends: false,
    proxy: { kind: 'url', url: 'http://clerk:secret-of-the-proxy@proxy.example:3128' },
  })
  const text = await exported(here)
  expect(text).not.toContain(token)
  expect(text).not.toContain('secret-of-the-proxy')

  const there = await open()
  const found = await there.call('profile.read', { text })
  expect(found).toMatchObject({
    kind: 'read',
    added: [
      { name: 'Order desk', colour: 'plum', idInstance: '1101000001', mediaUrl: 'https://media.example.com' },
      { name: 'Warehouse', apiUrl: 'https://other.example.com', mediaUrl: '' },
    ],
    changed: [],
    same: 0,
    settings: expect.arrayContaining([
      { name: 'theme', from: 'system', to: 'dark' },
      { name: 'enterSends', from: true, to: false },
      expect.objectContaining({ name: 'proxy' }),
    ]),
    quickReplies: 1,
    labels: 1,
    skipped: [],
  })
  expect(await listed(there)).toEqual([])

  expect(await there.call('profile.import', { text, parts: everything })).toEqual({
    added: 2,
    changed: 0,
    settings: 3,
    quickReplies: 1,
    repliesLeft: 0,
    labels: 1,
    labelsLeft: 0,
  })
  expect(await listed(there)).toMatchObject([
    {
      name: 'Order desk',
      colour: 'plum',
      family: 'whatsapp',
      mode: 'sendOnly',
      mediaUrl: 'https://media.example.com',
      hideContent: true,
      sendsReadReceipts: true,
      token: 'missing',
    },
    { name: 'Warehouse', apiUrl: 'https://other.example.com', token: 'missing' },
  ])
  expect(await there.call('settings.get', {})).toMatchObject({
    theme: 'dark',
    enterSends: false,
    proxy: { kind: 'url', url: 'http://proxy.example:3128' },
  })
  const [shop] = await listed(there)
  expect(await there.call('quickReplies.list', { scope: shop?.key ?? null })).toMatchObject([
    { name: 'Hours', instance: shop?.key },
  ])
  expect(await there.call('labels.list', {})).toMatchObject([{ name: 'Refund', hue: 4, chats: 0 }])
  // Told again it does nothing.
  expect(await there.call('profile.read', { text })).toMatchObject({
    added: [],
    changed: [],
    same: 2,
    settings: [],
    labels: 0,
  })
})

test('an instance that arrives says that its token is missing, and works once it is entered', async () => {
  const app = await open(true)
  await app.call('profile.import', { text: profile([given]), parts: ['added'] })
  const [arrived] = await listed(app)
  expect(arrived?.connection.kind).toBe('tokenMissing')
})

test('changes what differs and only what was asked for, and never where an instance that is here is reached', async () => {
  const app = await open()
  const { instance } = await add(app, 'Order desk', '1101000001')
  const text = profile(
    [
      { ...given, name: 'Desk 1', colour: 'moss', mediaUrl: 'https://evil.example.com', family: 'telegram' },
      { ...given, idInstance: '1101000009', name: 'New' },
    ],
    { settings: { theme: 'light', textSize: 115 } },
  )
  expect(await app.call('profile.read', { text })).toMatchObject({
    added: [{ name: 'New' }],
    changed: [
      {
        instance,
        name: 'Order desk',
        newName: 'Desk 1',
        fields: [{ field: 'name', from: 'Order desk', to: 'Desk 1' }, { field: 'colour' }, { field: 'mode' }],
      },
    ],
    settings: [
      { name: 'theme', from: 'system', to: 'light' },
      { name: 'textSize', from: 100, to: 115 },
    ],
  })
  await app.call('profile.import', { text, parts: ['changed'] })
  expect(await listed(app)).toMatchObject([
    { name: 'Desk 1', colour: 'moss', mediaUrl: '', family: 'whatsapp', token: 'session' },
  ])
  expect((await app.call('settings.get', {})).theme).toBe('system')
  await app.call('profile.import', { text, parts: ['added', 'settings'] })
  expect((await listed(app)).map(({ name }) => name)).toEqual(['Desk 1', 'New'])
  expect(await app.call('settings.get', {})).toMatchObject({ theme: 'light', textSize: 115 })
})

test('an instance whose history was kept is taken up again', async () => {
  const app = await open()
  const { instance } = await add(app, 'Order desk', '1101000001')
  await app.call('instances.remove', { instance, eraseHistory: false })
  await app.call('profile.import', { text: profile([given]), parts: ['added'] })
  expect(await listed(app)).toMatchObject([{ key: instance, token: 'missing' }])
})

test.each([
  ['no JSON', 'name;url', { why: 'json' }],
  ['nothing', '', { why: 'json' }],
  ['other JSON', '{"quickReplies": []}', { why: 'shape' }],
  ['a list', '[1]', { why: 'shape' }],
  ['a version that is none', '{"switchboardProfile": "x"}', { why: 'shape' }],
  ['instances that are none', '{"switchboardProfile": 1, "instances": {}}', { why: 'shape' }],
  ['a later version', '{"switchboardProfile": 7, "instances": [{"shape": "of later"}]}', { why: 'later', version: 7 }],
])('%s is refused with a word for it', async (_, text, why) => {
  const app = await open()
  expect(await app.call('profile.read', { text })).toMatchObject({ kind: 'unreadable', ...why })
  await expect(app.call('profile.import', { text, parts: everything })).rejects.toThrow('badInput')
})

test('what of it can not be used is left out by its entry and a reason, and the rest is taken', async () => {
  const app = await open()
  const text = `\uFEFF${profile(
    [
      given,
      { ...given, idInstance: '11O1' },
      { ...given, idInstance: '1101000003', apiUrl: 'http://api.example.com', name: 'Open' },
      { ...given, apiUrl: 'https://API.example.com/v3', name: 'Twin' },
      { ...given, idInstance: '1101000004', colour: 'pink' },
      'nothing',
    ],
    { settings: { theme: 'loud', enterSends: false, later: 1 }, quickReplies: [1] },
  )}`
  expect(await app.call('profile.read', { text })).toMatchObject({
    added: [{ name: 'Order desk' }],
    settings: [{ name: 'enterSends', from: true, to: false }],
    quickReplies: 0,
    skipped: [
      { entry: 2, name: 'Order desk', why: 'shape' },
      { entry: 3, name: 'Open', why: 'url' },
      { entry: 4, name: 'Twin', why: 'twice' },
      { entry: 5, why: 'shape' },
      { entry: 6, name: '', why: 'shape' },
    ],
  })
})

test('labels of a profile join those that are here by their names, as many as there is room for, and nothing else becomes one', async () => {
  const app = await open()
  await app.call('labels.save', { name: 'Refund', hue: 2 })
  const text = profile([], {
    labels: [
      { name: ' refund ', hue: 5 },
      { name: 'Order', hue: 6 },
      { name: 'ORDER', hue: 1 },
      { name: 'No hue' },
      { name: 'x'.repeat(33), hue: 1 },
      { name: '\u202e\u0000', hue: 1 },
      { name: '\ud800', hue: 1 },
      { name: 'Hue of none', hue: 7 },
      { name: 5 },
      'Order 2',
      null,
    ],
  })
  expect(await app.call('profile.read', { text })).toMatchObject({ kind: 'read', labels: 2 })
  expect(await app.call('profile.import', { text, parts: ['settings'] })).toMatchObject({ labels: 0 })
  expect(await app.call('profile.import', { text, parts: ['labels'] })).toMatchObject({ labels: 2, labelsLeft: 0 })
  expect((await app.call('labels.list', {})).map(({ name, hue }) => `${name} ${hue}`)).toEqual([
    'No hue 1',
    'Order 6',
    'Refund 2',
  ])
  const many = profile([], { labels: Array.from({ length: 100_000 }, (_, n) => ({ name: `Many ${n}`, hue: 1 })) })
  expect(await app.call('profile.read', { text: many })).toMatchObject({ labels: 200 })
  expect(await app.call('profile.import', { text: many, parts: ['labels'] })).toMatchObject({
    labels: 47,
    labelsLeft: 153,
  })
  expect(await app.call('labels.list', {})).toHaveLength(50)
  const none = profile([], { labels: 'Order' })
  expect(await app.call('profile.read', { text: none })).toMatchObject({ kind: 'unreadable', why: 'shape' })
})

test('says what each setting is and becomes, and takes proxy and retention only where they are asked for', async () => {
  const app = await open()
  const proxy = { kind: 'url', url: 'http://proxy.example:3128' } as const
  const text = profile([], { settings: { theme: 'dark', proxy, keepJournalDays: 1, keepRequestsBytes: 1_000_000 } })
  expect(await app.call('profile.read', { text })).toMatchObject({
    settings: [
      { name: 'theme', from: 'system', to: 'dark' },
      { name: 'keepJournalDays', from: 30, to: 1 },
      { name: 'keepRequestsBytes', from: 200_000_000, to: 1_000_000 },
      { name: 'proxy', from: { kind: 'system' }, to: proxy },
    ],
  })
  await app.call('profile.import', { text, parts: ['settings'] })
  const before = { proxy: { kind: 'system' }, keepJournalDays: 30, keepRequestsBytes: 200_000_000 }
  expect(await app.call('settings.get', {})).toMatchObject({ theme: 'dark', ...before })
  await app.call('profile.import', { text, parts: ['retention', 'proxy'] })
  expect(await app.call('settings.get', {})).toMatchObject({ proxy, keepJournalDays: 1, keepRequestsBytes: 1_000_000 })
})
