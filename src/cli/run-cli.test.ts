import { existsSync, readFileSync, statSync, writeFileSync, chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultSettings } from '../contract/settings.ts'
import { defaultDataDir } from '../core/hosting/host-options.ts'
import { freePort, idInstance, rawRequest, startPrograms } from '../local-api/testing/program-scene.ts'
import type { ProgramScene } from '../local-api/testing/program-scene.ts'
import { operationIds, operations } from '../public-api/operations.ts'
import type { Operation } from '../public-api/operation.ts'
import { dataDirOf } from './find-desk.ts'
import { optionNames } from './own-commands.ts'
import { createCtl, type Ctl } from './testing/ctl.ts'

const anna = '79990001122@c.us'

const ctlOf = async (scene: ProgramScene, rights?: ('see' | 'draft' | 'send' | 'administer')[]): Promise<Ctl> => {
  const { key } = await scene.add('jsonl', rights === undefined ? {} : { rights })
  return createCtl(scene.app.dataDir, key)
}

test('every command of the table and every option is in the help', async () => {
  const ctl = createCtl('/nowhere')
  const { out, code } = await ctl(['help'])
  expect(code).toBe(0)
  for (const id of operationIds) {
    const { command, input }: Operation = operations[id]
    if (command === null) continue
    expect(out).toContain(`  ${command} `)
    const { out: help } = await ctl(['help', ...command.split(' ')])
    if (id === 'readEvents') continue
    for (const name of Object.keys(input.shape))
      expect(help.toLowerCase().replaceAll('-', ''), `${command} ${name}`).toContain(
        (optionNames[name] ?? name).toLowerCase().replaceAll('-', ''),
      )
  }
})

test('help is found in each way of asking, and an unfinished command names the ones that it begins', async () => {
  const ctl = createCtl('/nowhere')
  const all = await ctl(['help'])
  for (const args of [[], ['--help'], ['-h']]) expect(await ctl(args)).toEqual(all)
  expect(await ctl(['chats', '--help'])).toEqual(await ctl(['help', 'chats']))
  const begun = await ctl(['dead-letters'])
  expect(begun).toMatchObject({ code: 2, err: expect.stringContaining('dead-letters retry') as string })
  expect(begun.err).not.toContain('chats')
  expect((await ctl(['help', 'nothing'])).err).toContain('There is no command "nothing"')
})

test('the OpenAPI document needs no desk, and names the port of the one that runs', async () => {
  const server = async (ctl: Ctl) =>
    (JSON.parse((await ctl(['openapi'])).out) as { servers: { url: string }[] }).servers[0]?.url
  const scene = await startPrograms()
  expect(await server(createCtl('/nowhere'))).toBe(`http://127.0.0.1:${defaultSettings.programsPort}`)
  expect(await server(createCtl(scene.app.dataDir))).toBe(`http://127.0.0.1:${scene.port}`)
})

test('reads chats and messages: a table on a terminal, tabs to a program, JSON when asked', async () => {
  const scene = await startPrograms()
  for (let count = 0; count < 5; count++) await scene.receive(`message ${count}`, anna)
  await scene.app.untilApplied()
  const ctl = await ctlOf(scene)
  const table = await ctl(['chats'], { isTerminal: true })
  expect(table.out.split('\n')[0]).toMatch(/^instanceId +chatId +title/)
  expect(table.out).toContain(anna)
  const narrow = await ctl(['chats'], { isTerminal: true, columns: 30 })
  expect(
    narrow.out
      .trim()
      .split('\n')
      .map((line) => [line.length, line.at(-1)]),
  ).toEqual([
    [30, '…'],
    [30, '…'],
  ])
  const tabs = await ctl(['messages', idInstance, anna])
  expect(
    tabs.out
      .trim()
      .split('\n')
      .map((line) => line.split('\t').at(-1)),
  ).toEqual(['message 4', 'message 3', 'message 2', 'message 1', 'message 0'])
  const { out, err } = await ctl(['messages', idInstance, anna, '--limit', '2', '--jsonl'])
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text),
  ).toEqual(['message 4', 'message 3'])
  expect(err).toContain('--cursor')
  expect(JSON.parse((await ctl(['status', '--jsonl'])).out)).toMatchObject({ protocol: 'jsonl' })
  const all = await ctl(['messages', idInstance, anna, '--limit', '2', '--all', '--order', 'oldest', '--jsonl'])
  expect(all.out.trim().split('\n')).toHaveLength(5)
  const { items } = JSON.parse((await ctl(['chats', '--json'])).out) as { items: { chatId: string; unread: number }[] }
  expect(items).toMatchObject([{ chatId: anna, unread: 5 }])
  const status = await ctl(['status'], { isTerminal: true })
  expect(status).toMatchObject({ code: 0 })
  expect(status.out).toMatch(new RegExp(`desk.address +http://127.0.0.1:${scene.port}\n`))
  expect((await ctl(['search', 'message'])).out.trim().split('\n')).toHaveLength(5)
  await scene.receive('fish & chips = 50% off', anna)
  await scene.app.untilApplied()
  expect((await ctl(['search', 'fish & chips = 50%'])).out).toContain('50% off')
})

