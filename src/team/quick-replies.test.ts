import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { storeFileName } from '../core/store/client/open-store.ts'
import { createSharedScene, type SceneDesk } from './testing/team-scene.ts'

const listOf = (desk: SceneDesk) => desk.call('quickReplies.list', { scope: null })
const textsOf = async (desk: SceneDesk) => (await listOf(desk)).map(({ name, text }) => `${name}: ${text}`)
const until = (desk: SceneDesk, what: string, wanted: readonly string[]) =>
  desk.waitFor(what, async () => JSON.stringify(await textsOf(desk)) === JSON.stringify(wanted))
const untilShared = (desk: SceneDesk) =>
  desk.waitFor('the team has all of it', async () => (await listOf(desk)).every(({ shared }) => shared !== 'waiting'))
/** How the database names its history, as far as the desk knows. */
function historyOf(desk: SceneDesk): unknown {
  const db = new DatabaseSync(join(desk.dataDir, storeFileName), { readOnly: true })
  try {
    return db.prepare(`select value from meta where name = 'team_generation'`).get()?.['value']
  } finally {
    db.close()
  }
}
const share = (desk: SceneDesk, name: string, text: string) =>
  desk.call('quickReplies.save', { instance: null, name, text, shared: true })
const change = async (desk: SceneDesk, name: string, text: string) => {
  const reply = (await listOf(desk)).find((one) => one.name === name)
  return desk.call('quickReplies.save', { key: reply?.key, instance: null, name, text, shared: true })
}

test('a shared quick reply is with all desks, is changed by either, and is gone for all once it is removed', async () => {
  const { first: yara, second: anna, desk } = await createSharedScene()
  await share(yara, 'Hours', 'Open from 9, {firstName}.')
  await yara.call('quickReplies.save', { instance: null, name: 'Mine', text: 'Only here.' })
  await until(anna, 'the reply is there too', ['Hours: Open from 9, {firstName}.'])
  expect(await listOf(anna)).toMatchObject([{ instance: null, shared: 'shared' }])
  await change(anna, 'Hours', 'Open from 10.')
  await until(yara, 'it is changed there too', ['Hours: Open from 10.', 'Mine: Only here.'])
  const late = await desk('Ines')
  await late.join()
  await until(late, 'it is there for who comes later', ['Hours: Open from 10.'])
  const [reply] = await listOf(anna)
  await anna.call('quickReplies.remove', { key: reply?.key as never })
  await until(yara, 'it is gone there too', ['Mine: Only here.'])
  await until(late, 'it is gone there too', [])
})

test('two who change one while they can not hear each other lose no text', async () => {
  const { first: yara, second: anna } = await createSharedScene()
  await share(yara, 'Hours', 'Open from 9.')
  await until(anna, 'the reply is there too', ['Hours: Open from 9.'])
  anna.line.cut(true)
  await anna.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  await change(anna, 'Hours', 'says Anna')
  expect(await listOf(anna)).toMatchObject([{ text: 'says Anna', shared: 'waiting' }])
  await change(yara, 'Hours', 'says Yara')
  await untilShared(yara)
  anna.line.cut(false)
  await anna.waitFor('both are there', async () => (await listOf(anna)).length === 2)
  // What Yara wrote stands for all; Anna keeps hers to herself.
  expect(await listOf(anna)).toMatchObject([
    { text: 'says Yara', shared: 'shared' },
    { text: 'says Anna', shared: null },
  ])
  expect(await textsOf(yara)).toEqual(['Hours: says Yara'])
})

test('who changes one that a colleague removed meanwhile keeps the text, and a removal never takes away a later text', async () => {
  const { first: yara, second: anna } = await createSharedScene()
  await share(yara, 'Hours', 'Open from 9.')
  await share(yara, 'Price', 'It is 10.')
  await until(anna, 'both are there', ['Hours: Open from 9.', 'Price: It is 10.'])
  anna.line.cut(true)
  await anna.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  const [hours] = await listOf(yara)
  await yara.call('quickReplies.remove', { key: hours?.key as never })
  await change(yara, 'Price', 'It is 12.')
  await untilShared(yara)
  await change(anna, 'Hours', 'Open from 8.')
  const price = (await listOf(anna)).find(({ name }) => name === 'Price')
  await anna.call('quickReplies.remove', { key: price?.key as never })
  anna.line.cut(false)
  await until(anna, 'the team says what stands', ['Hours: Open from 8.', 'Price: It is 12.'])
  await untilShared(anna)
  expect(await listOf(anna)).toMatchObject([{ shared: null }, { shared: 'shared' }])
  await until(yara, 'the other one is as it was', ['Price: It is 12.'])
})

