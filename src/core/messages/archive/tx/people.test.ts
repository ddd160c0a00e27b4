import { expect, test } from 'vitest'
import type { StoreChange } from '../../../store/tx.ts'
import { createTestArchive, testNow, testSeconds } from '../../../testing/create-test-archive.ts'
import { archiveWrites } from './archive-intents.ts'
import { joinChats } from './join-chats.ts'
import { storeChatNames } from './people.ts'

test('a group is read again when somebody in it is named by a message, and only then', () => {
  using archive = createTestArchive()
  const groupId = '79990003344-1600000000@g.us'
  // Each is received two minutes after the one before.
  let second = testSeconds
  const write = (senderName: string) =>
    archive.give(groupId, [
      {
        typeMessage: 'textMessage',
        textMessage: 'Here',
        timestamp: (second += 120),
        senderId: '79990001122@c.us',
        senderName,
      },
    ])
  const isOfGroup = (change: StoreChange) => change.kind === 'group'
  write('')
  archive.takeChanges()
  write('Courier 1')
  expect(archive.takeChanges().filter(isOfGroup)).toEqual([{ kind: 'group', chat: archive.chat(groupId) }])
  write('Courier 1')
  expect(archive.takeChanges().filter(isOfGroup)).toEqual([])
})

test('of the ids of one person the one that wrote last names them, also by a name that it had before', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const number = '79990001122@c.us'
  const write = (chatId: string, senderName: string, timestamp: number) =>
    archive.give(chatId, [{ typeMessage: 'textMessage', textMessage: 'Here', timestamp, senderId: chatId, senderName }])
  write(number, 'Anna', testSeconds)
  write('4711@lid', 'Anna K.', testSeconds + 120)
  joinChats(tx, instance, number, '4711@lid', 'echo')
  const title = () => tx.get('select title from chat where key = ?', [archive.chat(number)])
  expect(title()).toEqual({ title: 'Anna K.' })
  write(number, 'Anna', testSeconds + 240)
  expect(title()).toEqual({ title: 'Anna' })
})

test('whoever is named by the contacts is named again wherever they are shown, also where they have no chat', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const learn = (contactName: string) => {
    archive.takeChanges()
    const chats = [{ chatId: '79990001122@c.us', name: '', contactName, phone: '', type: 'user' }]
    archiveWrites['archive.learnChats'](tx, { instance, chats, at: testNow, create: false })
    return archive.takeChanges()
  }
  expect(learn('Courier 1')).toEqual([{ kind: 'people' }])
  expect(learn('Courier 1')).toEqual([])
})

test('a group has the newest of its subjects, and one from the list of chats before any other', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const chat = archive.chat('79990003344-1600000000@g.us')
  const name = (subject: string, at: number, source: 'notification' | 'list' = 'notification') =>
    storeChatNames(tx, chat, { chatType: 'group', subject, source, at })
  const subject = () => tx.get('select subject from chat where key = ?', [chat])
  expect(name('Couriers', 200)).toBe(true)
  expect(name('Drivers', 100)).toBe(false)
  expect(name('', 300)).toBe(false)
  expect(subject()).toEqual({ subject: 'Couriers' })
  expect(name('Riders', 50, 'list')).toBe(true)
  expect(name('Couriers again', 400)).toBe(false)
  expect(subject()).toEqual({ subject: 'Riders' })
})

test('names that were learned while a clock was a year ahead give way to later ones', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const [person, group] = ['79990001122@c.us', '79990003344-1600000000@g.us']
  archive.give(person, [{ typeMessage: 'textMessage', textMessage: 'Hello' }])
  archive.give(group, [{ typeMessage: 'textMessage', textMessage: 'Hello' }])
  const learn = (name: string, phone: string, at: number) => {
    const chats = [
      { chatId: person, name, contactName: `${name} in contacts`, phone, type: 'user' },
      { chatId: group, name: `Group of ${name}`, contactName: '', phone: '', type: 'group' },
    ]
    archiveWrites['archive.learnChats'](tx, { instance, chats, at, create: false })
    const { chat } = archive
    return [
      tx.get('select name, contact_name as contactName, phone from person where id = ?', [person]),
      tx.get('select subject from chat where key = ?', [chat(group)]),
    ]
  }
  const shown = (name: string, phone: string) => [
    { name, contactName: `${name} in contacts`, phone },
    { subject: `Group of ${name}` },
  ]
  const day = 86_400_000
  learn('Zoe', '9', testNow + 366 * day)
  expect(learn('Anna', '1', testNow)).toEqual(shown('Anna', '1'))
  // Within a day both may be right: the service's clock may be ahead of this one.
  learn('Berta', '2', testNow + day)
  expect(learn('Anna', '1', testNow)).toEqual(shown('Berta', '2'))
})
