import { afterAll, expect, test } from 'vitest'
import type { MessageKey } from '../../../../contract/ids.ts'
import { createTestArchive, testNow, testSeconds } from '../../../testing/create-test-archive.ts'
import { observe } from '../tx/observe.ts'

const archive = createTestArchive()
afterAll(() => archive[Symbol.dispose]())

const rawStatuses = (message: MessageKey) =>
  archive.tx
    .all<{ source: string; raw: string }>('select source, raw from observation where message = ? order by key', [
      message,
    ])
    .map(({ source, raw }) => `${source} ${raw}`)

test('an answer that holds a message twice with different statuses adds two rows, however often it comes', () => {
  const record = { type: 'outgoing' as const, idMessage: 'TWICE', timestamp: testSeconds, typeMessage: 'textMessage' }
  const observeList = () =>
    archive.give('79990001122@c.us', [
      { ...record, statusMessage: 'sent' },
      { ...record, statusMessage: 'delivered' },
    ])
  const [message] = observeList()
  if (message === undefined) throw new Error('There is no message.')
  for (let times = 0; times < 30; times++) observeList()
  expect(rawStatuses(message)).toEqual(['getChatHistory sent', 'getChatHistory delivered'])
})

test('what this program does with a message is told each time', () => {
  const [message] = archive.give('79990001122@c.us', [{ type: 'outgoing', idMessage: 'OWN' }])
  if (message === undefined) throw new Error('There is no message.')
  for (const raw of ['queued', 'sending', 'sending', 'queued', 'sending', 'accepted'])
    observe(archive.tx, message, { source: 'app', raw, serviceAt: null, seenAt: testNow })
  expect(rawStatuses(message).filter((raw) => raw.startsWith('app'))).toEqual(
    ['queued', 'sending', 'queued', 'sending', 'accepted'].map((raw) => `app ${raw}`),
  )
})
