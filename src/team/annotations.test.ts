import fc from 'fast-check'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { InstanceKey, LabelKey, NoteKey } from '../contract/ids.ts'
import { annotationReads, annotationWrites } from '../core/annotations/tx/annotations-intents.ts'
import type { SharedInstanceId } from '../core/team/shared-team.ts'
import { teamReads, teamWrites } from '../core/team/tx/team-intents.ts'
import { createTestArchive } from '../core/testing/create-test-archive.ts'
import { setUpTeam } from './set-up-team.ts'
import { createSharedScene } from './testing/team-scene.ts'
import type { SceneDesk } from './testing/team-scene.ts'
import { createTeamDatabase, openDesk } from './testing/team-database.ts'
import type { Desk } from './testing/team-database.ts'

const chatIds = ['79990001122@c.us', '79990003344@c.us'] as const
const labelNames = ['Order', 'Refund'] as const

/** A desk by its disk and its database, without anything that acts by itself: each step is told when it is taken. */
function createStepDesk({ team, id }: Desk, name: string, shared: SharedInstanceId, written: Written) {
  const archive = createTestArchive()
  const { tx, instance, give, chat } = archive
  for (const chatId of chatIds) give(chatId, [{ typeMessage: 'textMessage', textMessage: 'hello' }])
  teamWrites['team.setDesk'](tx, { desk: id, team: team.id })
  teamWrites['team.share'](tx, { instance, shared })
  const labels = labelNames.map((label) => annotationWrites['labels.save'](tx, { name: label }))
  const notes = () =>
    chatIds.flatMap((chatId) =>
      annotationReads['notes.list'](tx, { chat: chat(chatId) }).map((note) => ({ ...note, chatId })),
    )
  const pick = (at: number) => {
    const all = notes().toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return all[at % Math.max(1, all.length)]
  }
  const act = {
    add(at: number) {
      const text = written.next(name)
      annotationWrites['notes.keep'](tx, {
        chat: chat(chatIds[at % 2] ?? chatIds[0]),
        id: crypto.randomUUID(),
        text,
        at: 1,
        editedAt: null,
      })
    },
    change(at: number) {
      const note = pick(at)
      if (note === undefined) return
      written.replaced(note.text)
      annotationWrites['notes.change'](tx, { key: note.key, text: written.next(name) })
    },
    remove(at: number) {
      const note = pick(at)
      if (note === undefined) return
      written.replaced(note.text)
      annotationWrites['notes.remove'](tx, { key: note.key })
    },
    label(at: number) {
      const label = labels[at % 2] as LabelKey
      const on = chat(chatIds[(at >> 1) % 2] ?? chatIds[0])
      const has = tx.get('select 1 from chat_label where chat = ? and label = ?', [on, label]) !== undefined
      annotationWrites['labels.set'](tx, { chat: on, label, on: !has })
    },
    /** A word of those that wait; `isLost`: the answer does not come back. */
    async tell(at: number, { isLost = false } = {}) {
      const words = teamReads['team.words'](tx)
      const word = words[at % Math.max(1, words.length)]
      if (word === undefined) return
      if (word.kind === 'label') {
        await team.putLabels(shared, [word.label])
        if (!isLost) teamWrites['team.labelsTold'](tx, { words: [word] })
        return
      }
      const { chatId, what, text, base, at: writtenAt, editedAt } = word
      const now = await team.putNote(shared, chatId, { id: what, text, base, at: writtenAt, editedAt })
      if (!isLost) teamWrites['team.noteTold'](tx, { word, now })
    },
    /** Whether there was something. */
    async pull(at: number) {
      const n = teamReads['team.instances'](tx)[0]?.n ?? 0
      const entries = await team.page([{ instance: shared, n }], 1 + (at % 5))
      teamWrites['team.take'](tx, { entries })
      return entries.length > 0
    },
  }
  const standing = () => ({
    notes: notes()
      .map(({ id: note, text, chatId, by }) => ({ note, text, chatId, by: by?.desk }))
      .toSorted((one, other) => (one.note < other.note ? -1 : 1)),
    labels: tx
      .all<{ chatId: string; name: string }>(
        `select c.chat_id as chatId, l.name from chat_label cl join chat c on c.key = cl.chat join label l on l.key = cl.label`,
      )
      .map(({ chatId, name: label }) => `${chatId} ${label}`)
      .toSorted(),
  })
  const isQuiet = () => teamReads['team.words'](tx).length === 0
  return { act, standing, isQuiet, archive, team }
}

/** Which texts were written, and which of them somebody replaced or took away who saw them. */
function createWritten() {
  let count = 0
  const open = new Set<string>()
  return {
    next(by: string) {
      count += 1
      const text = `${by} ${count}`
      open.add(text)
      return text
    },
    replaced: (text: string) => void open.delete(text),
    open: () => [...open],
  }
}
type Written = ReturnType<typeof createWritten>