test("a stranger's text steers no terminal, in a table as in JSON", async () => {
  const scene = await startPrograms()
  const evil = '\u001b]0;owned\u0007 \u009b31m \u202egnp.exe\r\nsecond\tline'
  const ctl = await ctlOf(scene)
  await scene.receive(evil, anna)
  await scene.app.untilApplied()
  for (const args of [
    ['messages', idInstance, anna],
    ['messages', idInstance, anna, '--json'],
    ['tail', '--no-follow'],
  ])
    expect((await ctl(args, { isTerminal: true })).out).not.toMatch(/[^\n\P{Cc}]|[\u202a-\u202e]/u)
  const { items } = JSON.parse((await ctl(['messages', idInstance, anna, '--json'])).out) as {
    items: { text: string }[]
  }
  expect(items[0]?.text).toBe(evil)
})

test('each way in which a command ends has an exit code, and under --json a problem', async () => {
  const scene = await startPrograms()
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const ctl = await ctlOf(scene)
  const end = async (args: readonly string[], options = {}) => {
    const { code, err } = await ctl([...args, '--json'], options)
    return `${code} ${(JSON.parse(err) as { code: string }).code}`
  }
  const wrong = [
    ['nothing'],
    ['chats', '--limitt', '3'],
    ['chats', '--limit', 'many'],
    ['chats', '--limit', '500'],
    ['tail', '--count', '0'],
    ['messages', idInstance],
    ['messages', idInstance, anna, 'more'],
    ['messages', 'abc', anna],
    ['dead-letters'],
    ['listen'],
    ['logout', 'now'],
  ]
  for (const args of wrong) expect(await end(args), args.join(' ')).toBe('2 badUsage')
  expect(await end(['chats', '--cursor', 'nonsense'])).toBe('1 cursorInvalid')
  expect(await end(['chats'], { env: { SWITCHBOARD_DATA_DIR: '/nowhere' } })).toBe('3 noDesk')
  expect(await end(['chats'], { env: { SWITCHBOARD_KEY: '' } })).toBe('4 noKey')
  const wrongKey = `sbk_${'a'.repeat(8)}_${'b'.repeat(38)}`
  expect(await end(['chats'], { env: { SWITCHBOARD_KEY: wrongKey } })).toBe('4 keyRefused')
  expect(await end(['subscription', 'pause'])).toBe('4 rightMissing')
  expect(await end(['messages', idInstance, '79995550000@c.us'])).toBe('5 notFound')
  expect(await end(['messages', idInstance, '-100500'])).toBe('5 notFound')
  const interrupted = AbortSignal.abort()
  expect(await ctl(['tail'], { signal: interrupted })).toMatchObject({ code: 130 })
  expect(await ctl(['chats'])).toMatchObject({ code: 0, err: '' })
  const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  const onOutput = (): never => {
    throw closed
  }
  // The reader of the pipe has closed it, as `head` does.
  expect(await ctl(['chats'], { onOutput })).toMatchObject({ code: 0, err: '' })
  await scene.app.call('settings.update', { programs: false })
  await scene.app.until('programs.list', {}, ({ listener }) => listener.kind === 'off')
  expect(await end(['chats'])).toBe('3 noDesk')
  expect(existsSync(path.join(scene.app.dataDir, 'local-api.json'))).toBe(false)
})

test('options that every command has may stand before it', async () => {
  const scene = await startPrograms()
  const ctl = await ctlOf(scene)
  const { dataDir } = scene.app
  const elsewhere = { env: { SWITCHBOARD_DATA_DIR: '/nowhere' } }
  for (const before of [
    ['--data-dir', dataDir, '--json'],
    [`--data-dir=${dataDir}`, '--json'],
  ]) {
    const { code, out } = await ctl([...before, 'instances'], elsewhere)
    expect([code, JSON.parse(out)], before.join(' ')).toMatchObject([0, { items: [{ instanceId: idInstance }] }])
  }
  expect(await ctl(['--json', 'help', 'tail'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: switchboardctl tail/) as string,
  })
  expect(await ctl(['--limit', '3', 'chats'])).toMatchObject({ code: 2 })
  expect(await ctl(['--json', 'nothing'])).toMatchObject({ code: 2, err: expect.stringContaining('nothing') as string })
})

