import { expect, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { DeleteMark } from '../journal/tx/journal-row.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createDiskSink, createIdleQueues, type DiskSinkOptions } from './notification-sink.ts'

const minute = 60_000

/** Sinks of instances on one clock, and what was written at which minute. */
function setUp() {
  const clock = createManualClock(0)
  const idleQueues = createIdleQueues(clock)
  const written: string[] = []
  let isComplete = true
  const deletes: (readonly DeleteMark[])[] = []
  const absences: unknown[] = []
  const next = { absence: null as { from: number; to: number } | null, fails: false }
  const store = {
    write(name: string, input: { instance: number; deleted: readonly DeleteMark[]; isQueueComplete: boolean }) {
      deletes.push(input.deleted)
      if (next.fails) return Promise.reject(new Error('The disk is full.'))
      const kind = `${name.replace('receiving.', '')}${input.isQueueComplete ? '' : ', not all'}`
      written.push(`${clock.now() / minute} min: ${input.instance} ${kind}`)
      return Promise.resolve({ absence: next.absence, event: 1 })
    },
  } as unknown as DiskSinkOptions['store']
  const sinkOf = (instance: number) =>
    createDiskSink({
      ...{ store, idleQueues, logger: createSilentLogger(), instance: instance as InstanceKey },
      ...{ isQueueComplete: () => isComplete, closing: () => new AbortController().signal },
      ...{ onPersisted: () => undefined, onAbsence: (absence) => absences.push(absence) },
    })
  const found = (instance: ReturnType<typeof sinkOf>) => instance.alive(clock.now(), true)
  const setIncomplete = () => (isComplete = false)
  return { clock, idleQueues, written, deletes, absences, next, sinkOf, found, setIncomplete }
}

const notification = { raw: '{}', isJson: true, receiptId: '1', receivedAt: 0, isQueueComplete: true }

test('that a queue was empty is written at once the first time, then of all instances together', async () => {
  const { clock, written, sinkOf, found } = setUp()
  const sinks = [sinkOf(1), sinkOf(2)]
  for (let passed = 0; passed < 6; passed += 1) {
    for (const sink of sinks) await found(sink)
    await clock.advance(minute)
  }
  expect(written).toEqual(['0 min: 1 alive', '0 min: 2 alive', '5 min: 1 alive', '5 min: 2 alive'])
})

test('a notification is followed by no older report of an empty queue, and its delete is written at once', async () => {
  const { clock, written, sinkOf, found } = setUp()
  const sink = sinkOf(1)
  await found(sink)
  await clock.advance(minute)
  await found(sink)
  await clock.advance(minute)
  const persisted = await sink.persist(notification)
  await clock.advance(5 * minute)
  persisted?.deleted('done', clock.now())
  await found(sink)
  expect(written).toEqual(['0 min: 1 alive', '2 min: 1 persist', '7 min: 1 alive'])
})

test('a queue that fell short meanwhile does not count as whole, and nothing is written after the end', async () => {
  const { clock, idleQueues, written, sinkOf, found, setIncomplete } = setUp()
  const sink = sinkOf(1)
  await found(sink)
  await clock.advance(minute)
  await found(sink)
  setIncomplete()
  await clock.advance(5 * minute)
  await found(sink)
  idleQueues.stop()
  await clock.advance(5 * minute)
  expect(written).toEqual(['0 min: 1 alive', '5 min: 1 alive, not all'])
})

test('an absence that an empty queue shows is told', async () => {
  const { next, absences, sinkOf, found } = setUp()
  next.absence = { from: 1, to: 2 }
  await found(sinkOf(1))
  expect(absences).toEqual([next.absence])
})

test('a write that fails loses no answer to a delete, also none that came meanwhile', async () => {
  const { next, deletes, sinkOf, found } = setUp()
  const sink = sinkOf(1)
  const persisted = await sink.persist(notification)
  expect(sink.hasMarks()).toBe(false)
  persisted?.deleted('done', 1)
  expect(sink.hasMarks()).toBe(true)
  next.fails = true
  const failing = found(sink)
  persisted?.deleted('gone', 2)
  await expect(failing).rejects.toThrow('The disk is full.')
  next.fails = false
  await sink.flush()
  expect(deletes.at(-1)?.map(({ at }) => at)).toEqual([1, 2])
})