const instanceOf = (boss: Desk, idInstance: string): Promise<SharedInstanceId> =>
  boss.team.putInstance({
    apiUrl: 'https://api.example.test',
    idInstance,
    family: 'v3',
    prefix: '/v3',
    name: 'Shop',
    colour: 'teal',
    token: 'sealed',
  })

const step = fc.record({
  desk: fc.integer({ min: 0, max: 1 }),
  does: fc.constantFrom('add', 'change', 'change', 'remove', 'label', 'tell', 'tell', 'lose', 'pull', 'pull'),
  at: fc.nat({ max: 20 }),
})

test('two desks that write on the same chats come to the same, and no text is lost that nobody replaced who saw it', async () => {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const people = [await database.desk('Anna'), await database.desk('Yara')] as const
  let instances = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async (steps) => {
      const written = createWritten()
      instances += 1
      const shared = await instanceOf(boss, String(instances))
      const [anna, yara] = [
        createStepDesk(people[0], 'Anna', shared, written),
        createStepDesk(people[1], 'Yara', shared, written),
      ]
      try {
        for (const { desk, does, at } of steps) {
          const { act } = desk === 0 ? anna : yara
          if (does === 'lose') await act.tell(at, { isLost: true })
          else await act[does](at)
        }
        for (const { act, isQuiet } of [anna, yara]) while (!isQuiet()) await act.tell(0)
        for (const { act } of [anna, yara]) while (await act.pull(4));
        const [one, other] = [anna.standing(), yara.standing()]
        expect(one).toEqual(other)
        const texts = new Set(one.notes.map(({ text }) => text))
        expect(written.open().filter((text) => !texts.has(text))).toEqual([])
      } finally {
        for (const { archive } of [anna, yara]) archive[Symbol.dispose]()
      }
    }),
    { numRuns: 60, endOnFailure: true },
  )
}, 120_000)

async function chatScene() {
  const scene = await createSharedScene()
  const lena = scene.instance.person('79990001122', { name: 'Lena' })
  lena.says('a question')
  const at = async (desk: SceneDesk) => {
    await desk.waitFor('the question is there', async () => (await desk.texts(lena.chatId)).includes('a question'))
    const [row] = await desk.call('instances.list', {})
    const chat = await desk.chat(row?.key as InstanceKey, lena.chatId)
    const notes = async () =>
      (await desk.call('notes.list', { chat })).map(({ text, by }) => [text, by?.name, by?.isThis])
    return {
      ...desk,
      chatKey: chat,
      notes,
      untilNotes: (what: string, wanted: readonly string[]) =>
        desk.waitFor(what, async () => {
          const texts = (await notes()).map(([text]) => text)
          return texts.length === wanted.length && wanted.every((text) => texts.includes(text))
        }),
      labels: async () => {
        const names = new Map((await desk.call('labels.list', {})).map(({ key, name }) => [key, name]))
        return (await desk.call('chats.details', { chat })).labels.map((key) => names.get(key))
      },
    }
  }
  const [yara, anna] = [await at(scene.first), await at(scene.second)]
  return { ...scene, lena, yara, anna, at }
}

test('a note and a label that one writes are with the other, who finds them, changes them, and sees who it was', async () => {
  const { yara, anna } = await chatScene()
  await yara.call('notes.add', { chat: yara.chatKey, text: 'Wants the green one' })
  const { key } = await yara.call('labels.save', { name: 'Urgent', hue: 4 })
  await yara.call('labels.set', { chat: yara.chatKey, label: key, on: true })
  await anna.untilNotes('the note is there too', ['Wants the green one'])
  expect(await anna.notes()).toEqual([['Wants the green one', 'Yara', false]])
  expect(await anna.call('notes.list', { chat: anna.chatKey })).toMatchObject([{ editedAt: null }])
  await anna.waitFor('the label is there too', async () => (await anna.labels()).includes('Urgent'))
  expect(await anna.call('labels.list', {})).toMatchObject([{ name: 'Urgent', hue: 4, chats: 1 }])
  const found = await anna.call('search.notes', { text: 'green', scope: null, limit: 10 })
  expect(found).toMatchObject([{ chat: anna.chatKey, chatTitle: 'Lena' }])

  const [note] = await anna.call('notes.list', { chat: anna.chatKey })
  await anna.call('notes.change', { key: note?.key as NoteKey, text: 'Took the blue one' })
  await yara.untilNotes('it is changed there too', ['Took the blue one'])
  const [label] = await anna.call('labels.list', {})
  await anna.call('labels.save', { key: label?.key as LabelKey, name: 'Done soon' })
  await yara.waitFor('the label has its new name', async () => String(await yara.labels()) === 'Done soon')
  await anna.call('labels.set', { chat: anna.chatKey, label: label?.key as LabelKey, on: false })
  await yara.waitFor('the label is off', async () => (await yara.labels()).length === 0)
  const [own] = await yara.call('notes.list', { chat: yara.chatKey })
  await yara.call('notes.remove', { key: own?.key as NoteKey })
  await anna.untilNotes('it is gone there too', [])
  if (own !== undefined) await yara.call('notes.restore', { ...own })
  await anna.untilNotes('it is back there too', ['Took the blue one'])
})