test('the file of the desk names port and process, is for its user alone, and holds no key', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  const file = path.join(scene.app.dataDir, 'local-api.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ port: scene.port, pid: process.pid })
  expect(text).not.toContain(key)
  // What a killed desk left behind: the port may be anybody's.
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(text) as object), pid: 2 ** 22 + 1 }))
  expect(await createCtl(scene.app.dataDir, key)(['chats'])).toMatchObject({ code: 3 })
  for (const broken of ['', '{', '[]', 'null', '{"port":"x"}', '{"port":99999,"pid":1,"ticket":""}']) {
    writeFileSync(file, broken)
    expect(await createCtl(scene.app.dataDir, key)(['chats'])).toMatchObject({ code: 3 })
  }
  // At that port nobody listens: only a desk that was there is waited for.
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(text) as object), port: await freePort() }))
  expect(await createCtl(scene.app.dataDir, key)(['tail'])).toMatchObject({ code: 3, out: '' })
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const io = { platform, env: { APPDATA: '/roaming' }, home: '/home/me', cwd: '/' }
    expect(dataDirOf(io as never, undefined)).toBe(defaultDataDir(platform, io.env, io.home))
  }
})

/** Answers the next pairing as a person at the window would. */
const answerPairing = async ({ app }: ProgramScene, allow: boolean): Promise<string> => {
  const pending = await app.until('programs.pairing', {}, (found) => found !== null)
  await app.call('programs.answerPairing', { id: pending?.id ?? 0, allow })
  return pending?.code ?? ''
}

test('login: the window shows the same code, and a person who allows it gives a key that reads and drafts', async () => {
  const scene = await startPrograms()
  const ctl = createCtl(scene.app.dataDir)
  const [{ code, out, err }, shown] = await Promise.all([ctl(['login']), answerPairing(scene, true)])
  expect({ code, out }).toEqual({ code: 0, out: `Code: ${shown}\n` })
  expect(shown).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
  const file = path.join(ctl.home, '.config', 'switchboardctl', 'keys.json')
  expect(err).toContain(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(`${out}${err}`).not.toContain('sbk_')
  const me = JSON.parse((await ctl(['status', '--json'])).out) as { name: string; rights: string[] }
  expect(me.rights).toEqual(['see', 'draft'])
  expect(me.name).toContain('switchboardctl')
  // The same computer once more is another program: the first key stays good.
  const again = createCtl(scene.app.dataDir)
  await Promise.all([again(['login']), answerPairing(scene, true)])
  expect(await ctl(['status'])).toMatchObject({ code: 0 })
  expect((JSON.parse((await again(['status', '--json'])).out) as { name: string }).name).toMatch(/ 2$/)
  for (const open of [0o640, 0o604]) {
    chmodSync(file, open)
    expect(await ctl(['status'])).toMatchObject({ code: 4, err: expect.stringContaining('chmod 600') as string })
  }
  chmodSync(file, 0o600)
  expect((await ctl(['logout'])).err).toContain('The key is forgotten')
  expect(await ctl(['status'])).toMatchObject({ code: 4 })
  expect((await ctl(['logout'])).err).toContain('There is no key')
})

test('login: refused, interrupted, one at a time, and at most five in ten minutes', async () => {
  const scene = await startPrograms()
  const ctl = createCtl(scene.app.dataDir)
  const [refused] = await Promise.all([ctl(['login', '--json']), answerPairing(scene, false)])
  expect(refused).toMatchObject({ code: 4, err: expect.stringContaining('loginRefused') as string })
  const interrupt = new AbortController()
  const waiting = ctl(['login'], { signal: interrupt.signal })
  const pending = await scene.app.until('programs.pairing', {}, (found) => found !== null)
  const notice = { kind: 'pairing', pairing: pending?.id, code: pending?.code }
  const { app } = scene
  await app.waitFor('the notice', () => app.notices.some((one) => JSON.stringify(one) === JSON.stringify(notice)))
  expect(await ctl(['login', '--json'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('pairingBusy') as string,
  })
  interrupt.abort()
  expect(await waiting).toMatchObject({ code: 130 })
  await app.until('programs.pairing', {}, (found) => found === null)
  expect(app.events).toContainEqual({ type: 'pairingEnded', pairing: pending?.id })
  const file = path.join(scene.app.dataDir, 'local-api.json')
  const desk = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...desk, ticket: 'guessed' }))
  // Whoever cannot read the data directory keeps nobody else from a login.
  for (let count = 0; count < 6; count++)
    expect(await ctl(['login', '--json'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('pairingRefused') as string,
    })
  writeFileSync(file, JSON.stringify(desk))
  for (let count = 0; count < 3; count++) await Promise.all([ctl(['login', '--json']), answerPairing(scene, false)])
  expect(await ctl(['login', '--json'])).toMatchObject({
    code: 7,
    err: expect.stringContaining('tooManyPairings') as string,
  })
  expect((await scene.app.call('programs.list', {})).rows).toEqual([])
})

