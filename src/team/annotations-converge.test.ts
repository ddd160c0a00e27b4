import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LabelKey } from '../contract/ids.ts'
import { annotationReads, annotationWrites } from '../core/annotations/tx/annotations-intents.ts'
import type { SharedInstanceId } from '../core/sharing/shared-ids.ts'
import { teamReads, teamWrites } from '../core/team/tx/team-intents.ts'
import { createTestArchive } from '../core/testing/create-test-archive.ts'
import { sized } from '../core/testing/marathon.ts'
import { createTeamDatabase, type Desk } from './testing/team-database.ts'

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
      annotationWrites['notes.store'](tx, {
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
    /** Uploads one of the pending changes; `isLost`: the answer is lost. */
    async upload(at: number, { isLost = false } = {}) {
      const changes = teamReads['team.pendingChanges'](tx)
      const change = changes[at % Math.max(1, changes.length)]
      if (change === undefined) return
      if (change.kind === 'label') {
        await team.putLabels(shared, [change.label])
        if (!isLost) teamWrites['team.labelsUploaded'](tx, { changes: [change] })
        return
      }
      const { chatId, what, text, base, at: writtenAt, editedAt } = change
      const now = await team.putNote(shared, chatId, { id: what, text, base, at: writtenAt, editedAt })
      if (!isLost) teamWrites['team.noteUploaded'](tx, { change, now })
    },
    /** Whether there was something. */
    async pull(at: number) {
      const n = teamReads['team.instances'](tx)[0]?.n ?? 0
      const entries = await team.page([{ instance: shared, n }], 1 + (at % 5))
      teamWrites['team.take'](tx, { entries })
      return entries.length > 0
    },
  }
  const annotations = () => ({
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
  const isQuiet = () => teamReads['team.pendingChanges'](tx).length === 0
  return { act, annotations, isQuiet, archive, team }
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
    countsFrom: 0,
    answerTargetMs: 3_600_000,
  })

const step = fc.record({
  desk: fc.integer({ min: 0, max: 1 }),
  does: fc.constantFrom('add', 'change', 'change', 'remove', 'label', 'upload', 'upload', 'lose', 'pull', 'pull'),
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
          if (does === 'lose') await act.upload(at, { isLost: true })
          else await act[does](at)
        }
        for (const { act, isQuiet } of [anna, yara]) while (!isQuiet()) await act.upload(0)
        for (const { act } of [anna, yara]) while (await act.pull(4));
        const [one, other] = [anna.annotations(), yara.annotations()]
        expect(one).toEqual(other)
        const texts = new Set(one.notes.map(({ text }) => text))
        expect(written.open().filter((text) => !texts.has(text))).toEqual([])
      } finally {
        for (const { archive } of [anna, yara]) archive[Symbol.dispose]()
      }
    }),
    { numRuns: sized(15, 60), endOnFailure: true },
  )
})
