import { expect, test } from 'vitest'
import { createKnownRecords } from './known-records.ts'

const minute = 60_000
const record = (idMessage: string, textMessage = 'Hello') => ({ chatId: '79990001122', idMessage, textMessage })

function known() {
  let now = 0
  const records = createKnownRecords(() => now)
  /** What of an answer is new to the archive, which takes it. */
  const shows = (...answer: readonly ReturnType<typeof record>[]) => {
    const { fresh, merged } = records.sift(answer)
    merged()
    return fresh
  }
  return { records, shows, pass: (ms: number) => (now += ms) }
}

test('of an answer only what is new or reads otherwise than last time is fresh', () => {
  const { shows } = known()
  expect(shows(record('1'), record('2'))).toEqual([record('1'), record('2')])
  expect(shows(record('2'), record('1'), record('3'))).toEqual([record('3')])
  expect(shows(record('1', 'Hello again'))).toEqual([record('1', 'Hello again')])
  expect(shows(record('1'))).toEqual([record('1')])
})

test('what the archive did not take stays fresh', () => {
  const { records, shows } = known()
  expect(records.sift([record('1')]).fresh).toEqual([record('1')])
  expect(shows(record('1'))).toEqual([record('1')])
})

test('a record outlasts answers that do not reach back to it, and is forgotten when none did for half an hour', () => {
  const { shows, pass } = known()
  shows(record('1'))
  pass(20 * minute)
  expect(shows(record('2'))).toEqual([record('2')])
  expect(shows(record('1'))).toEqual([])
  pass(20 * minute)
  shows(record('2'))
  expect(shows(record('1'))).toEqual([])
  pass(30 * minute)
  shows(record('2'))
  expect(shows(record('1'))).toEqual([record('1')])
})
