import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { Message } from '../../contract/messages.ts'
import type { Person } from '../../emulator/world/person.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { holding } from '../testing/bytes-of-folder.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createErasing } from './create-erasing.ts'

/** Bytes that no compression of an index cuts in two: none of them begins as another does. */
const traces = {
  text: 'quetzal asks for seventeen umbrellas',
  word: 'quetzal',
  edited: 'wombat asked for it before',
  answer: 'xylophones are sold out',
  phone: '79995550137',
  name: 'Yolanda Zappa',
  caption: 'zinnia on the table',
  fileName: 'vanilla-invoice.txt',
  fileContent: 'Urchins cost 4 each.',
  note: 'jackdaw lives on the second floor',
  draft: 'kumquat not yet sent',
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('It is not there.')
  return value
}

/** Two accounts on one disk, both with a history; the second one stays. */
async function startWithHistories() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const accounts = ['1101000001', '1101000002'].map((idInstance) =>
    emulator.addInstance({ idInstance, token: `token-of-${idInstance}` }),
  )
  const dir = createTempDir()
  const targets = accounts.map(({ idInstance, token }) => ({ apiUrl, idInstance, token }))
  const core = await startTestCore({ dataDir: dir.path, limitClasses: unlimited, instances: targets })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const { call, until, waitFor, keys } = core
  const [erased] = keys as [InstanceKey]
  const chats: ChatKey[] = []
  const people: { readonly person: Person; readonly text: string }[] = []
  for (const [index, key] of keys.entries()) {
    const account = present(accounts[index])
    const { text, edited, phone, name, caption, fileName, fileContent } = index === 0 ? traces : others
    const person = account.person(phone, { name })
    people.push({ person, text })
    const question = person.says(edited)
    person.edits(question, text)
    person.sendsImage({ caption, fileName: `${fileName}.jpg` })
    const bytes = Buffer.from(`${fileContent} ${'x'.repeat(50_000)}`)
    const list = { scope: key, filter: 'all', offset: 0, limit: 5 } as const
    const { rows } = await until('chats.list', list, (found) => found.rows.length === 1)
    const chat = present(rows[0]).key
    chats.push(chat)
    const window = { chat, anchor: { kind: 'newest' }, before: 20, after: 0 } as const
    const isPicture = ({ content }: Message) => content.kind === 'image'
    const shown = await until('messages.window', window, (found) => found.rows.some(isPicture))
    expect(await call('media.fetch', { message: present(shown.rows.find(isPicture)).key })).toMatchObject({
      kind: 'ready',
    })
    const { upload, address } = await call('uploads.begin', {
      chat,
      name: fileName,
      type: 'text/plain',
      bytes: bytes.length,
    })
    await core.core.takeSlice(address.replace('upload/', ''), 0, Readable.from([bytes], { objectMode: false }))
    const { messages } = await call('messages.sendFiles', {
      chat,
      sendId: `files-${index}`,
      files: [{ upload, caption: '', asFile: false }],
      text: '',
    })
    await call('messages.send', { chat, text: index === 0 ? traces.answer : 'Kept.' })
    await waitFor('the file went', async () => account.sends.length === 2 && messages.length === 1)
    await call('notes.add', { chat, text: index === 0 ? traces.note : 'Kept too.' })
    await call('chats.saveDraft', { chat, text: index === 0 ? traces.draft : 'Kept as well.' })
  }
  return { ...core, dir: dir.path, erased, chats, people }
}

const others = {
  ...traces,
  text: 'Quills are in stock',
  edited: 'Quills were asked for',
  phone: '79995550999',
  name: 'Otto',
  caption: 'oats',
  fileName: 'oats.txt',
  fileContent: 'Oats cost 2.',
}

test('of an instance that is removed and erased not a byte is left in the data directory, and all of another', async () => {
  const { call, dir, erased, waitFor, chats, stop } = await startWithHistories()
  expect(holding(dir, traces)).not.toEqual([])
  const media = () => readdirSync(join(dir, 'media')).filter((name) => /^[ft]/.test(name))
  const before = media().length
  // A damaged store that was set aside holds everything, and an exported file a chat.
  writeFileSync(join(dir, 'switchboard.db.damaged-2026-01-01T00-00-00-000Z'), JSON.stringify(traces))
  await call('export.chat', { chat: present(chats[0]), format: 'html', messages: null })
  await call('instances.remove', { instance: erased, eraseHistory: true })
  await waitFor('not a byte is left', () => holding(dir, traces).length === 0)
  expect(media().length).toBeLessThan(before)
  // What the other one shows is there, the picture that both had too.
  const window = await call('messages.window', {
    chat: present(chats[1]),
    anchor: { kind: 'newest' },
    before: 20,
    after: 0,
  })
  const refs = window.rows.flatMap(({ content }) =>
    'file' in content && content.file.kind === 'ready' ? [content.file.ref] : [],
  )
  expect(refs).toHaveLength(2)
  expect(media()).toEqual(expect.arrayContaining(refs))
  expect(window.rows.map(({ content }) => content.kind).toSorted()).toEqual(['document', 'image', 'text', 'text'])
  await stop()
  expect(holding(dir, traces)).toEqual([])
})

test('two that are removed at once while messages come are both erased whole', async () => {
  const { call, dir, keys, waitFor, people } = await startWithHistories()
  const says = () => {
    for (const { person, text } of people) person.says(text)
  }
  says()
  await Promise.all(
    keys.map(async (instance) => {
      const removed = call('instances.remove', { instance, eraseHistory: true })
      says()
      await removed
    }),
  )
  const written = { text: traces.text, other: others.text, phone: traces.phone, otherPhone: others.phone }
  await waitFor('not a byte is left', () => holding(dir, written).length === 0)
  expect(await call('instances.list', {})).toEqual([])
})

test('a history that is marked in the moment in which the last one is through is erased as well', async () => {
  const pieces = [true, false, true, false]
  const asked: boolean[] = []
  const store = {
    write: () => {
      const more = pieces[asked.length] ?? false
      asked.push(more)
      return Promise.resolve({ more, files: [], copies: null, person: null })
    },
  }
  let marks = 0
  const { service: histories } = createErasing({
    store: store as never,
    clock: { ...createManualClock(), sleep: () => Promise.resolve() },
    ids: { uuid: () => 'salt', random: () => 0.5 },
    logger: createSilentLogger(),
    elsewhere: {
      removeFiles() {
        // The removal comes after the store answered that nothing is left.
        if (asked.length === 2 && (marks += 1) === 1) histories.wake()
        return Promise.resolve()
      },
      eraseCopies: () => Promise.resolve(),
      erasePerson: () => Promise.resolve(),
    },
  })
  histories.wake()
  await expect.poll(() => asked).toEqual([true, false, true, false])
  await histories.stop()
})
