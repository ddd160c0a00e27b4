import { expect, test } from 'vitest'
import type { StoreChange } from '../../../store/tx.ts'
import { createTestArchive, testNow } from '../../../testing/create-test-archive.ts'
import { archiveWrites } from './archive-intents.ts'

test('a group is read again when somebody in it is named by a message, and only then', () => {
  using archive = createTestArchive()
  const groupId = '79990003344-1600000000@g.us'
  const write = (senderName: string) =>
    archive.give(groupId, [
      { typeMessage: 'textMessage', textMessage: 'Here', senderId: '79990001122@c.us', senderName },
    ])
  const isOfGroup = (change: StoreChange) => change.kind === 'group'
  write('')
  archive.takeChanges()
  write('Courier 1')
  expect(archive.takeChanges().filter(isOfGroup)).toEqual([{ kind: 'group', chat: archive.chat(groupId) }])
  write('Courier 1')
  expect(archive.takeChanges().filter(isOfGroup)).toEqual([])
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
