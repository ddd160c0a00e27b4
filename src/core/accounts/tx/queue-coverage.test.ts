import { expect, onTestFinished, test } from 'vitest'
import { chatOf } from '../../messages/archive/tx/chat-of.ts'
import { accountWrites } from './accounts-intents.ts'
import { historyReads, historyWrites } from '../../history/tx/history-intents.ts'
import { openTestDatabase, testNow } from '../../testing/open-test-database.ts'
import { liveSpans } from '../../messages/archive/tx/live-spans.ts'
import { learnClock } from '../../sending/tx/sending-intents.ts'
import { endCoverage, extendCoverage } from './queue-coverage.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

test.for([-2 * hourMs, 0, 2 * hourMs])(
  'the queue and a history of the same moment leave no gap between them, when the clocks are %d ms apart',
  (clockOffsetMs) => {
    const database = openTestDatabase()
    onTestFinished(() => database[Symbol.dispose]())
    const { tx, instance } = database
    const chat = chatOf(tx, instance, '79990001122@c.us')
    accountWrites['accounts.learn'](tx, { key: instance, clockOffsetMs })
    const service = (ms: number) => testNow + clockOffsetMs + ms
    // The queue is read from the first minute on. A window is sure of what is two minutes old, so the chat is opened in
    // the fourth.
    extendCoverage(tx, instance, testNow, true)
    extendCoverage(tx, instance, testNow + 4 * minuteMs, true)
    const window = { chat, oldestAt: service(-hourMs), askedAt: service(3 * minuteMs), reachedStart: false }
    const spans = historyWrites['history.recordWindow'](tx, window)
    expect(spans).toEqual([{ from: service(-hourMs) + 1000, to: service(4 * minuteMs) }])
    expect(historyReads['history.completeness'](tx, { chat })).toMatchObject({ gaps: [] })
    // What our clock says of an end is turned into the service's time as well.
    endCoverage(tx, instance, testNow + minuteMs)
    extendCoverage(tx, instance, testNow + 30 * minuteMs, true)
    expect(historyReads['history.openAbsence'](tx, { instance })).toEqual({
      from: service(minuteMs),
      to: service(30 * minuteMs),
    })
  },
)

test.for([
  { title: 'a day ahead', setBy: 24 * hourMs },
  { title: 'three hours ahead', setBy: 3 * hourMs },
])('what was read while the clock was $title begins no absence late', ({ setBy }) => {
  const database = openTestDatabase()
  onTestFinished(() => database[Symbol.dispose]())
  const { tx, instance } = database
  const chat = chatOf(tx, instance, '79990001122@c.us')
  const at = (now: number) => {
    database.at(now)
    return now
  }
  extendCoverage(tx, instance, at(testNow), true)
  // The clock is set; the queue and a history are read before an answer says so.
  extendCoverage(tx, instance, at(testNow + setBy + minuteMs), true)
  historyWrites['history.recordWindow'](tx, {
    ...{ chat, oldestAt: testNow - hourMs, askedAt: testNow + setBy + minuteMs, reachedStart: false },
  })
  learnClock(tx, { instance, offsetMs: -setBy, wrongSince: testNow + setBy })
  // The desk is off for three days.
  extendCoverage(tx, instance, at(testNow + setBy + 72 * hourMs), true)
  expect(historyReads['history.openAbsence'](tx, { instance })?.from).toBeLessThanOrEqual(testNow + minuteMs)
  expect(historyReads['history.completeness'](tx, { chat }).gaps).toEqual([
    { from: expect.toSatisfy((from: number) => from <= testNow + minuteMs), to: testNow + 72 * hourMs },
  ])
})

test('what was read while the clock was behind ends no absence early', () => {
  const database = openTestDatabase()
  onTestFinished(() => database[Symbol.dispose]())
  const { tx, instance } = database
  const at = (now: number) => {
    database.at(now)
    return now
  }
  extendCoverage(tx, instance, at(testNow), true)
  // The desk was off for three days, and begins with a clock that is one day behind.
  const present = testNow + 72 * hourMs
  const early = present - 24 * hourMs
  extendCoverage(tx, instance, at(early), true)
  learnClock(tx, { instance, offsetMs: 24 * hourMs, wrongSince: early - minuteMs })
  expect(historyReads['history.openAbsence'](tx, { instance })).toEqual({ from: testNow, to: present })
  expect(liveSpans(tx, instance).at(-1)).toEqual({ from: present, to: present })
})
