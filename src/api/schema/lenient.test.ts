import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operationNames, operations } from '../operations.ts'
import { flag, id, idAsChatId, lenientList, readAs } from './lenient.ts'
import { readNotificationBody } from './notification.ts'

/** What JSON can hold that no code expects: nothing of it can be compared, or made a text. */
const unspeakable = JSON.parse('{"toString": 1, "valueOf": 1, "constructor": null}')
/** Objects that pass for lists or texts until their length is looked at. */
const hostile: readonly unknown[] = [
  { length: unspeakable },
  { length: { length: unspeakable } },
  { size: unspeakable, length: unspeakable },
  [{ length: unspeakable }],
]

test('zod itself throws at a length that can not be compared', () => {
  expect(() => z.union([z.string().min(1), z.number()]).safeParse({ length: unspeakable })).toThrow('primitive')
})

test('a flag also arrives as a text, and nothing else is one', () => {
  expect([true, 'true', false, 'false', 'yes', 1].map((value) => readAs(flag, value))).toEqual([
    ...[true, true, false, false, undefined, undefined],
  ])
})

test('a list keeps the items that can be read, and is absent where there is none', () => {
  const list = z.object({ items: lenientList(z.string()) })
  expect(readAs(list, { items: ['one', 2, 'three'] })).toEqual({ items: ['one', 'three'] })
  expect(readAs(list, { items: 'one' })?.items).toBeUndefined()
})

test('the id of a chat is found under either of its names', () => {
  const chat = idAsChatId(z.object({ chatId: z.string() }))
  expect([{ id: 'a' }, { chatId: 'b' }, { chatId: 'b', id: 'a' }].map((raw) => readAs(chat, raw)?.chatId)).toEqual([
    ...['a', 'b', 'b'],
  ])
  expect(readAs(chat, null)).toBeUndefined()
})

describe('what others wrote', () => {
  test('never throws, whatever a length is', () => {
    for (const value of hostile) {
      expect(readAs(z.string().min(1), value)).toBeUndefined()
      expect(id.safeParse(value).success).toBe(false)
    }
  })

  test.each(operationNames)('no reply of %s throws, with such a value in any of its fields', (name) => {
    const fields = [
      'receiptId',
      'idMessage',
      'chatId',
      'quotedMessage',
      'messages',
      'urlFile',
      'body',
      'participants',
      'status',
    ]
    for (const value of hostile) {
      for (const raw of [value, Object.fromEntries(fields.map((field) => [field, value]))]) {
        for (const reply of [raw, [raw]]) {
          expect(() =>
            operations[name].read({ kind: 'json', value: reply as never }, JSON.stringify(reply) ?? ''),
          ).not.toThrow()
        }
      }
    }
  })

  test('costs a record that field alone', () => {
    const quotedMessage = { stanzaId: { length: unspeakable }, participant: '79990001122@c.us' }
    const body = {
      typeWebhook: 'incomingMessageReceived',
      instanceData: { idInstance: 1101000001 },
      timestamp: 1_700_000_000,
      idMessage: 'A1',
      senderData: { chatId: '79990001122@c.us' },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'hi' }, quotedMessage },
    }
    expect(readNotificationBody(body as never)).toMatchObject({
      kind: 'message',
      body: { messageData: { textMessageData: { textMessage: 'hi' } } },
    })
  })
})
