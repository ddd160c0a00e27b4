import { expect, test } from 'vitest'
import type { Entry } from '../../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../../sharing/shared-ids.ts'
import { receivingWrites } from '../../../receiving/tx/receiving-intents.ts'
import { createTestArchive } from '../../../testing/create-test-archive.ts'
import { teamWrites } from '../../tx/team-intents.ts'

const shared = 1 as SharedInstanceId
const chatId = '79990001122@c.us'
const at = Date.UTC(2026, 10, 20)

const entry = (n: number, kind: Entry['kind'], raw: object): Entry => ({
  ...{ instance: shared, n, kind, raw: JSON.stringify(raw), isJson: true, receiptId: '1', queueComplete: true },
  ...{ repeatOf: null, desk: null, at: at + n * 1000, id: `entry ${n}`, link: `entry ${n}`, previousLink: null },
})
const says = (n: number, timestamp: number) =>
  entry(n, 'notification', {
    typeWebhook: 'incomingMessageReceived',
    instanceData: { idInstance: 1101000001, wid: '79990000000@c.us', typeInstance: 'whatsapp' },
    timestamp: timestamp / 1000,
    idMessage: `MESSAGE${n}`,
    senderData: { chatId, sender: chatId, chatName: 'Anna', senderName: 'Anna' },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: `message ${n}` } },
  })
const closed = (n: number, doneUntil: number) => entry(n, 'chat', { chatId, assignee: null, doneUntil })

test('a colleague closed what waits here to be applied, and not what was written since', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared })
  const apply = () => receivingWrites['receiving.applyInbox'](tx, { version: '1', limit: 10, budgetMs: Infinity })
  const waits = () => tx.get<{ at: number | null }>('select waiting_at as at from chat')?.at
  // One page brings all of it to a desk that was away.
  teamWrites['team.take'](tx, { entries: [says(1, at), says(2, at + 2000), closed(3, at + 2000)] })
  apply()
  expect(waits()).toBe(null)
  // Written before, and received after it was closed: nobody saw it.
  teamWrites['team.take'](tx, { entries: [says(4, at + 1000)] })
  apply()
  expect(waits()).toBe(at + 1000)
})

test('a desk that joins finds closed what colleagues closed, and not what came too late to be seen by them', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared })
  const apply = () => receivingWrites['receiving.applyInbox'](tx, { version: '1', limit: 10, budgetMs: Infinity })
  const waits = () => tx.get<{ at: number | null }>('select waiting_at as at from chat')?.at
  // What stands in the database is read first, then the journal from its beginning.
  teamWrites['team.takeChatStates'](tx, { instance, raws: [closed(3, at + 2000).raw] })
  teamWrites['team.take'](tx, { entries: [says(1, at), says(2, at + 2000)] })
  apply()
  expect(waits()).toBe(null)
  teamWrites['team.take'](tx, { entries: [closed(3, at + 2000), says(4, at + 1000)] })
  apply()
  expect(waits()).toBe(at + 1000)
})
