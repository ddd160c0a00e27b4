import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import type { WindowLock } from '../../contract/app.ts'
import type { ContractEvent, NoticeEvent } from '../../contract/events.ts'
import { contract, type CallName, type Handlers, type Input } from '../../contract/index.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import { defaultSettings } from '../../contract/settings.ts'
import { createSignal } from '../base/create-signal.ts'
import { deriveCheapKey } from '../testing/cheap-key.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createWindowLock, windowLockName } from './window-lock.ts'
import { createWindowOrigin } from './window-origin.ts'

const passphrase = 'seven grey otters tumble'
const other = 'a blue heron waits alone'
const context = { signal: new AbortController().signal }
const minuteMs = 60_000
const secret = 'http://person:secret@proxy.example:3128'

/** A host over handlers that note who was asked, in a data directory of its own. */
function createScene() {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const clock = createManualClock()
  const asked: string[] = []
  const events = createSignal<[ContractEvent]>()
  const start = () => {
    const lock = createWindowLock({
      dataDir: dir.path,
      clock,
      host: 'browser',
      settings: async () => ({ ...defaultSettings, proxy: { kind: 'url', url: secret } }),
      warn: () => undefined,
    })
    const names = Object.keys(contract) as CallName[]
    const answers = Object.fromEntries(
      names.map((name) => [
        name,
        async () => {
          asked.push(name)
          return 'an answer'
        },
      ]),
    )
    const handlers = lock.guard(contract, { ...answers, ...lock.handlers } as unknown as Handlers)
    const call = <Name extends CallName>(name: Name, input: Input<Name>) => handlers[name](input as never, context)
    return {
      lock,
      call,
      state: () => handlers['host.lock']({}, context),
      unlock: (typed: string) => call('host.unlock', { passphrase: typed }),
      set: (current: string | null, next: string | null) => call('host.setLock', { current, passphrase: next }),
    }
  }
  return { dir: dir.path, file: join(dir.path, windowLockName), clock, asked, events, start }
}

/** Locked by a start, with a key that costs little. */
async function createLocked() {
  const scene = createScene()
  const { key, kdf } = await deriveCheapKey(passphrase)
  const format = { format: 'switchboard-window-lock', version: 1, afterMinutes: 15, failures: 0 }
  writeFileSync(scene.file, JSON.stringify({ ...format, kdf, check: key.toString('base64') }))
  return { ...scene, ...scene.start() }
}

const refused = (code: string) => expect.objectContaining({ data: expect.objectContaining({ code }) as unknown })

test('a locked window is refused every call but the one that unlocks, and no handler hears of it', async () => {
  const { call, state, asked, unlock } = await createLocked()
  const others = (Object.keys(contract) as CallName[]).filter((name) => name !== 'host.lock' && name !== 'host.unlock')
  expect(others.length).toBeGreaterThan(200)
  for (const name of others) await expect(call(name, {} as never), name).rejects.toEqual(refused('windowLocked'))
  expect(asked).toEqual([])
  const shown = await state()
  expect(shown).toMatchObject({ kind: 'locked', waitMs: 0, isReadable: true, host: 'browser' })
  expect(JSON.stringify(shown), 'only how the window appearance').not.toContain('proxy')

  await unlock(passphrase)
  expect(await state()).toEqual({ kind: 'open', afterMinutes: 15 })
  expect(await call('chats.details', { chat: 1 as ChatKey })).toBe('an answer')
})

test('what is read while the window locks is not shown, and what is done by then is said', async () => {
  const { lock } = await createLocked()
  const running = { read: Promise.withResolvers<string>(), send: Promise.withResolvers<string>() }
  const handlers = lock.guard(contract, {
    'chats.list': (_input: unknown, _context: unknown) => running.read.promise,
    'messages.send': (_input: unknown, _context: unknown) => running.send.promise,
    ...lock.handlers,
  })
  await handlers['host.unlock']({ passphrase }, context)
  const read = handlers['chats.list']({} as never, context)
  const send = handlers['messages.send']({} as never, context)
  await handlers['host.lockNow']({}, context)
  running.read.resolve('names and texts')
  running.send.resolve('sent')
  await expect(read).rejects.toEqual(refused('windowLocked'))
  // Otherwise the person would send it again.
  expect(await send).toBe('sent')
})

test('without a passphrase nothing locks', async () => {
  const { clock, start } = createScene()
  const { lock, state, call } = start()
  expect(await state()).toEqual({ kind: 'none' })
  lock.lock()
  await call('host.lockNow', {})
  await clock.advance(1000 * minuteMs)
  expect(lock.isLocked()).toBe(false)
  expect(clock.pending()).toBe(0)
})

