import { expect, onTestFinished, test } from 'vitest'
import { readNotificationBody } from '../../../../api/schema/notification.ts'
import { directoryWrites } from '../../../directory/tx/directory-intents.ts'
import { openChat } from '../../../sending/tx/open-chat.ts'
import { createTestArchive, testNow, testSeconds } from '../../../testing/create-test-archive.ts'
import { fromNotification } from '../rules/from-notification.ts'
import { archiveWrites } from './archive-intents.ts'
import { chatOf, findChat } from './chat-of.ts'
import { ingest } from './ingest.ts'

const number = '79990001122@c.us'
const id = '10000001'

function scene() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance } = archive
  const incoming = (chatId: string, senderPhoneNumber: number, sender = chatId) => {
    const read = readNotificationBody({
      typeWebhook: 'incomingMessageReceived',
      idMessage: '112233445566778899',
      timestamp: testSeconds,
      senderData: { chatId, sender, senderName: 'Anna', senderPhoneNumber },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'Yes, please' } },
    })
    if (read.kind !== 'message') throw new Error('It is no message.')
    const items = fromNotification(read.body, { origin: 'incoming', seenAt: testNow, raw: '{}' })
    ingest(tx, instance, items, { live: true, seenAt: testNow })
  }
  const ways = {
    'an answer': () => incoming(id, 79990001122),
    'a word in a group': () => incoming('-70000001', 79990001122, id),
    'the list of contacts': () =>
      archiveWrites['archive.learnChats'](tx, {
        ...{ instance, at: testNow, create: false },
        chats: [{ chatId: id, name: '', contactName: 'Anna', phone: '79990001122', type: 'user' }],
      }),
    'the details of the contact': () => {
      const contact = { name: 'Anna', contactName: '', phone: '79990001122', chatType: 'user', lastSeen: '' }
      const chat = chatOf(tx, instance, id)
      directoryWrites['directory.storeContact'](tx, { chat, contact: { ...contact, business: null } })
    },
  }
  const open = (chatId: string) => openChat(tx, { instance, chatId }).chat
  const idOf = (chat: number) => tx.get<{ id: string }>('select chat_id as id from chat where key = ?', [chat])?.id
  return { tx, instance, incoming, ways, open, idOf }
}

const names = ['an answer', 'a word in a group', 'the list of contacts', 'the details of the contact'] as const

/** The vendor's own chat writes to the digits alone. */
const forms = names.flatMap((name) => [[name, number] as const, [name, '79990001122'] as const])

test.each(forms)(
  'a chat that was opened by a number is the one of the person whose number %s tells (%s)',
  (name, typed) => {
    const { tx, instance, ways, open, idOf } = scene()
    const opened = open(typed)
    ways[name]()
    expect(findChat(tx, instance, id)?.chat).toBe(opened)
    expect(idOf(opened)).toBe(id)
  },
)

test.each(forms)('a number that %s told opens the chat of the person who has it (%s)', (name, typed) => {
  const { tx, instance, ways, open, idOf } = scene()
  ways[name]()
  const opened = open(typed)
  expect(idOf(opened)).toBe(id)
  expect(findChat(tx, instance, id)?.chat).toBe(opened)
  expect(open(typed)).toBe(opened)
})

test('a hidden number, a @lid and a number under which messages come join nobody', () => {
  const { tx, instance, incoming, open, idOf } = scene()
  const opened = open(number)
  incoming(id, 0)
  incoming('55501@lid', 79990001122)
  expect(idOf(opened)).toBe(number)
  chatOf(tx, instance, number)
  incoming(id, 79990001122)
  expect(findChat(tx, instance, id)?.chat).not.toBe(opened)
})
