import { expect, test } from 'vitest'
import { receivingWrites } from '../../receiving/tx/receiving-intents.ts'
import { learnClock } from '../../sending/tx/sending-intents.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { teamWrites } from './team-intents.ts'

const hour = 3_600_000
const shared = 1 as SharedInstanceId

/** The offset of the service's clock is what it was before this one was set. The entry's time is by this clock. */
const clocks = {
  'this clock was an hour ahead and was set right': { offsetMs: -hour, ownMs: 0, entryMs: 0 },
  'this clock is an hour ahead': { offsetMs: -hour, ownMs: hour, entryMs: hour },
  "the clock of the team's database went back by an hour": { offsetMs: 0, ownMs: 0, entryMs: -hour },
}

test.each(Object.entries(clocks))('a message from the team stands at its own time: %s', (_, of) => {
  expect(placeOf(testSeconds, of)).toEqual({ at: testSeconds * 1000, source: 'accepted' })
})

test('a message from the team with a time of the future stands where it came, although this clock is ahead', () => {
  const place = placeOf(testSeconds + 3 * 3600, clocks['this clock is an hour ahead'])
  expect(place).toEqual({ at: testNow, source: 'seen' })
})

function placeOf(timestamp: number, { offsetMs, ownMs, entryMs }: (typeof clocks)[keyof typeof clocks]) {
  using archive = createTestArchive()
  const { tx, instance } = archive
  archive.setNow(testNow + ownMs)
  learnClock(tx, { instance, offsetMs, wrongSince: null })
  const raw = JSON.stringify({
    ...{ typeWebhook: 'incomingMessageReceived', timestamp, idMessage: 'A1' },
    senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'hello' } },
  })
  teamWrites['team.share'](tx, { instance, shared })
  teamWrites['team.take'](tx, {
    entries: [
      {
        ...{ instance: shared, n: 1, kind: 'notification', raw, isJson: true, receiptId: '1', queueComplete: true },
        ...{ repeatOf: null, desk: null, at: testNow + entryMs, id: 'entry 1', link: 'entry 1', previousLink: null },
      },
    ],
  })
  receivingWrites['receiving.applyInbox'](tx, { version: '1', limit: 10, budgetMs: Infinity })
  return tx.get('select at, at_source as source from message')
}