test('it locks after the time without a sign of the person, and a sign begins it anew', async () => {
  const { clock, lock, call, unlock } = await createLocked()
  await unlock(passphrase)
  await clock.advance(14 * minuteMs)
  await call('host.active', {})
  await clock.advance(14 * minuteMs)
  expect(lock.isLocked()).toBe(false)
  await clock.advance(1.2 * minuteMs)
  expect(lock.isLocked()).toBe(true)

  await unlock(passphrase)
  await call('host.setLockAfter', { minutes: 1 })
  await clock.advance(1.2 * minuteMs)
  expect(lock.isLocked()).toBe(true)

  await unlock(passphrase)
  await call('host.setLockAfter', { minutes: null })
  await clock.advance(1000 * minuteMs)
  expect(lock.isLocked(), 'by the key alone').toBe(false)
})

test('a clock that is set back puts off no lock, and a computer that slept is locked', async () => {
  const { clock, lock, unlock } = await createLocked()
  await unlock(passphrase)
  clock.setNow(Date.UTC(2020, 0, 1))
  await clock.advance(16 * minuteMs)
  expect(lock.isLocked()).toBe(true)
  await unlock(passphrase)
  // The timers of a computer that sleeps stand still; its clock goes on.
  await clock.advance(1000)
  clock.setNow(clock.now() + 5 * minuteMs)
  await clock.advance(10_000)
  expect(lock.isLocked()).toBe(true)
})

test('the pause after a wrong passphrase doubles up to a quarter of an hour, and goes with the right one', async () => {
  const { clock, unlock, state, lock } = await createLocked()
  const pauses: number[] = []
  for (let guess = 0; guess < 12; guess++) {
    await expect(unlock(`guess ${guess}`)).rejects.toEqual(refused('passphraseWrong'))
    const { waitMs } = (await state()) as Extract<WindowLock, { kind: 'locked' }>
    pauses.push(waitMs / 1000)
    await clock.advance(waitMs - 1)
    // The right one is not tried either: otherwise the pause would tell whether it was right.
    await expect(unlock(passphrase)).rejects.toMatchObject({ data: { code: 'passphrasePause', retryAfterMs: 1 } })
    await clock.advance(1)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  await unlock(passphrase)
  lock.lock()
  expect(await state()).toMatchObject({ kind: 'locked', waitMs: 0 })
})

test('guesses at the same moment count each, and so does one whose program was ended', async () => {
  const { file, clock, unlock, start } = await createLocked()
  const guesses = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => unlock(`guess ${index}`)))
  const codes = guesses.map((guess) => (guess.status === 'rejected' ? String(guess.reason.message) : 'open'))
  expect(codes).toEqual(['passphraseWrong', ...Array.from({ length: 49 }, () => 'passphrasePause')])

  // The pause begins again with each start, whatever the clock says.
  clock.setNow(clock.now() + 365 * 24 * 60 * minuteMs)
  await clock.advance(900)
  const again = start()
  expect(again.lock.isLocked()).toBe(true)
  expect(await again.state()).toMatchObject({ kind: 'locked', waitMs: 1000 })
  await clock.advance(1000)
  void again.unlock('one more').catch(() => undefined)
  await expect.poll(() => (JSON.parse(readFileSync(file, 'utf8')) as { failures: number }).failures).toBe(2)
  expect(await start().state()).toMatchObject({ waitMs: 2000 })
})

test('a new passphrase and none at all need the present one, and a weak one is refused', async () => {
  const { dir, file, clock, start } = createScene()
  const { set, state } = start()
  await expect(set(null, 'password1')).rejects.toEqual(refused('passphraseWeak'))
  expect(readdirSync(dir)).toEqual([])
  await set(null, passphrase)
  expect(readFileSync(file, 'utf8')).not.toContain(passphrase)
  await expect(set(other, other)).rejects.toEqual(refused('passphraseWrong'))
  await expect(set(null, null)).rejects.toEqual(refused('passphrasePause'))
  expect(await state()).toMatchObject({ kind: 'open' })

  await clock.advance(1000)
  await set(passphrase, other)
  const later = start()
  await expect(later.unlock(passphrase)).rejects.toEqual(refused('passphraseWrong'))
  await clock.advance(1000)
  await later.unlock(other)
  await later.set(other, null)
  expect(readdirSync(dir)).toEqual([])
  expect(start().lock.isLocked()).toBe(false)
})

test('a lock whose file is damaged stays closed, and says so', async () => {
  for (const text of ['', '{}', 'null', '{"format":"switchboard-window-lock","version":2}', '{"check":']) {
    const { file, start } = createScene()
    writeFileSync(file, text)
    const { state, unlock, call } = start()
    expect(await state(), text).toMatchObject({ kind: 'locked', isReadable: false })
    await expect(unlock(passphrase)).rejects.toEqual(refused('passphraseWrong'))
    await expect(call('instances.list', {})).rejects.toEqual(refused('windowLocked'))
    rmSync(file)
    expect(await start().state(), 'as the guide says').toEqual({ kind: 'none' })
  }
})

