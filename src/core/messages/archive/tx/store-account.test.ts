import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChatKey } from '../../../../contract/ids.ts'
import { createTestArchive, type TestArchive } from '../../../testing/create-test-archive.ts'
import { findChat } from './chat-of.ts'
import { storeAccount } from './store-account.ts'

let archive: TestArchive
beforeEach(() => {
  archive = createTestArchive()
})
afterEach(() => archive[Symbol.dispose]())

const lid = '167700001@lid'
const nothing = { chatId: '', phone: '', username: '' }
const titleOf = (chat: ChatKey) =>
  archive.tx.get<{ title: string }>('select title from chat where key = ?', [chat])?.title
const chatOfId = (id: string) => findChat(archive.tx, archive.instance, id)?.chat

describe('the account behind an id that hides the number', () => {
  test('the number makes one chat of both, whichever came first', () => {
    const { tx } = archive
    const [byNumber, byLid] = [archive.chat('79990001122@c.us'), archive.chat(lid)]
    storeAccount(tx, { chat: byLid, account: { ...nothing, chatId: lid, phone: '79990001122' } })
    expect([chatOfId(lid), chatOfId('79990001122@c.us')]).toEqual([byNumber, byNumber])
    expect(tx.get('select chat_id as id from chat')).toEqual({ id: '79990001122@c.us' })
  })

  test('two ids of one number are one chat, called by the one that the person has now', () => {
    const { tx } = archive
    const [first, second] = [archive.chat(lid), archive.chat('167700002@lid')]
    storeAccount(tx, { chat: first, account: { ...nothing, chatId: lid, phone: '79990001122' } })
    storeAccount(tx, { chat: second, account: { ...nothing, chatId: '167700002@lid', phone: '79990001122' } })
    expect(tx.all('select chat_id as id from chat')).toEqual([{ id: '167700002@lid' }])
  })

  test('a number joins its chat also where the service gives no id with it', () => {
    const { tx } = archive
    const [byNumber, byLid] = [archive.chat('79990001122@c.us'), archive.chat(lid)]
    storeAccount(tx, { chat: byLid, account: { ...nothing, phone: '79990001122' } })
    expect([chatOfId(lid), chatOfId('79990001122@c.us')]).toEqual([byNumber, byNumber])

    const other = archive.chat('167700003@lid')
    storeAccount(tx, { chat: other, account: { ...nothing, phone: '79990001133' } })
    expect(chatOfId('79990001133@c.us')).toBe(other)
  })

  test('a number that has no chat yet is the name of this one when it comes', () => {
    const chat = archive.chat(lid)
    storeAccount(archive.tx, { chat, account: { ...nothing, chatId: lid, phone: '79990001122' } })
    expect(titleOf(chat)).toBe('+7 999 000 11 22')
    expect(archive.chat('79990001122@c.us')).toBe(chat)
  })

  test('an id that changes twice stays one chat, called by the newest', () => {
    const { tx } = archive
    const chat = archive.chat(lid)
    storeAccount(tx, { chat, account: { ...nothing, chatId: '167700002@lid' } })
    storeAccount(tx, { chat, account: { ...nothing, chatId: '167700003@lid' } })
    expect([lid, '167700002@lid', '167700003@lid'].map(chatOfId)).toEqual([chat, chat, chat])
    expect(tx.all('select chat_id as id from chat')).toEqual([{ id: '167700003@lid' }])
  })

  test('a hidden number and no username leave the id as name', () => {
    const chat = archive.chat(lid)
    storeAccount(archive.tx, { chat, account: { ...nothing, chatId: lid } })
    expect(titleOf(chat)).toBe(lid)
  })

  test('a username that changes hands is the name of its new owner alone, and joins nobody', () => {
    const { tx } = archive
    const [first, second] = [archive.chat(lid), archive.chat('167700002@lid')]
    storeAccount(tx, { chat: first, account: { ...nothing, chatId: lid, username: 'Shop' } })
    expect(titleOf(first)).toBe('@Shop')
    storeAccount(tx, { chat: second, account: { ...nothing, chatId: '167700002@lid', username: '@shop' } })
    expect([titleOf(first), titleOf(second)]).toEqual([lid, '@shop'])
    storeAccount(tx, { chat: first, account: { ...nothing, chatId: lid, username: 'SHOP' } })
    expect([titleOf(first), titleOf(second)]).toEqual(['@SHOP', '167700002@lid'])
    expect(tx.all('select key from chat')).toHaveLength(2)
  })

  test('two people who exchange their usernames are two still, and each is found by the new one', () => {
    const { tx, instance } = archive
    const [first, second] = [archive.chat(lid), archive.chat('167700002@lid')]
    const check = (chat: ChatKey, chatId: string, username: string) =>
      storeAccount(tx, { chat, account: { ...nothing, chatId, username } })
    check(first, lid, 'oak')
    check(second, '167700002@lid', 'pine')
    check(first, lid, 'pine')
    // Until the other one is checked again, nobody has the name that is given up.
    expect([titleOf(first), titleOf(second)]).toEqual(['@pine', '167700002@lid'])
    check(second, '167700002@lid', 'oak')
    expect([titleOf(first), titleOf(second)]).toEqual(['@pine', '@oak'])
    expect([chatOfId(lid), chatOfId('167700002@lid')]).toEqual([first, second])
    // By this a typed name finds its chat.
    expect(tx.all('select id, username from person where instance = ? order by username', [instance])).toEqual([
      { id: '167700002@lid', username: 'oak' },
      { id: lid, username: 'pine' },
    ])
  })

  test('an id that a business alone knows is a person', () => {
    const chat = archive.chat('US.13491208655302741918')
    expect(archive.tx.get('select kind from chat where key = ?', [chat])).toEqual({ kind: 'user' })
  })
})
