import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { NoteKey } from '../contract/ids.ts'
import type { SharedInstanceId } from '../core/sharing/shared-ids.ts'
import { createAnnotatedChat } from './testing/annotated-chat.ts'
import { createTeamDatabase, openDesk } from './testing/team-database.ts'

test("a viewer's note stays at their desk, and the database refuses it whoever asks", async () => {
  const { yara, database, desk, at } = await createAnnotatedChat()
  await yara.call('notes.add', { chat: yara.chatKey, text: 'for all' })
  const tom = await desk('Tom', 'viewer')
  await tom.join()
  const viewer = await at(tom)
  await viewer.untilNotes('what stands is there', ['for all'])
  await viewer.call('notes.add', { chat: viewer.chatKey, text: 'for me' })
  expect(await viewer.call('notes.list', { chat: viewer.chatKey })).toMatchObject([
    { text: 'for me', unsynced: 'waiting' },
    { text: 'for all', unsynced: null },
  ])
  const { team } = await database.desk('Ed', 'viewer')
  const [shared] = await team.instances()
  const id = shared?.id as SharedInstanceId
  const denied = expect.objectContaining({ trouble: { kind: 'notAllowed' } })
  const note = { id: crypto.randomUUID(), text: 'x', at: 1, editedAt: null, base: 0 }
  await expect(team.putNote(id, '1@c.us', note)).rejects.toEqual(denied)
  await expect(team.putLabels(id, [])).rejects.toEqual(denied)
  expect(await team.annotations(id, 0, 10)).toHaveLength(1)
  await yara.call('notes.add', { chat: yara.chatKey, text: 'again for all' })
  await viewer.untilNotes('theirs stays theirs', ['for all', 'again for all', 'for me'])
  expect(await database.run('select text from switchboard.note order by n')).toEqual([
    { text: 'for all' },
    { text: 'again for all' },
  ])
})

test('a mark that the database refuses holds back neither notes nor other marks', async () => {
  const { yara, anna, database } = await createAnnotatedChat()
  await database.run(`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise check_violation; end $$;
    create trigger refuse before insert on switchboard.read_mark for each row execute function public.refuse()`)
  await yara.call('chats.markRead', { chat: yara.chatKey })
  await yara.waitFor(
    'the mark waits no more',
    async () => (await yara.store.read('team.marks', undefined)).length === 0,
  )
  await yara.call('notes.add', { chat: yara.chatKey, text: 'for all' })
  await anna.untilNotes('the note is there', ['for all'])
  expect(await database.run('select from switchboard.read_mark')).toEqual([])
})

test('what the database has no room for is said to be here alone, is not written over, and goes there when there is room', async () => {
  const { yara, anna, lena, database } = await createAnnotatedChat()
  const { team } = await database.desk('Ed')
  const [shared] = await team.instances()
  const id = shared?.id as SharedInstanceId
  await yara.call('notes.add', { chat: yara.chatKey, text: 'before' })
  await anna.untilNotes('the note is there too', ['before'])
  await database.run(`insert into switchboard.note select gen_random_uuid(), ${id}, '${lena.chatId}', 'x', gen_random_uuid(),
    gen_random_uuid(), 1, 1, null, 0 from generate_series(1, 399)`)
  await database.run(`insert into switchboard.chat_label select ${id}, '${lena.chatId}', 'x' || n, 'x' || n, 1, true, gen_random_uuid(), 0
    from generate_series(1, 99) n`)
  const unsynced = async () =>
    (await yara.call('notes.list', { chat: yara.chatKey })).map(({ text, unsynced: why }) => [text, why])
  await yara.call('notes.add', { chat: yara.chatKey, text: 'too many' })
  await yara.waitFor('the note is refused', async () => String(await unsynced()) === 'too many,refused,before,')
  await anna.call('notes.change', {
    key: (await anna.call('notes.list', { chat: anna.chatKey }))[0]?.key as NoteKey,
    text: 'after',
  })
  await yara.untilNotes('the others go on', ['too many', 'after'])

  const labelled = async () =>
    (await yara.call('chats.details', { chat: yara.chatKey })).unsyncedLabels.map(({ why }) => why)
  yara.line.cut(true)
  for (const name of ['One', 'Two']) {
    const { key } = await yara.call('labels.save', { name })
    await yara.call('labels.set', { chat: yara.chatKey, label: key, on: true })
  }
  expect(await labelled()).toEqual(['waiting', 'waiting'])
  yara.line.cut(false)
  await yara.waitFor('one of two is refused', async () => String(await labelled()) === 'refused')
  await anna.waitFor('the other one is there', async () => (await anna.labels()).length === 1)

  const [gone] = await database.run(`select id::text as id from switchboard.note where text = 'x' limit 1`)
  await team.putNote(id, lena.chatId, { id: String(gone?.['id']), text: null, at: 1, editedAt: null, base: 1 })
  await anna.untilNotes('the refused one is there', ['too many', 'after'])
  await yara.waitFor('nothing is here alone', async () => String(await unsynced()) === 'too many,,after,')
})

