import { expect, test } from 'vitest'
import { readParticipant } from './read-participant.ts'

test.each([
  ['+7 (999) 000-11-22', 'v3', { kind: 'id', id: '79990001122' }],
  ['79990001122', 'whatsapp', { kind: 'id', id: '79990001122@c.us' }],
  [' 123@lid ', 'whatsapp', { kind: 'id', id: '123@lid' }],
  ['123456789', 'v3', { kind: 'id', id: '123456789' }],
  ['123456789012345', 'v3', { kind: 'id', id: '123456789012345' }],
  ['1234567890123456', 'v3', { kind: 'bad', why: 'long' }],
  ['1000 ABC 77', 'v3', { kind: 'bad', why: 'letters' }],
  ['Courier 7', 'whatsapp', { kind: 'bad', why: 'letters' }],
] as const)('%j on %s is read as %j', (typed, family, read) => {
  expect(readParticipant(typed, family)).toEqual(read)
})
