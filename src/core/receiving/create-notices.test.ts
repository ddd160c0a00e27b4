import { expect, it, onTestFinished } from 'vitest'
import type { NoticeEvent } from '../../contract/events.ts'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { AppSettings } from '../../contract/settings.ts'
import { createInstanceRegistry } from '../accounts/instance-registry.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { createNotices } from './create-notices.ts'
import type { NoticeCandidate } from './tx/notice-candidates.ts'

async function open() {
  const dir = createTempDir()
  const clock = createManualClock()
  const logger = createSilentLogger()
  const store = await openTestStore(dir.path, { clock })
  const http = createUndiciHttp()
  const ids = { uuid: () => crypto.randomUUID(), random: () => 0.5 }
  const instances = createInstanceRegistry({ clock, http, ids, logger, store })
  const added = await store.write('accounts.add', {
    apiUrl: 'https://api.example.com',
    idInstance: '1101000001',
    family: 'v3',
    prefix: '/v3',
    name: 'Order desk',
    colour: 'teal',
    mode: 'full',
  })
  if (added.kind === 'exists') throw new Error('The instance exists already.')
  const { key } = added.instance
  instances.update(await store.read('accounts.list', undefined))
  const noticeEvents: NoticeEvent[] = []
  const emit = (event: { readonly type: string; readonly notice?: NoticeEvent }) => {
    if (event.notice) noticeEvents.push(event.notice)
  }
  const notices = createNotices({ clock, store, instances, logger, emit })
  onTestFinished(async () => {
    notices.stop()
    await store.close()
    await http.close()
    dir[Symbol.dispose]()
  })
  let messages = 0
  const candidate = (more: Partial<NoticeCandidate> = {}): NoticeCandidate => ({
    chat: 1 as ChatKey,
    message: (messages += 1) as MessageKey,
    title: 'Anna',
    sender: '',
    kind: 'text',
    text: 'Is it ready?',
    at: clock.now(),
    muted: false,
    ...more,
  })
  return {
    clock,
    candidate,
    set: (settings: Partial<AppSettings>) => store.write('settings.update', settings),
    async learnOffset(clockOffsetMs: number) {
      await store.write('accounts.learn', { key, clockOffsetMs })
      instances.update(await store.read('accounts.list', undefined))
    },
    add: (...all: readonly NoticeCandidate[]) => notices.add(key, all),
    noticeEvents,
    start() {
      instances.setToken(key, 'a-token-of-the-desk')
      notices.start()
    },
    report: (retryAt: number) =>
      instances.get(key)?.connection.report({
        kind: 'failed',
        by: 'receive',
        retryAt,
        error: { operation: 'receiveNotification', kind: 'wrongToken', status: 401, text: '', form: 'json' },
      } as never),
    /** Adds candidates, lets the time pass in which more could come, and returns the notices of them. */
    async noticesAfter(...all: readonly NoticeCandidate[]) {
      const before = noticeEvents.length
      notices.add(key, all)
      await clock.advance(6000)
      // Reads are answered in their order: when this one is, the notices have had theirs.
      await store.read('settings.get', undefined)
      return noticeEvents.slice(before)
    },
  }
}

it('a notice has name and text, less where Settings say so, and there is none when they are off', async () => {
  const { noticesAfter, candidate, set } = await open()
  expect(await noticesAfter(candidate())).toMatchObject([
    { kind: 'incoming', title: 'Anna', body: 'Is it ready?', silent: false },
  ])
  await set({ notificationText: false })
  expect(await noticesAfter(candidate())).toMatchObject([{ kind: 'incoming', title: 'Order desk', body: '' }])
  await set({ notificationText: true, notificationSound: 'none' })
  expect(await noticesAfter(candidate())).toMatchObject([{ title: 'Anna', silent: true }])
  await set({ notifications: false })
  expect(await noticesAfter(candidate())).toEqual([])
  await set({ notifications: true })
  expect(await noticesAfter(candidate({ text: 'Again' }))).toMatchObject([{ body: 'Again' }])
})

it('sums up what comes in a flood or is old, and is silent about what is muted', async () => {
  const { clock, noticesAfter, candidate } = await open()
  expect(await noticesAfter(candidate({ muted: true }))).toEqual([])
  expect(await noticesAfter(candidate(), candidate(), candidate())).toHaveLength(3)
  const flood = [1, 2, 3, 4].map((chat) => candidate({ chat: (chat % 2) as ChatKey }))
  expect(await noticesAfter(...flood)).toMatchObject([
    { kind: 'summary', instanceName: 'Order desk', messages: 4, chats: 2 },
  ])
  expect(await noticesAfter(candidate({ at: clock.now() - 3 * 60_000 }))).toMatchObject([
    { kind: 'summary', messages: 1, chats: 1 },
  ])
})

it('sums up as soon as one of several is old, and tells nothing of one that is muted among others', async () => {
  const { clock, noticesAfter, candidate } = await open()
  const old = candidate({ at: clock.now() - 3 * 60_000 })
  expect(await noticesAfter(candidate(), old)).toMatchObject([{ kind: 'summary', messages: 2 }])
  expect(await noticesAfter(candidate({ muted: true }), candidate({ text: 'Loud' }))).toMatchObject([{ body: 'Loud' }])
})

it('waits for what follows at once, and five seconds at most', async () => {
  const { clock, candidate, add, noticeEvents } = await open()
  for (let passed = 0; passed < 6_000; passed += 300) {
    add(candidate())
    await clock.advance(300)
  }
  await expect.poll(() => noticeEvents.length).toBeGreaterThan(0)
  expect(noticeEvents).toMatchObject([{ kind: 'summary', messages: 17 }])
})

it('tells once that an account needs a person', async () => {
  const { noticeEvents, start, report } = await open()
  start()
  report(1000)
  report(2000)
  expect(noticeEvents).toMatchObject([{ kind: 'trouble', connection: 'wrongToken', instanceName: 'Order desk' }])
})

it.each([-10, 10])(
  'what has just come is no backlog where the clock of the computer is %i minutes ahead',
  async (minutes) => {
    const { clock, candidate, noticesAfter, learnOffset } = await open()
    await learnOffset(-minutes * 60_000)
    expect(await noticesAfter(candidate({ at: clock.now() - minutes * 60_000 }))).toMatchObject([
      { kind: 'incoming', body: 'Is it ready?' },
    ])
    expect(await noticesAfter(candidate({ at: clock.now() - (minutes + 3) * 60_000 }))).toMatchObject([
      { kind: 'summary' },
    ])
  },
)