test('texts of a stranger who has a login are texts, and what is too much of them is refused or passed over', async () => {
  const { anna, database, lena } = await createAnnotatedChat()
  const { team, address } = await database.desk('\u202e<img src=x onerror=alert(1)>\n')
  await anna.until('team.status', {}, (status) => {
    const names = status.kind === 'joined' ? status.members.map(({ name }) => name) : []
    return names.includes('<img src=x onerror=alert(1)>')
  })
  await database.run(
    `insert into switchboard.member (id, name, login) select gen_random_uuid(), 'x', '${address.user}' from generate_series(1, 49)`,
  )
  await expect((await openDesk(address)).beHere('x')).rejects.toMatchObject({ trouble: { kind: 'badValue' } })
  const [shared] = await team.instances()
  const id = shared?.id as SharedInstanceId
  const { chatId } = lena
  const put = (text: string) =>
    team.putNote(id, chatId, { id: crypto.randomUUID(), text, at: 8e15, editedAt: null, base: 0 })
  const label = (name: string, chat = chatId) => ({ chatId: chat, key: name.toLowerCase(), name, hue: 1, on: true })
  const refused = expect.objectContaining({ trouble: { kind: 'badValue' } })
  const hostile = `'); drop table note; -- <b>&\u0000\u202e`
  await put(hostile)
  await put(' \n ')
  await put('😀'.repeat(4000))
  await expect(put('x'.repeat(4001))).rejects.toEqual(refused)
  await expect(team.putLabels(id, [label('y'.repeat(33))])).rejects.toEqual(refused)
  await expect(
    team.putLabels(
      id,
      Array.from({ length: 201 }, () => label('a')),
    ),
  ).rejects.toEqual(refused)
  await expect(
    team.putLabels(
      id,
      Array.from({ length: 101 }, (_, n) => label(`a${n}`)),
    ),
  ).rejects.toEqual(refused)
  for (let chat = 0; chat < 3; chat++)
    await team.putLabels(
      id,
      Array.from({ length: 90 }, (_, n) => label(`b${chat} ${n}`, `${chat}@c.us`)),
    )
  await team.putLabels(id, [label('\u202e\u0007 ')])
  await put('the last one')
  await anna.untilNotes('what can be read is there', [hostile.replaceAll('\0', ''), 'the last one'])
  const [note] = await anna.call('notes.list', { chat: anna.chatKey })
  expect(note?.at).toBeLessThan(Date.now() + 60_000)
  expect((await anna.call('labels.list', {})).length).toBe(200)
})

test('nothing that is asked of labels and notes reads a table whole', async () => {
  const database = await createTeamDatabase()
  const client = new Client(database.owner)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('set enable_seqscan = off')
  for (const sql of [
    "select * from switchboard.note where id = '7c0f4c4e-0000-4000-8000-000000000000'",
    `select count(*) from switchboard.note s where s.instance = 1 and s.chat_id = 'x' and s.text is not null`,
    `select count(*) from switchboard.chat_label c where c.instance = 1 and c.chat_id = 'x' and c.key <> 'y' and c.is_on`,
    'select n from switchboard.note where instance = 1 and n > 5 order by n limit 200',
    'select n from switchboard.chat_label where instance = 1 and n > 5 order by n limit 200',
  ]) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Cond/)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  }
})
