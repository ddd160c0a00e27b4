import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { syncChats } from './sync-chats.ts'

const window = (...records: readonly { readonly timestamp: number }[]) => ({
  ...{ ok: true, value: { items: records.map((record) => ({ raw: record, value: record })), broken: [] } },
})
const none = window()
const page = { ok: false, error: { operation: 'getChatHistory', kind: 'unreadable', status: 200, form: 'html' } }
const overBudget = { ok: false, error: { operation: 'getChatHistory', kind: 'overBudget' } }

/** Syncs chats of an instance whose service gives these answers, one for each chat that is asked for. */
async function syncAll(
  answers: readonly (ReturnType<typeof window> | typeof overBudget | typeof page)[],
  { chats, before, offsetMs = 0 }: { chats: number; before: number; offsetMs?: number },
) {
  const dir = createTempDir()
  const store = await openTestStore(dir.path)
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  const added = await store.write('accounts.add', {
    ...{ apiUrl: 'https://api.example', idInstance: '1101000001', family: 'whatsapp', prefix: '' },
    ...{ name: 'Shop', colour: 'teal', mode: 'full' },
  })
  if (added.kind === 'exists') throw new Error('It is there already.')
  const { key } = added.instance
  const clock = createManualClock()
  const ids = Array.from({ length: chats }, (_, index) => `7999000112${index}@c.us`)
  await store.write('archive.learnChats', {
    ...{ instance: key, at: clock.now(), create: true },
    chats: ids.map((chatId) => ({ chatId, name: 'Anna', contactName: '', phone: '', type: '' })),
  })
  const never = { from: Number.MAX_SAFE_INTEGER - 1, to: Number.MAX_SAFE_INTEGER }
  const toCheck = await store.read('history.chatsToCheck', { instance: key, within: never })
  let asked = 0
  const { signal } = new AbortController()
  const run = {
    ...{ key, instance: { row: () => ({ ...added.instance, clockOffsetMs: offsetMs }) }, pause: async () => 'elapsed' },
    api: { call: async () => answers[asked++] ?? none },
  }
  const shared: string[] = []
  const found = { messages: 0, chats: new Set<ChatKey>() }
  const windows = {
    ...{
      isShared: () => true,
      untilFollowed: async () => undefined,
      has: () => false,
      onWindow: () => () => undefined,
    },
    share: async (_: InstanceKey, chatId: string) => void shared.push(chatId),
  }
  const end = await syncChats(
    run as never,
    { clock, store, logger: createSilentLogger(), found },
    {
      ...{ kind: 'firstSync', chats: toCheck, startedAt: clock.now(), before, isLast: true, arriving: false, signal },
      fromTeam: { isLive: false, windows },
    },
  )
  const { sync } = await store.read('accounts.get', { key })
  const [first] = toCheck
  const spans = first === undefined ? [] : (await store.read('history.state', { chat: first.chat })).spans
  return { end, asked, sync, shared, spans, ids, found, now: clock.now() }
}

test('the progress of a sync goes on from round to round', async () => {
  const { end, asked, sync } = await syncAll([], { chats: 2, before: 3 })
  expect([end, asked]).toEqual(['finished', 2])
  expect(sync).toMatchObject({ done: 5, total: 5 })
})

test('a sync whose calls of the month are used up ends, and says how many chats it leaves out', async () => {
  const { end, asked, sync } = await syncAll([none, overBudget], { chats: 4, before: 0 })
  expect([end, asked]).toEqual(['finished', 2])
  expect(sync).toMatchObject({ done: 1, total: 4, spared: 3, finishedAt: expect.any(Number) })
})

test('a history in whose place a page of somebody else came is asked for again, at most three times', async () => {
  expect(await syncAll([page, none], { chats: 1, before: 0 })).toMatchObject({ end: 'finished', asked: 2 })
  const { asked, sync } = await syncAll([page, page, page, none], { chats: 2, before: 0 })
  expect(asked).toBe(4)
  expect(sync).toMatchObject({ done: 2, total: 2, finishedAt: expect.any(Number) })
})

test('a window is known up to when it was asked for by the clock of the service, less what that may still add', async () => {
  for (const offsetMs of [600_000, -600_000]) {
    const { spans, now } = await syncAll([], { chats: 1, before: 0, offsetMs })
    expect(spans.at(-1)?.to).toBe(now + offsetMs - 120_000)
  }
})

test('a history that was not read is shared with no colleague', async () => {
  const { shared, ids } = await syncAll([page, page, page, none], { chats: 2, before: 0 })
  expect(shared).toHaveLength(1)
  expect(ids).toEqual(expect.arrayContaining(shared))
})

test('what was missed are the messages of customers, not what the account itself wrote meanwhile', async () => {
  const timestamp = Date.UTC(2026, 10, 20, 11) / 1000
  const record = (type: string, idMessage: string) => ({
    ...{ type, idMessage, timestamp, typeMessage: 'textMessage', textMessage: 'Hello' },
  })
  const answer = window(record('incoming', 'A1'), record('outgoing', 'A2'), record('incoming', 'A3'))
  const { found } = await syncAll([answer], { chats: 1, before: 0 })
  expect([found.messages, found.chats.size]).toEqual([2, 1])
})
