import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTeamCursors } from './team-cursors.ts'

/** The cursor of a webhook that can move from 1 to 3; the team answers this. */
function open(outcome: 'done' | 'lost' | 'full') {
  const clock = createManualClock()
  const seen = { changed: 0, advanced: 0 }
  const written: object[] = []
  const ending = new AbortController()
  let epoch = 7
  const cursors = createTeamCursors(
    {
      store: {
        read: async () => ({ from: 1, to: 3, link: 'three', letters: [], settled: [] }),
        write: async (name: string, input: object) => void written.push({ name, ...input }),
        onChanges: () => () => undefined,
      },
      ...{ clock, logger: createSilentLogger(), onProgress: () => undefined },
      directory: { get: () => ({ state: 'active', team: { id: 'hook' } }), load: async () => undefined },
    } as never,
    {
      ...{ program: 1, instance: 1, shared: 1, lease: { epoch: 7 } },
      team: {
        lease: () => ({ epoch }),
        async advanceCursor() {
          seen.advanced += 1
          return outcome
        },
      },
    } as never,
    ending.signal,
    async () => undefined,
    () => (seen.changed += 1),
  )
  return {
    ...{ cursors, seen, written, ending },
    loseLease: () => (epoch = 8),
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
