import { expect, test } from 'vitest'
import { receivingWrites } from '../../receiving/tx/receiving-intents.ts'
import { learnClock } from '../../sending/tx/sending-intents.ts'
import type { SharedInstanceId } from '../../sharing/shared-team.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { teamWrites } from './team-intents.ts'

const hour = 3_600_000
const shared = 1 as SharedInstanceId

test.each([
  ['this clock was an hour ahead and was set right', { offsetMs: -hour, ownMs: 0, databaseMs: 0 }],
  ['this clock is an hour ahead', { offsetMs: -hour, ownMs: hour, databaseMs: 0 }],
  ["the clock of the team's database is an hour behind", { offsetMs: 0, ownMs: 0, databaseMs: -hour }],
])('a message from the team stands at its own time: %s', (_, { offsetMs, ownMs, databaseMs }) => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  archive.setNow(testNow + ownMs)
  learnClock(tx, { instance, offsetMs, wrongSince: null })
  const raw = JSON.stringify({
    ...{ typeWebhook: 'incomingMessageReceived', timestamp: testSeconds, idMessage: 'A1' },
    senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'hello' } },
  })
  teamWrites['team.share'](tx, { instance, shared })
  teamWrites['team.take'](tx, {
    entries: [
      {
        ...{ instance: shared, n: 1, kind: 'notification', raw, isJson: true, receiptId: '1', queueComplete: true },
        ...{ repeatOf: null, desk: null, at: testNow + databaseMs, id: 'entry 1', link: 'entry 1', previousLink: null },
      },
    ],
  })
  receivingWrites['receiving.applyInbox'](tx, { version: '1', limit: 10, budgetMs: 1e9 })
  expect(tx.all('select at, at_source as source from message')).toEqual([
    { at: testSeconds * 1000, source: 'accepted' },
  ])
})
