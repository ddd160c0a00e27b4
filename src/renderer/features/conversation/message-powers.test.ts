import { expect, it } from 'vitest'
import type { Message } from '../../../contract/index.ts'
import { isEditable, lastOwn, powersOf } from './message-powers.ts'

const at = Date.UTC(2026, 10, 22, 9)
const minute = 60_000
const message = (more: Partial<Message> = {}): Message => ({
  key: 1 as Message['key'],
  instance: 1 as Message['instance'],
  chat: 1 as Message['chat'],
  idMessage: 'A1',
  direction: 'outgoing',
  at,
  sender: { id: '', name: 'Order desk', own: true, hue: 1 },
  content: { kind: 'text', text: 'See you at 5', preview: null },
  typeMessage: 'textMessage',
  status: null,
  sentByApi: true,
  author: null,
  program: null,
  forwarded: null,
  quoted: null,
  edited: false,
  editFailed: null,
  deleted: false,
  deletedBy: null,
  reactions: [],
  ...more,
})
const whatsapp = { family: 'whatsapp', absentOperations: [] } as const

it('changes an own text for a quarter of an hour, for two days on Telegram, and deletes it for three days', () => {
  const of = (family: 'whatsapp' | 'telegram' | 'v3', afterMs: number) =>
    powersOf(message(), { family, absentOperations: [] }, at + afterMs)
  expect(of('whatsapp', minute)).toMatchObject({ editUntil: at + 15 * minute, deleteUntil: at + 72 * 60 * minute })
  expect(of('whatsapp', 15 * minute)).toMatchObject({ editUntil: null })
  expect(of('whatsapp', 72 * 60 * minute)).toMatchObject({ deleteUntil: null })
  expect(of('telegram', 60 * minute)).toMatchObject({ editUntil: at + 48 * 60 * minute, deleteUntil: Infinity })
})

it('changes and deletes no message of others, and changes nothing that is not a text', () => {
  expect(powersOf(message({ direction: 'incoming' }), whatsapp, at)).toMatchObject({
    reply: true,
    editUntil: null,
    deleteUntil: null,
  })
  const place = { kind: 'location', name: '', address: '', latitude: 0, longitude: 0, thumbnail: null } as const
  expect(powersOf(message({ content: place }), whatsapp, at)).toMatchObject({ editUntil: null, forward: true })
})

it('forwards what has a content, and answers and reacts to all but a reaction', () => {
  const powers = (content: object) => powersOf(message({ content: content as Message['content'] }), whatsapp, at)
  expect(powers({ kind: 'reaction' })).toMatchObject({ reply: false, react: false, forward: false })
  for (const kind of ['marker', 'unsupported'])
    expect(powers({ kind })).toMatchObject({ reply: true, react: true, forward: false })
  expect(powers({ kind: 'image', caption: '' })).toMatchObject({ reply: true, react: true, forward: true })
})

it('offers nothing of what the service does not know, what is deleted, and what the service lacks', () => {
  const nothing = { reply: false, react: false, forward: false, deleteForMe: false, editUntil: null, deleteUntil: null }
  expect(powersOf(message({ idMessage: null }), whatsapp, at)).toEqual(nothing)
  expect(powersOf(message({ deleted: true }), whatsapp, at)).toEqual(nothing)
  const absentOperations = ['sendReaction', 'forwardMessages', 'editMessage', 'deleteMessage']
  expect(powersOf(message(), { family: 'whatsapp', absentOperations }, at)).toEqual({ ...nothing, reply: true })
})

it('knows the last own message by what a person wrote: no reaction, no deleted one, none of others', () => {
  const own = message({ key: 2 as Message['key'] })
  const others = [
    message({ deleted: true }),
    message({ direction: 'incoming' }),
    message({ content: { kind: 'reaction', emoji: '👍', target: 'A1' } as never }),
    message({ content: { kind: 'marker' } as never }),
  ]
  expect(lastOwn([message(), own, ...others])).toBe(own)
  expect(lastOwn(others)).toBeUndefined()
})

it('changes a text here while it has not left, and at the service while that permits', () => {
  const queued = { kind: 'queued', waitReason: { kind: 'offline' }, changeable: true } as const
  expect(isEditable(message({ idMessage: null, status: queued }), whatsapp, at)).toBe(true)
  expect(isEditable(message(), whatsapp, at + minute)).toBe(true)
  expect(isEditable(message(), whatsapp, at + 15 * minute)).toBe(false)
  const place = { kind: 'location', name: '', address: '', latitude: 0, longitude: 0, thumbnail: null } as const
  expect(isEditable(message({ content: place }), whatsapp, at)).toBe(false)
})