test('login: a desk that is killed meanwhile is named', async () => {
  const scene = await startPrograms()
  const killed = createServer((_request, response) => {
    response.write('{"code":"1234"}\n', () => response.destroy())
  })
  await new Promise<void>((resolve) => killed.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => killed.close(() => resolve(undefined))))
  const file = path.join(scene.app.dataDir, 'local-api.json')
  const desk = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...desk, port: (killed.address() as AddressInfo).port }))
  expect(await createCtl(scene.app.dataDir)(['login'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('connectionLost') as string,
  })
})

test('login: with notifications off the window asks all the same, without a notice', async () => {
  const scene = await startPrograms()
  await scene.app.call('settings.update', { notifications: false })
  const [{ code }] = await Promise.all([createCtl(scene.app.dataDir)(['login']), answerPairing(scene, true)])
  expect(code).toBe(0)
  expect(scene.app.notices).toEqual([])
})

test('a page in a browser can not ask to be paired', async () => {
  const scene = await startPrograms()
  const { ticket } = JSON.parse(readFileSync(path.join(scene.app.dataDir, 'local-api.json'), 'utf8')) as {
    ticket: string
  }
  const body = JSON.stringify({ ticket, name: 'page' })
  const json = { 'content-type': 'application/json' }
  const status = async (headers: Record<string, string>, method = 'POST') =>
    (await rawRequest(scene.port, '/pairing', { method, headers, body })).status
  expect(await status({ ...json, origin: 'https://evil.example' })).toBe(403)
  expect(await status({ ...json, origin: `http://127.0.0.1:${scene.port}` })).toBe(403)
  expect(await status({ ...json, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await status({ ...json, host: 'evil.example' })).toBe(421)
  // What a form or a script may send without asking first.
  expect(await status({ 'content-type': 'text/plain' })).toBe(415)
  expect(await status({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(415)
  expect(await status(json, 'GET')).toBe(401)
  expect(await scene.app.call('programs.pairing', {})).toBeNull()
})

test('tail prints events as they came and acknowledges what it printed', async () => {
  const scene = await startPrograms()
  const ctl = await ctlOf(scene)
  const raw = '{"typeWebhook":"x","big":176755410848212345678,"float":1.0}'
  await scene.receiveRaw(raw)
  await scene.receive('second')
  await scene.app.untilApplied()
  const first = await ctl(['tail', '--count', '1', '--jsonl'])
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toContain(`"body":${raw}}`)
  const rest = await ctl(['tail', '--no-follow'])
  expect(rest.out.trim().split('\n')).toHaveLength(1)
  expect(rest.out).toContain('\tincomingMessageReceived\t')
  expect(await ctl(['tail', '--no-follow'])).toMatchObject({ code: 0, out: '' })
  // What could not be printed comes again.
  await scene.receive('lost on its way out')
  await scene.app.untilApplied()
  const fail = () => {
    throw new Error('The disk is full.')
  }
  expect(await ctl(['tail', '--no-follow'], { onOutput: fail })).not.toMatchObject({ code: 0 })
  expect((await ctl(['tail', '--no-follow'])).out).toContain('lost on its way out')
  // Interrupted: what was printed does not come again.
  const interrupt = new AbortController()
  const following = ctl(['tail'], { signal: interrupt.signal, onOutput: () => interrupt.abort() })
  await scene.receive('third')
  expect(await following).toMatchObject({ code: 130, out: expect.stringContaining('third') as string })
  expect((await ctl(['tail', '--no-follow'])).out).toBe('')
})

test('tail waits for a desk that is started anew, at another port too, and goes on after what it printed', async () => {
  const scene = await startPrograms()
  const ctl = await ctlOf(scene)
  const interrupt = new AbortController()
  let printed = ''
  const following = ctl(['tail', '--jsonl'], {
    signal: interrupt.signal,
    onOutput: (text) => (printed += text),
  })
  const untilPrinted = (text: string) => scene.app.waitFor(text, () => printed.includes(text))
  await scene.receive('before')
  await untilPrinted('"before"')
  // What ends with a desk: the answer that is waited for, and its file and port.
  await scene.app.call('settings.update', { programs: false })
  await untilPrinted('Waiting for it.')
  await scene.receive('meanwhile')
  await scene.app.call('settings.update', { programs: true, programsPort: await freePort() })
  await untilPrinted('"meanwhile"')
  await scene.receive('after')
  await untilPrinted('"after"')
  interrupt.abort()
  const { code, out, err } = await following
  expect({ code, err }).toEqual({ code: 130, err: 'The desk is not there. Waiting for it.\n' })
  expect(out.split('\n').filter(Boolean)).toHaveLength(3)
})
