import { expect, test } from 'vitest'
import { cardWrites } from '../../messages/archive/tx/person-cards.ts'
import { storePerson } from '../../messages/archive/tx/people.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { directoryWrites } from './directory-intents.ts'
import { readGroup } from './read-group.ts'

test('members stand by role, then by the name that people here gave, the contact’s, and their own', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const group = '120363000000000001@g.us'
  archive.give(group, [{ typeMessage: 'textMessage', textMessage: 'Hi', idMessage: '1', timestamp: testSeconds }])
  const chat = archive.chat(group)
  const people = [
    ['79990000010@c.us', 'shop 10', ''],
    ['79990000002@c.us', 'Shop 2', ''],
    ['79990000001@c.us', 'Zoe', 'Anna at work'],
    ['79990000003@c.us', 'Yuri', 'Boris'],
  ] as const
  for (const [id, name, contactName] of people) storePerson(tx, instance, { id, name, contactName, phone: '' }, testNow)
  archive.give('79990000003@c.us', [{ typeMessage: 'textMessage', textMessage: 'Hi', idMessage: '2', timestamp: 1 }])
  cardWrites['people.setName'](tx, { chat: archive.chat('79990000003@c.us'), name: 'Warehouse' })
  directoryWrites['directory.storeGroup'](tx, {
    ...{ chat, state: 'known' },
    group: {
      groupId: group,
      participants: people.map(([chatId]) => ({ chatId, isAdmin: chatId === '79990000010@c.us', isSuperAdmin: false })),
    },
  })
  expect(readGroup(tx, chat).participants.map(({ name, role }) => [name, role])).toEqual([
    ['shop 10', 'admin'],
    ['Anna at work', 'member'],
    ['Shop 2', 'member'],
    ['Warehouse', 'member'],
  ])
  directoryWrites['directory.storeGroup'](tx, {
    ...{ chat, state: 'known' },
    group: {
      groupId: group,
      participants: people.map(([chatId]) => ({ chatId, isAdmin: false, isSuperAdmin: false })),
    },
  })
  expect(readGroup(tx, chat).participants.map(({ name }) => name)).toEqual([
    ...['Anna at work', 'Shop 2', 'shop 10', 'Warehouse'],
  ])
})
