import { expect, test } from 'vitest'
import type { MessageKey, ProgramKey } from '../../../contract/ids.ts'
import { undoSendMs } from '../../../contract/values.ts'
import { outboxRowsOfLane, waitsForUpload } from '../../messages/outbox/tx/outbox-row.ts'
import { longestLinkMs } from '../../messages/outbox/rules/file-link.ts'
import { insertUpload, updateUpload, type UploadColumns } from '../../messages/outbox/tx/upload-row.ts'
import { assignments } from '../../store/sql.ts'
import type { SqlValue } from '../../store/tx.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { uploadReads } from './uploads-intents.ts'

interface Waiting {
  readonly outbox?: Readonly<Record<string, SqlValue>>
  readonly upload?: Partial<UploadColumns>
  readonly isHidden?: true
}

/** An archive with messages that were written in this order, by the names of their files. */
function createArchive(messages: Readonly<Record<string, Waiting>>): ReturnType<typeof createTestArchive> {
  const archive = createTestArchive()
  const { tx, instance } = archive
  for (const [seq, [name, { outbox = {}, upload = {}, isHidden }]] of Object.entries(messages).entries()) {
    const record = { type: 'outgoing', idMessage: name, timestamp: testSeconds, typeMessage: 'textMessage' } as const
    const message = archive.give('200', [{ ...record, textMessage: name }])[0] as MessageKey
    const chat = archive.chat('200')
    tx.run(
      `insert into outbox (message, instance, chat, seq, state, created_at, queued_at) values (?, ?, ?, ?, 'queued', 1, 1)`,
      [message, instance, chat, seq],
    )
    if (Object.keys(outbox).length > 0)
      tx.run(`update outbox set ${assignments(outbox)} where message = :message`, { ...outbox, message })
    if (isHidden) tx.run('update message set hidden_at = 1 where key = ?', [message])
    insertUpload(tx, { id: name, chat, position: 1, name, bytes: 1 })
    updateUpload(tx, name, { ...upload, message })
  }
  return archive
}

const namesOfDue = ({ tx, instance }: ReturnType<typeof createTestArchive>): readonly string[] =>
  uploadReads['uploads.due'](tx, { instance }).map(({ name }) => name)

/** Names of the files that are uploaded next. */
function dueOf(messages: Readonly<Record<string, Waiting>>): readonly string[] {
  using archive = createArchive(messages)
  return namesOfDue(archive)
}

const program = 1 as ProgramKey

test('files of people go before those of programs, each in the order of their messages', () => {
  const of = { outbox: { program } }
  expect(dueOf({ bot1: of, anna1: {}, bot2: of, anna2: {} })).toEqual(['anna1', 'anna2', 'bot1', 'bot2'])
})

test.each<[string, boolean, Waiting]>([
  ['is queued', true, {}],
  ['goes with its message', false, { upload: { direct: 1 } }],
  ['waits for a person to say what comes of it', false, { outbox: { parked: 1 } }],
  ['is scheduled', false, { outbox: { due_at: testNow + 1 } }],
  ['was deleted here', false, { isHidden: true }],
  ['is on its way', false, { outbox: { state: 'sending' } }],
  ['can be taken back', false, { outbox: { wait_kind: 'undoable', next_try_at: testNow + undoSendMs } }],
  ['can not be taken back any more', true, { outbox: { wait_kind: 'undoable', next_try_at: testNow } }],
  [
    'could be taken back before the clock was set back',
    true,
    { outbox: { wait_kind: 'undoable', next_try_at: testNow + undoSendMs + 1 } },
  ],
])('a file whose message %s is uploaded: %s', (_, isDue, waiting) => {
  expect(dueOf({ file: waiting })).toEqual(isDue ? ['file'] : [])
})

test.each<[string, boolean, number]>([
  ['is good', false, testNow + 1],
  ['is over', true, testNow],
  ['is good for the longest time', false, testNow + longestLinkMs],
  ['was written while the clock was ahead', true, testNow + longestLinkMs + 1],
])('a file whose link %s is uploaded: %s, and its lane waits for it', (_, isDue, until) => {
  using archive = createArchive({ file: { upload: { ref: 'f', link: 'x', link_until: until } } })
  const [row] = outboxRowsOfLane(archive.tx, archive.instance, archive.chat('200'))
  expect(row && waitsForUpload(row, testNow)).toBe(isDue)
  expect(namesOfDue(archive)).toEqual(isDue ? ['file'] : [])
})