test('a lock of whose file one part is damaged stays closed, and says so', async () => {
  const { file, start } = await createLocked()
  const whole = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const kdf = whole['kdf'] as Record<string, unknown>
  const damaged = (part: Record<string, unknown>) =>
    Object.keys(part).flatMap((name) => [null, -1, 0.5, 2 ** 40, []].map((bad) => ({ ...part, [name]: bad })))
  const files = [
    ...damaged(whole),
    ...damaged(kdf).map((bad) => ({ ...whole, kdf: bad })),
    { ...whole, kdf: { ...kdf, N: 3 } },
  ]
  // These are as good: no minutes, and whoever damaged the count has not guessed better.
  const isGood = ({ afterMinutes, failures }: Record<string, unknown>) => afterMinutes === null || failures === 2 ** 40
  for (const bad of files.filter((one) => !isGood(one))) {
    writeFileSync(file, JSON.stringify(bad))
    const { state, unlock } = start()
    expect(await state(), JSON.stringify(bad)).toMatchObject({ kind: 'locked', isReadable: false })
    await expect(unlock(passphrase)).rejects.toEqual(refused('passphraseWrong'))
  }
})

test('a disk that takes nothing keeps nobody out', async () => {
  const { file, unlock, state, lock } = await createLocked()
  mkdirSync(`${file}.new`)
  await unlock(passphrase)
  expect(await state()).toMatchObject({ kind: 'open' })
  lock.lock()
  await expect(unlock(other)).rejects.toEqual(refused('passphraseWrong'))
  expect(await state()).toMatchObject({ waitMs: 1000 })
})

test('when everything is deleted, the lock goes too', async () => {
  const { unlock, call, state, lock } = await createLocked()
  await unlock(passphrase)
  await call('storage.deleteEverything', {})
  expect(await state()).toEqual({ kind: 'none' })
  lock.lock()
  expect(lock.isLocked()).toBe(false)
})

test('beside a locked window a notice says that something came, and no change is told', async () => {
  const { lock, events, unlock } = await createLocked()
  const received: ContractEvent[] = []
  const stop = lock.guardEvents(events.listen)((event) => received.push(event))
  const incoming: NoticeEvent = {
    kind: 'incoming',
    instance: 1 as InstanceKey,
    instanceName: 'Order desk',
    chat: 2 as ChatKey,
    message: 3 as MessageKey,
    title: 'Anna Bell',
    body: 'My address is 12 Mill Lane',
    silent: false,
    missedCall: true,
  }
  const named = { instance: 1 as InstanceKey, instanceName: 'Order desk' }
  const notices: NoticeEvent[] = [
    incoming,
    { kind: 'summary', ...named, messages: 4, chats: 2 },
    { kind: 'trouble', ...named, connection: 'refused' },
    { kind: 'pairing', pairing: 1, code: '1234' },
  ]
  for (const notice of notices) events.emit({ type: 'notice', notice })
  events.emit({ type: 'changed', change: { kind: 'chats', instance: 1 as InstanceKey } })
  events.emit({ type: 'navigate', navigate: { kind: 'badLink', text: 'sb:' } })
  expect(received).toEqual([
    {
      type: 'notice',
      notice: {
        kind: 'incoming',
        instance: 1,
        instanceName: 'Switchboard',
        chat: 2,
        message: 3,
        title: '',
        body: '',
        silent: false,
      },
    },
    { type: 'notice', notice: { kind: 'trouble', instance: 1, instanceName: 'Switchboard', connection: 'refused' } },
  ])
  received.length = 0
  await unlock(passphrase)
  events.emit({ type: 'notice', notice: incoming })
  expect(received).toEqual([
    { type: 'changed', change: { kind: 'lock' } },
    { type: 'notice', notice: incoming },
  ])
  stop()
  lock.lock()
  expect(received).toHaveLength(2)
})

test('a locked window gets no file, and an upload that is under way goes on', async () => {
  const { dir, lock, unlock } = await createLocked()
  const picture = join(dir, 'picture.png')
  writeFileSync(picture, 'pixels')
  const served = async () => ({ path: picture, type: 'image/png' })
  const origin = createWindowOrigin({
    rendererDir: dir,
    ...lock.guardFiles({ openMedia: served, openFile: served }),
    takeSlice: async () => ({ kind: 'stored', stored: 4 }),
  })
  const get = async (target: string) => (await origin({ method: 'GET', target, range: null, body: null })).status
  expect([await get('/media/one'), await get('/files/two')]).toEqual([404, 404])
  const body = (async function* () {
    yield new Uint8Array(4)
  })()
  expect((await origin({ method: 'PUT', target: '/upload/token?offset=0', range: null, body })).status).toBe(200)
  await unlock(passphrase)
  expect([await get('/media/one'), await get('/files/two')]).toEqual([200, 200])
})
