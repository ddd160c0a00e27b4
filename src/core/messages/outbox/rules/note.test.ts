import { expect, test } from 'vitest'
import type { StatusNote } from '../../../../contract/messages.ts'
import { noteColumns, readNote } from './note.ts'

const at = 1_795_000_000_000

test.for<StatusNote>([
  { kind: 'lane' },
  { kind: 'offline' },
  { kind: 'paused' },
  { kind: 'tokenMissing' },
  { kind: 'rateLimited', retryAt: at },
  { kind: 'starting', retryAt: at },
  { kind: 'uploadStalled', retryAt: at },
  { kind: 'sameId' },
  { kind: 'waitsForPerson' },
  { kind: 'dismissed' },
  { kind: 'held', keptUntil: at },
  { kind: 'paced' },
  { kind: 'paced', position: 2 },
  { kind: 'paced', position: 2, expectedAt: at },
])('%j is kept and read again as it was', (note) => {
  expect(readNote(noteColumns(note))).toEqual(note)
})

test('no note is none, nor is one of a kind that is not known', () => {
  expect(readNote(noteColumns(null))).toBeNull()
  expect(readNote({ note_kind: 'frozen', note_until: at, note_position: null })).toBeNull()
})

test('a time that is no whole number fits its column', () => {
  expect(noteColumns({ kind: 'paced', position: 1, expectedAt: at + 0.5 }).note_until).toBe(at + 1)
})
