import { expect, test } from 'vitest'
import { createOtherReader, type OtherReader } from './other-reader.ts'

const minute = 60_000

type Act = (reader: OtherReader) => unknown
const gone =
  (at: number): Act =>
  (reader) =>
    reader.foundGone(at)
const deleted =
  (at: number): Act =>
  (reader) =>
    reader.deleted(at)
const wentOn: Act = (reader) => reader.wentOn()
const cameAgain: Act = (reader) => reader.cameAgain()

test.each<[string, readonly Act[], unknown, boolean]>([
  ['nothing happened', [wentOn], false, false],
  ['a notification was gone, and it is not known what follows', [gone(0)], undefined, true],
  ['another one followed', [gone(0), wentOn], true, true],
  ['another one was gone after that', [gone(0), wentOn, gone(minute), wentOn], false, true],
  ['the same one came again', [gone(0), cameAgain, wentOn], false, false],
  ['a delete succeeded soon afterwards', [gone(0), wentOn, deleted(9 * minute)], false, true],
  ['a delete succeeded ten minutes later', [gone(0), wentOn, deleted(10 * minute)], true, false],
  ['ten minutes after the first of two', [gone(0), wentOn, gone(minute), wentOn, deleted(10 * minute)], false, true],
])('of the queue, when %s', (_what, acts, last, isSuspected) => {
  const reader = createOtherReader()
  expect(acts.map((act) => act(reader)).at(-1)).toBe(last)
  expect(reader.suspected()).toBe(isSuspected)
})
