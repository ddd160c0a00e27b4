import { expect, test } from 'vitest'
import { enqueue } from '../../sending/tx/enqueue.ts'
import { programHeads } from '../../sending/tx/program-lanes.ts'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import { programReads } from './programs-intents.ts'

test.each([
  ['parked', 1, 'waits for a person'],
  ['due_at', testNow + 60_000, 'has its own time'],
  ['released_at', testNow, 'a person sent on'],
])('of what programs sent and paused is held, nothing counts that has %s = %i: it %s', (column, value) => {
  using archive = createTestArchive()
  const { tx, instance, chat } = archive
  for (const id of ['200', '300']) {
    const { message } = enqueue(tx, { chat: chat(id), text: 'Hello!' })
    tx.run('update outbox set program = 1 where message = ?', [message])
  }
  const seen = () => ({
    held: programReads['programs.waiting'](tx).messages,
    heads: programHeads(tx, { instance, chats: [chat('200'), chat('300')] }),
  })
  expect(seen()).toEqual({ held: 2, heads: [chat('200'), chat('300')] })
  tx.run(`update outbox set ${column} = ? where chat = ?`, [value, chat('300')])
  expect(seen()).toEqual({ held: 1, heads: [chat('200')] })
})