test('a database that lost its last changes gets them back, once, and a viewer sees those after it', async () => {
  const { first: yara, second: anna, desk, database } = await createSharedScene()
  const vera = await desk('Vera', 'viewer')
  await vera.join()
  await share(yara, 'Hours', 'Open from 9.')
  for (const each of [anna, vera]) await until(each, 'the reply is there', ['Hours: Open from 9.'])
  const standby = await database.copy()
  await change(yara, 'Hours', 'Open from 10.')
  await share(anna, 'Price', 'It is 10.')
  const last = ['Hours: Open from 10.', 'Price: It is 10.']
  for (const each of [yara, anna, vera]) await until(each, 'both are there', last)
  const before = new Map([yara, anna].map((each) => [each, historyOf(each)]))
  await database.swapWith(standby)
  const inDatabase = () =>
    database.run(`select name || ': ' || text as reply from switchboard.quick_reply order by name`)
  await yara.waitFor('the database has both again', async () => {
    const rows = await inDatabase()
    return JSON.stringify(rows.map(({ reply }) => reply)) === JSON.stringify(last)
  })
  // Who writes in the moment in which their own desk gives it back too keeps the text as a second one.
  for (const each of [yara, anna]) {
    await each.waitFor('it knows of the other history', () => historyOf(each) !== before.get(each))
    await each.store.write('quickReplies.recheckShared', undefined)
    // Desks look for themselves only every half a minute.
    await database.run(`select switchboard.wake('quickReply')`)
    const hasAll = async () => (await each.store.read('quickReplies.unsynced', undefined)).length === 0
    await each.waitFor('nothing is to be given back', hasAll)
  }
  await change(anna, 'Hours', 'Open from 11.')
  for (const each of [yara, anna, vera]) {
    await until(each, 'the next change is there, and no copy', ['Hours: Open from 11.', 'Price: It is 10.'])
    await untilShared(each)
    expect((await listOf(each)).map(({ shared }) => shared)).toEqual(['shared', 'shared'])
  }
})

test('who changed one before the database lost it writes over no change that a colleague made since', async () => {
  const { first: yara, second: anna, database } = await createSharedScene()
  const standby = await database.copy()
  await share(yara, 'Hours', 'Open from 9.')
  await untilShared(yara)
  await change(yara, 'Hours', 'Open from 10.')
  await until(anna, 'it is there too', ['Hours: Open from 10.'])
  anna.line.cut(true)
  await anna.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  await change(anna, 'Hours', 'says Anna')
  await database.swapWith(standby)
  await yara.waitFor('the database has it again', async () => {
    const rows = await database.run('select text from switchboard.quick_reply')
    return rows.length === 1 && rows[0]?.['text'] === 'Open from 10.'
  })
  await change(yara, 'Hours', 'says Yara')
  await untilShared(yara)
  anna.line.cut(false)
  await until(anna, 'both are there', ['Hours: says Yara', 'Hours: says Anna'])
  expect(await textsOf(yara)).toEqual(['Hours: says Yara'])
})

test('a desk that leaves keeps them as its own, beside one of the same name; without a team none is shared', async () => {
  const { first: yara, second: anna } = await createSharedScene()
  await anna.call('quickReplies.save', { instance: null, name: 'Hours', text: 'Mine.' })
  await share(yara, 'Hours', 'Ours.')
  await until(anna, 'both are there', ['Hours: Mine.', 'Hours: Ours.'])
  await anna.call('team.leave', { erase: false })
  expect(await textsOf(anna)).toEqual(['Hours: Mine.', 'Hours 2: Ours.'])
  expect((await listOf(anna)).map(({ shared }) => shared)).toEqual([null, null])
  await expect(share(anna, 'Other', 'x')).rejects.toThrow('teamMissing')
})
