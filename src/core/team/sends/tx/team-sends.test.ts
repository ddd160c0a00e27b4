import { expect, test } from 'vitest'
import { programWrites } from '../../../programs/tx/programs-intents.ts'
import { sendingWrites } from '../../../sending/tx/sending-intents.ts'
import { readOutbox } from '../../../messages/outbox/tx/outbox-row.ts'
import { createTestArchive, testSeconds } from '../../../testing/create-test-archive.ts'
import { markPut, openSends, teamLanesOf } from './team-sends.ts'

test('what a paused program has put into the team’s queue is over there, so that it holds up no colleague, and is put anew', () => {
  using archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  const program = programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Order bot', purpose: 'script', protocol: 'jsonl' },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
    rights: ['send'],
  } as const)
  const send = { program, sendId: 'send-number-1', instance, chatId: '200', text: 'Hello!' }
  const sent = sendingWrites['sending.enqueueProgramSend'](tx, send)
  if (sent.kind !== 'enqueued') throw new Error(sent.code)
  const { message } = sent
  markPut(tx, { id: 'a', instance, message, queuedAt: readOutbox(tx, message).queuedAt, author: 'desk' })
  const seen = () => ({
    over: openSends(tx).map(({ isOver }) => isOver),
    waits: teamLanesOf(tx, { instance, chats: [chat('200')] })[0]?.waiting.map((one) => one.message),
  })
  expect(seen()).toEqual({ over: [false], waits: [message] })
  programWrites['programs.setState'](tx, { program, state: 'paused' })
  expect(seen()).toEqual({ over: [true], waits: [] })
  programWrites['programs.setState'](tx, { program, state: 'active' })
  expect(seen()).toEqual({ over: [false], waits: [message] })
})