test('two who change one note while they can not hear each other keep both texts, on both desks', async () => {
  const { yara, anna, desk, at } = await chatScene()
  await yara.call('notes.add', { chat: yara.chatKey, text: 'before' })
  await anna.untilNotes('the note is there too', ['before'])
  anna.line.cut(true)
  await anna.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  for (const [who, text] of [
    [anna, 'says Anna'],
    [yara, 'says Yara'],
  ] as const) {
    const [note] = await who.call('notes.list', { chat: who.chatKey })
    await who.call('notes.change', { key: note?.key as NoteKey, text })
  }
  anna.line.cut(false)
  for (const who of [anna, yara]) await who.untilNotes('both are there', ['says Anna', 'says Yara'])
  expect(await yara.notes()).toEqual(expect.arrayContaining([['says Anna', 'Anna', false]]))
  // Who joins later gets what stands.
  const late = await desk('Ines')
  await late.join()
  await (await at(late)).untilNotes('both are there', ['says Anna', 'says Yara'])
})

test('what was written before an instance is shared, or while its database knows no notes, is with all when it can be', async () => {
  const { yara, anna, database, desk, at } = await chatScene()
  await database.run(`drop table switchboard.note, switchboard.chat_label cascade;
    drop function switchboard.next_n, switchboard.check_room, switchboard.put_labels, switchboard.keep_entry,
      switchboard.append(bigint, bigint, uuid, bigint, text, boolean, text, text, boolean, boolean); update switchboard.team set schema_version = 2`)
  // Desks of before go on: these look at the schema when they join.
  const tom = await desk('Tom')
  await tom.join()
  const late = await at(tom)
  const chat = late.chatKey
  await tom.call('notes.add', { chat, text: 'while nobody could read it' })
  const { key } = await tom.call('labels.save', { name: 'Early' })
  await tom.call('labels.set', { chat, label: key, on: true })
  expect(await tom.joined()).toMatchObject({ state: 'live', trouble: null })
  expect(await setUpTeam(database.owner)).toBe(3)
  await anna.untilNotes('it is there', ['while nobody could read it'])
  await yara.waitFor('the label is there', async () => (await yara.labels()).includes('Early'))
})

test("a viewer's note stays at their desk, and the database refuses it whoever asks", async () => {
  const { yara, database, desk, at } = await chatScene()
  await yara.call('notes.add', { chat: yara.chatKey, text: 'for all' })
  const tom = await desk('Tom', 'viewer')
  await tom.join()
  const viewer = await at(tom)
  await viewer.untilNotes('what stands is there', ['for all'])
  await viewer.call('notes.add', { chat: viewer.chatKey, text: 'for me' })
  expect(await viewer.call('notes.list', { chat: viewer.chatKey })).toMatchObject([
    { text: 'for me', untold: 'waiting' },
    { text: 'for all', untold: null },
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

test('what the database has no room for is said to be here alone, is not written over, and goes there when there is room', async () => {
  const { yara, anna, lena, database } = await chatScene()
  const { team } = await database.desk('Ed')
  const [shared] = await team.instances()
  const id = shared?.id as SharedInstanceId
  await yara.call('notes.add', { chat: yara.chatKey, text: 'before' })
  await anna.untilNotes('the note is there too', ['before'])
  await database.run(`insert into switchboard.note select gen_random_uuid(), ${id}, '${lena.chatId}', 'x', gen_random_uuid(),
    gen_random_uuid(), 1, 1, null, 0 from generate_series(1, 399)`)
  await database.run(`insert into switchboard.chat_label select ${id}, '${lena.chatId}', 'x' || n, 'x' || n, 1, true, gen_random_uuid(), 0
    from generate_series(1, 99) n`)
  const untold = async () =>
    (await yara.call('notes.list', { chat: yara.chatKey })).map(({ text, untold: why }) => [text, why])
  await yara.call('notes.add', { chat: yara.chatKey, text: 'too many' })
  await yara.waitFor('the note is refused', async () => String(await untold()) === 'too many,refused,before,')
  await anna.call('notes.change', {
    key: (await anna.call('notes.list', { chat: anna.chatKey }))[0]?.key as NoteKey,
    text: 'after',
  })
  await yara.untilNotes('the others go on', ['too many', 'after'])

  const labelled = async () =>
    (await yara.call('chats.details', { chat: yara.chatKey })).untoldLabels.map(({ why }) => why)
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
  await yara.waitFor('nothing is here alone', async () => String(await untold()) === 'too many,,after,')
})

test('texts of a stranger who has a login are texts, and what is too much of them is refused or passed over', async () => {
  const { anna, database } = await chatScene()
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
  const chatId = '79990001122@c.us'
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
