import { expect, onTestFinished, test } from 'vitest'
import { chatOf } from '../../messages/archive/tx/chat-of.ts'
import { accountWrites } from './accounts-intents.ts'
import { historyReads, historyWrites } from '../../history/tx/history-intents.ts'
import { openTestDatabase, testNow } from '../../testing/open-test-database.ts'
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
