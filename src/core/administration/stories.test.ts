import { expect, test } from 'vitest'
import { openAdministration, refusalOf } from '../testing/administration-scene.ts'

const hour = 3_600_000

async function scene(family: 'v3' | 'whatsapp' | 'telegram' = 'whatsapp') {
  const opened = await openAdministration({ family })
  const { instance, core, emulator } = opened
  const anna = instance.person('79990001122', { name: 'Anna', contactName: 'Anna K.' })
  const now = emulator.clock.now()
  return {
    ...opened,
    anna,
    now,
    read: (days: 1 | 7 | 30 = 1) => core.call('stories.read', { instance: core.firstKey(), days }),
    fetch: (story: string) => core.call('stories.fetch', { instance: core.firstKey(), story }),
  }
}

test('stories come newest first, of the period that was chosen, and make no chat', async () => {
  const { anna, instance, core, now, read } = await scene()
  const text = { text: 'Open on Sunday', backgroundColor: '#2F6F4E', font: 'SERIF' }
  anna.publishes({ id: 'S1', at: now - 3 * hour, typeMessage: 'extendedTextMessage', extendedTextMessage: text })
  anna.publishes({ id: 'S2', at: now - hour, typeMessage: 'imageMessage', caption: 'New', media: 'sample-image' })
  anna.publishes({ id: 'S3', at: now - 40 * hour, typeMessage: 'deletedMessage', extendedTextMessage: text })
  instance.person('79990001133', { name: 'A stranger' }).publishes({ id: 'S4', typeMessage: 'textMessage' })
  const person = { id: anna.chatId, name: 'Anna K.' }
  expect(await read()).toEqual([
    expect.objectContaining({ id: 'S2', kind: 'image', at: now - hour, person, text: 'New', hasFile: true }),
    expect.objectContaining({ id: 'S1', kind: 'text', person, text: 'Open on Sunday', background: '#2f6f4e' }),
  ])
  expect((await read(7)).map(({ id, kind, text: shown }) => [id, kind, shown])).toEqual([
    ['S2', 'image', 'New'],
    ['S1', 'text', 'Open on Sunday'],
    ['S3', 'deleted', ''],
  ])
  expect(await core.call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 10 })).toMatchObject({
    total: 0,
  })
})

test('a story of any shape is shown, and no address or style of a stranger reaches the window', async () => {
  const { instance, now, read, anna } = await scene()
  const at = Math.floor(now / 1000)
  const push = (record: Record<string, never> | object) =>
    instance.journals.stories.push({ at: now, record: { ...record } as never })
  push({ idMessage: 'A', typeMessage: 'extendedTextMessage', timestamp: String(at), senderId: anna.chatId })
  push({
    ...{ idMessage: 'C', typeMessage: 'extendedTextMessage', timestamp: 'soon', chatId: 79_990_001_144 },
    extendedTextMessage: { text: 'x'.repeat(9000), backgroundColor: 'url(https://tracker.example/p)' },
  })
  push({ idMessage: 'B', typeMessage: 'videoMessage' })
  push({ idMessage: 17, typeMessage: 'hologramMessage', downloadUrl: 'javascript:alert(1)', jpegThumbnail: {} })
  push({ typeMessage: 'imageMessage' })
  push({ idMessage: 'B', typeMessage: 'imageMessage', jpegThumbnail: 'A'.repeat(200_001) })
  const stories = await read()
  expect(stories.map(({ id, kind, at: time }) => [id, kind, time])).toEqual([
    ['A', 'text', at * 1000],
    ['C', 'text', null],
    ['B', 'image', null],
    ['17', 'other', null],
  ])
  expect(stories.find(({ id }) => id === 'C')).toMatchObject({ text: 'x'.repeat(4000), background: null })
  expect(stories.find(({ id }) => id === 'B')).toMatchObject({ thumbnail: '' })
  expect(JSON.stringify(stories)).not.toMatch(/tracker|javascript/u)
  expect(stories.at(-1)).toMatchObject({
    type: 'hologramMessage',
    hasFile: true,
    thumbnail: '',
    person: { id: '', name: '' },
  })
})

test('the file of a story is fetched by its id alone', async () => {
  const { anna, fetch, read } = await scene()
  anna.publishes({ id: 'S1', typeMessage: 'imageMessage', media: 'sample-image' })
  expect(await refusalOf(fetch('S1'))).toMatchObject({ code: 'notFound' })
  await read()
  expect(await refusalOf(fetch('S2'))).toMatchObject({ code: 'notFound' })
  const file = await fetch('S1')
  expect(file).toMatchObject({ kind: 'ready', mimeType: expect.stringMatching(/^image\//u) as unknown })
})

test.each(['v3', 'telegram'] as const)('an instance of the family %s has none, and is never asked', async (family) => {
  const { asked, core, read } = await scene(family)
  expect(await refusalOf(read())).toMatchObject({ code: 'operationMissing' })
  expect(asked('getIncomingStatuses')).toBe(0)
  const [shown] = await core.call('instances.list', {})
  expect(shown?.absentOperations).toContain('getIncomingStatuses')
})
