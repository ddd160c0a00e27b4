import { describe, expect, it } from 'vitest'
import type { MessageNotification } from '../../../../api/schema/notification.ts'
import { fromNotification } from './from-notification.ts'
import { normaliseItem } from './normalise-item.ts'
import type { ArchiveItem } from './record.ts'

const now = Date.UTC(2026, 10, 20, 12)
const context = { own: { wid: '79000000001@c.us', ownId: null }, receivedAt: now, latestNow: now }

function items(senderData: object, timestamp = now / 1000): readonly ArchiveItem[] {
  const body = {
    typeWebhook: 'incomingMessageReceived',
    timestamp,
    idMessage: '3EB0000000000000AA01',
    senderData: { chatId: '120363043968066561@g.us', sender: '79990001122@c.us', senderName: 'Anna', ...senderData },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'hi' } },
  } as unknown as MessageNotification
  return fromNotification(body, { origin: 'incoming', seenAt: now, raw: '{}' }).map((item) =>
    normaliseItem(item, context),
  )
}
const record = (...given: Parameters<typeof items>) => {
  const found = items(...given).find((item) => item.kind === 'message')
  if (found?.kind !== 'message') throw new Error('no message')
  return found.record
}
const subject = (senderData: object) => items(senderData).find((item) => item.kind === 'chat')?.subject

describe('what a source says, in one form', () => {
  it.each([
    ['79990001122@s.whatsapp.net', '79990001122@c.us'],
    ['79990001122:3@s.whatsapp.net', '79990001122@c.us'],
    ['79990001122:12@c.us', '79990001122@c.us'],
    ['123456789012345:7@lid', '123456789012345@lid'],
    ['10000001', '10000001'],
    ['-1001234567@g.us', '-1001234567@g.us'],
  ])('the id %s is %s', (chatId, canonical) => {
    expect(record({ chatId, sender: chatId })).toMatchObject({ chatId: canonical, sender: { id: canonical } })
  })

  it.each(['79000000001@c.us', '79000000001', '79000000001:4@s.whatsapp.net', '79000000001@s.whatsapp.net'])(
    'a message of the own account %s is outgoing, whatever it came as',
    (sender) => {
      expect(record({ sender })).toMatchObject({ sender: null, facts: { direction: 'outgoing', senderId: '' } })
    },
  )

  it.each([
    [{ chatName: 'Orders' }, 'Orders'],
    [{ chatName: 'Anna' }, ''],
    [{ chatName: 'Anna (Acme)', senderContactName: 'Anna (Acme)' }, ''],
    [{ chatId: '79990001122@c.us', chatName: 'Anna' }, 'Anna'],
    [{ chatName: '\u2060\u3164' }, ''],
    [{ chatName: '\u200b'.repeat(300) }, ''],
  ])('%j names the chat %j', (senderData, name) => expect(subject(senderData)).toBe(name))

  it('a name that nobody sees is none', () => {
    expect(record({ senderName: '\u200b\u2800' })).toMatchObject({ sender: { name: '' }, facts: { senderName: '' } })
  })

  it.each([
    [0, { at: now, source: 'accepted' }],
    [240, { at: now + 240_000, source: 'accepted' }],
    [86_400 * 365, { at: now, source: 'seen' }],
  ])('a time %i s ahead of the receipt', (seconds, position) => {
    const { facts } = record({}, now / 1000 + seconds)
    expect(facts.position).toEqual(position)
    expect(facts.asOf).toBe(position.at)
    for (const text of facts.texts) expect(text.at).toBe(position.at)
  })
})
