import { expect, onTestFinished, test } from 'vitest'
import type { ProgramKey, QuickReplyKey } from '../../../contract/ids.ts'
import { mostFileBytes, mostFiles, mostReplyFiles } from '../../../contract/values.ts'
import { programWrites } from '../../programs/tx/programs-intents.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { programFileLifetimeMs } from '../rules/program-file-limits.ts'
import { findProgramFile } from './program-files.ts'
import { spoolBytes } from './spool-room.ts'
import { uploadReads, uploadWrites } from './uploads-intents.ts'

const spoolLimit = 2_000_000_000
const cached = (ref: string) => ({
  ref: ref.padEnd(41, '0'),
  mimeType: 'text/plain',
  bytes: 1,
  width: null,
  height: null,
})

/** A chat, and a quick reply. */
function open() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx } = archive
  archive.give('200', [{ typeMessage: 'textMessage', textMessage: 'Hi', idMessage: '1', timestamp: testSeconds }])
  const reply = Number(
    tx.run(`insert into quick_reply (name, name_key, text) values ('Price', 'price', 'Here it is')`).rowid,
  ) as QuickReplyKey
  const chat = archive.chat('200')
  return {
    ...archive,
    chat,
    reply,
    begin: (id: string, bytes = 1) =>
      uploadWrites['uploads.begin'](tx, { id, chat, name: `${id}.txt`, bytes, asFile: false, spoolLimit }),
    beginForReply: (id: string, bytes = 1) =>
      uploadWrites['uploads.beginForReply'](tx, { id, reply, name: `${id}.txt`, bytes, spoolLimit }),
    names: () => uploadReads['uploads.tray'](tx, { chat }).map(({ name }) => name),
  }
}

test('a chat has a hundred files at most in the composer, and a quick reply ten; none is empty', () => {
  const { begin, beginForReply } = open()
  for (const [add, most] of [
    [begin, mostFiles],
    [beginForReply, mostReplyFiles],
  ] as const) {
    expect(() => add('empty', 0)).toThrow('fileEmpty')
    for (let count = 0; count < most; count++) add(`${count}`)
    expect(() => add('one more')).toThrow('tooManyFiles')
  }
})

test('files of a quick reply come behind those in the composer, in their order', () => {
  const { tx, chat, reply, begin, beginForReply, names } = open()
  begin('own')
  for (const id of ['first', 'second']) {
    beginForReply(id)
    uploadWrites['uploads.whole'](tx, { id, file: cached(id) })
  }
  beginForReply('not whole')
  const given = { chat, reply, ids: ['a', 'b', 'c'] }
  expect(() => uploadWrites['uploads.addFromReply'](tx, { ...given, most: 2 })).toThrow('tooManyFiles')
  expect(uploadWrites['uploads.addFromReply'](tx, { ...given, most: 3 })).toBe(2)
  begin('last')
  expect(names()).toEqual(['own.txt', 'first.txt', 'second.txt', 'last.txt'])
})

test('room is announced when a quick reply loses its files', () => {
  const { tx, beginForReply, takeChanges } = open()
  beginForReply('first')
  takeChanges()
  uploadWrites['uploads.removeFromReply'](tx, { files: ['unknown'] })
  expect(takeChanges()).toEqual([])
  uploadWrites['uploads.removeFromReply'](tx, { files: ['first'] })
  expect(takeChanges()).toEqual([{ kind: 'quickReplies' }, { kind: 'storage' }])
})

test('a file that has gone into a message is not discarded with those in the composer', () => {
  const { tx, begin, names, takeChanges } = open()
  begin('sent')
  begin('kept')
  tx.run(`update upload set message = (select key from message) where id = 'sent'`)
  takeChanges()
  uploadWrites['uploads.discard'](tx, { uploads: ['sent', 'unknown'] })
  expect(takeChanges()).toEqual([])
  uploadWrites['uploads.discard'](tx, { uploads: ['kept'] })
  expect(names()).toEqual([])
  expect(tx.all('select id from upload')).toEqual([{ id: 'sent' }])
})

test('a file of a quick reply is as large as the limit at most', () => {
  const { beginForReply } = open()
  beginForReply('largest', mostFileBytes)
  expect(() => beginForReply('larger', mostFileBytes + 1)).toThrow('fileTooLarge')
})

test('a file is of the program that handed it in, and lasts a day from the last time', () => {
  const { tx, setNow } = open()
  const program = programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Bot', purpose: 'script', protocol: 'jsonl', rights: ['send'] },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
  })
  const handIn = () =>
    uploadWrites['uploads.storeOfProgram'](tx, { id: 'a0', program, name: 'a.txt', file: cached('a0'), spoolLimit })
  handIn()
  expect(findProgramFile(tx, program, 'a0')).toMatchObject({ name: 'a.txt' })
  expect(findProgramFile(tx, (program + 1) as ProgramKey, 'a0')).toBeNull()
  setNow(testNow + programFileLifetimeMs)
  handIn()
  setNow(testNow + programFileLifetimeMs + 1)
  expect(uploadWrites['uploads.expireOfPrograms'](tx)).toEqual([])
})

test('of files that are still being copied each has its room', () => {
  const { tx, begin, beginForReply } = open()
  begin('one', 1000)
  begin('two', 200)
  beginForReply('three', 30)
  expect(spoolBytes(tx)).toBe(1230)
})
