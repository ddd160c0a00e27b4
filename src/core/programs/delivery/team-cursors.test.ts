import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTeamCursors } from './team-cursors.ts'

const now = Promise.resolve()

/** The cursor of a webhook that can move from 1 to 3; the team answers this, and both take as long as a test likes. */
function open(outcome: 'done' | 'lost' | 'full', { state = 'active', moves = now, refreshes = now } = {}) {
  const clock = createManualClock()
  let emit = (_changes: readonly object[]) => undefined as void
  const seen = { changed: 0, advanced: 0 }
  const written: object[] = []
  const ending = new AbortController()
  let epoch = 7
  const cursors = createTeamCursors(
    {
      store: {
        read: async () => ({ from: 1, to: 3, link: 'three', letters: [], settled: [] }),
        write: async (name: string, input: object) => void written.push({ name, ...input }),
        onChanges(listener: typeof emit) {
          emit = listener
          return () => undefined
        },
      },
      ...{ clock, logger: createSilentLogger(), onProgress: () => undefined },
      directory: { get: () => ({ state, team: { id: 'hook' } }), load: async () => undefined },
    } as never,
    {
      ...{ program: 1, instance: 1, shared: 1, lease: { epoch: 7 } },
      team: {
        lease: () => ({ epoch }),
        async advanceCursor() {
          seen.advanced += 1
          await moves
          return outcome
        },
      },
    } as never,
    ending.signal,
    () => refreshes,
    () => (seen.changed += 1),
  )
  return {
    ...{ cursors, seen, written, ending },
    loseLease: () => (epoch = 8),
    change: (kind: string) => emit([{ kind }]),
    pass: (ms: number) => clock.advance(ms),
    async move() {
      cursors.move()
      await clock.advance(1000)
    },
  }
}

test('a webhook with as many dead letters as the team takes stops and says so', async () => {
  const { move, written } = open('full')
  await move()
  expect(written).toMatchObject([
    { name: 'programs.setState', state: 'stopped' },
    { name: 'programs.recordTrouble', trouble: { kind: 'deadLettersFull' } },
  ])
})

test('a cursor that stands elsewhere is read again, before anything moves it', async () => {
  const { cursors, move, seen, written } = open('lost')
  await cursors.read()
  expect(cursors.isKnown()).toBe(true)
  await move()
  expect([cursors.isKnown(), seen.changed, written.length]).toEqual([false, 1, 0])
})

test('a desk that lost its lease moves no cursor, and nothing goes out', async () => {
  const { cursors, move, loseLease, seen } = open('done')
  expect(cursors.fence()).toBe(true)
  loseLease()
  await move()
  expect([cursors.fence(), seen.advanced]).toEqual([false, 0])
})

test('a cursor moves once at a time, and once more if more came meanwhile', async () => {
  const { promise: moves, resolve: finish } = Promise.withResolvers<void>()
  const { move, seen, pass } = open('done', { moves })
  for (let count = 0; count < 3; count += 1) await move()
  expect(seen.advanced).toBe(1)
  finish()
  await pass(1000)
  expect(seen.advanced).toBe(2)
})

test('nothing moves a cursor while it is read', async () => {
  const { promise: refreshes, resolve: finish } = Promise.withResolvers<void>()
  const { cursors, move, seen, pass } = open('done', { refreshes })
  const read = cursors.read()
  await move()
  expect(seen.advanced).toBe(0)
  finish()
  await read
  await pass(1000)
  expect(seen.advanced).toBeGreaterThan(0)
})

test.each(['paused', 'stopped'])('the cursor of a webhook that is %s stays', async (state) => {
  const { move, seen } = open('done', { state })
  await move()
  expect(seen.advanced).toBe(0)
})

test('a cursor moves over events that no webhook is sent, within a minute', async () => {
  const { change, seen, pass } = open('done')
  change('chat')
  await pass(60_000)
  expect(seen.advanced).toBe(0)
  change('journal')
  await pass(60_000)
  expect(seen.advanced).toBe(1)
})
