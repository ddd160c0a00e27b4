import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Clock } from '../base/ports.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { holding } from '../testing/bytes-of-folder.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What was written long ago: bytes that no index cuts in two. */
const traces = {
  text: 'quetzal asks for seventeen umbrellas',
  word: 'quetzal',
  edited: 'aardvark was meant before',
  answer: 'xylophones are sold out',
  caption: 'zinnia on the table',
}
/** Names of what holds the bytes, but for the log of requests: it has what the service answered since. */
const held = (dir: string, bytes: Readonly<Record<string, string>>): readonly string[] =>
  holding(dir, bytes).filter((name) => !name.startsWith('requests.db'))

const keep = { days: 30, instances: [], labels: [] }

/** An account in whose chat something was written 40 days ago and now, and another one with the same. */
async function startWithOld() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const accounts = ['1101000001', '1101000002'].map((idInstance) =>
    emulator.addInstance({ idInstance, token: `token-of-${idInstance}` }),
  )
  const dir = createTempDir()
  const clock = createBorrowedClock(emulator.clock)
  const instances = accounts.map(({ idInstance, token }) => ({ apiUrl, idInstance, token }))
  const options = { dataDir: dir.path, limitClasses: unlimited, instances }
  const core = await startTestCore({ ...options, clock })
  const cores = [core]
  const begin = async (seen: (clock: Clock) => Clock = (clock) => clock) => {
    const next = await startTestCore({ ...options, clock: seen(createBorrowedClock(emulator.clock)) })
    cores.push(next)
    return next
  }
  onTestFinished(async () => {
    for (const one of cores) await one.stop()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  await core.call('settings.update', { keepJournalDays: null, keepRequestsDays: null })
  const chats: ChatKey[] = []
  const people = accounts.map((account) => account.person('79995550137', { name: 'Yolanda' }))
  for (const [index, person] of people.entries()) {
    const suffix = index === 0 ? '' : ' elsewhere'
    person.says(index === 0 ? traces.text : 'Quills are in stock')
    if (index === 0) {
      person.edits(person.says(traces.edited), 'and now another')
      person.sendsImage({ caption: traces.caption })
    }
    const list = { scope: core.keys[index] as InstanceKey, filter: 'all', offset: 0, limit: 5 } as const
    const found = await core.until(
      'chats.list',
      list,
      ({ rows }) => rows.length === 1 && rows[0]?.unread === (index === 0 ? 3 : 1),
    )
    const chat = found.rows[0]?.key as ChatKey
    chats.push(chat)
    await core.call('messages.send', { chat, text: index === 0 ? traces.answer : `Thanks${suffix}` })
    await core.waitFor('the answer went', () => accounts[index]?.sends.length === 1)
  }
  const window = (chat: ChatKey) => ({ chat, anchor: { kind: 'newest' }, before: 50, after: 0 }) as const
  const [chat, other] = chats as [ChatKey, ChatKey]
  const { rows } = await core.call('messages.window', window(chat))
  const picture = rows.find(({ content }) => content.kind === 'image')
  await core.call('media.fetch', { message: picture?.key ?? (0 as never) })
  await core.untilApplied()
  emulator.clock.advance(40 * dayMs)
  people[0]?.says('vulture is new')
  await core.until('messages.window', window(chat), (found) => found.rows.length === 5)
  await core.call('messages.send', { chat, text: 'So it is' })
  await core.waitFor('the second answer went', () => accounts[0]?.sends.length === 2)
  const texts = async (of: ChatKey, on = core) =>
    (await on.call('messages.window', window(of))).rows.map(({ content }) =>
      'text' in content ? content.text : content.kind,
    )
  const retainedFrom = () => {
    const db = new DatabaseSync(join(dir.path, storeFileName), { readOnly: true })
    const row = db.prepare('select max(retained_from) as at from instance').get()
    db.close()
    return Number(row?.['at'])
  }
  return { ...core, emulator, dir: dir.path, accounts, people, chat, other, window, texts, begin, retainedFrom }
}

test('of messages that are too old not a byte is left in the data folder, and all of what is kept', async () => {
  const scene = await startWithOld()
  const { call, dir, emulator, waitFor, chat, other, texts, stop, keys, window } = scene
  const [, second] = keys as [InstanceKey, InstanceKey]
  for (const [what, bytes] of Object.entries(traces)) expect(holding(dir, { [what]: bytes }), what).not.toEqual([])
  const only = { ...keep, instances: [{ instance: second, days: null }] }
  const [first, always] = await call('retention.preview', only)
  expect(first).toMatchObject({ days: 30, isTeams: false, messages: 4, files: 1, waitingChats: 0 })
  expect(first?.bytes).toBeGreaterThan(0)
  expect(emulator.clock.now() - (first?.oldestAt ?? 0)).toBeGreaterThan(39 * dayMs)
  expect(always).toMatchObject({ days: null, messages: 0 })

  await call('retention.set', only)
  await waitFor('not a byte is left', () => {
    emulator.clock.advance(hourMs / 4)
    return held(dir, traces).length === 0
  })
  expect(await texts(chat)).toEqual(['vulture is new', 'So it is'])
  expect(await texts(other)).toEqual(['Quills are in stock', 'Thanks elsewhere'])

  // The service has all of it, and is not asked for what would not be taken.
  await call('history.refresh', { chat })
  expect(await texts(chat)).toEqual(['vulture is new', 'So it is'])
  const shown = await call('messages.window', window(chat))
  expect(shown).toMatchObject({ hasOlder: false, olderAtService: false })
  expect(shown.completeness.retainedFrom).toBeGreaterThan(0)
  const asked = () => emulator.recorder.list({ operation: 'getChatHistory' }).length
  const before = asked()
  await call('history.loadOlder', { chat })
  expect(asked()).toBe(before)
  await stop()
  expect(held(dir, traces)).toEqual([])
})

test('a removal goes on after a restart', async () => {
  const { call, dir, emulator, chat, stop, begin, texts, retainedFrom, waitFor } = await startWithOld()
  await call('retention.set', keep)
  await waitFor('the removal has begun', () => {
    emulator.clock.advance(hourMs / 4)
    return retainedFrom() > 0
  })
  await stop()
  const again = await begin()
  await again.waitFor('not a byte is left', () => held(dir, traces).length === 0)
  expect(await texts(chat, again)).toEqual(['vulture is new', 'So it is'])
})

test.each(['from the start on', 'while it runs'])(
  'a clock that is a year ahead %s removes nothing that is to stay',
  async (when) => {
    const { call, emulator, chat, stop, begin, texts, retainedFrom } = await startWithOld()
    await call('retention.set', { ...keep, days: 60 })
    await stop()
    const begun = emulator.clock.now()
    let ahead = when === 'while it runs' ? 0 : 365 * dayMs
    const wrong = await begin((clock) => ({ ...clock, now: () => clock.now() + ahead }))
    await wrong.waitFor('it ran twice', () => {
      emulator.clock.advance(hourMs / 2)
      if (emulator.clock.now() - begun > 2 * hourMs) ahead = 365 * dayMs
      return emulator.clock.now() - begun > 50 * hourMs && retainedFrom() > 0
    })
    expect(retainedFrom()).toBeLessThanOrEqual(emulator.clock.now() - 60 * dayMs)
    expect(await texts(chat, wrong)).toHaveLength(6)
  },
)
