import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChatKey } from '../../../../contract/ids.ts'
import { createTestArchive, type TestArchive } from '../../../testing/create-test-archive.ts'
import { chatOf, findChat } from './chat-of.ts'
import { joinChats } from './join-chats.ts'
import { marked, marksOfChat } from './search-index.ts'
import { chatsApartFrom, rejoinChats } from './rejoin-chats.ts'
import { separateChat } from './separate-chat.ts'

let archive: TestArchive
beforeEach(() => {
  archive = createTestArchive()
})
afterEach(() => archive[Symbol.dispose]())

const anna = '79990001122@c.us'
const boris = '167700001@lid'

/** Two people who were taken for one. */
function wronglyJoined(): ChatKey {
  const { tx, instance } = archive
  const of = (chatId: string, text: string, idMessage: string) =>
    archive.give(chatId, [
      { idMessage, chatId, typeMessage: 'textMessage', textMessage: text, senderName: text.split(' ')[0] },
      {
        idMessage: `${idMessage}-reply`,
        chatId,
        type: 'outgoing',
        typeMessage: 'textMessage',
        textMessage: `To ${text}`,
      },
    ])
  of(anna, 'Anna wants oak', 'a-message-of-anna')
  of(boris, 'Boris wants pine', 'a-message-of-boris')
  archive.give(boris, [
    {
      ...{ idMessage: 'reaction-of-boris', chatId: boris, typeMessage: 'reactionMessage', senderId: boris },
      extendedTextMessageData: { text: '👍' },
      quotedMessage: { stanzaId: 'a-message-of-boris-reply' },
    },
  ])
  return joinChats(tx, instance, anna, boris, 'history')
}

const textsOf = (chat: ChatKey) =>
  archive.tx
    .all<{ text: string }>('select text from message where chat = ? and folded = 0 order by text', [chat])
    .map(({ text }) => text)

const titleOf = (chat: ChatKey) =>
  archive.tx.get<{ title: string }>('select title from chat where key = ?', [chat])?.title

describe('separating a chat', () => {
  test('each person has the own messages, name, reactions and search again', () => {
    const { tx, instance } = archive
    const joined = wronglyJoined()
    tx.run('insert into note (id, chat, text, at) values (?, ?, ?, 1)', ['note', joined, 'pays late'])
    tx.run(`update chat set business_json = '{}', names_checked_at = 1 where key = ?`, [joined])

    const { chat } = separateChat(tx, { chat: joined, alias: boris })

    expect(textsOf(joined)).toEqual(['Anna wants oak', 'To Anna wants oak'])
    expect(textsOf(chat)).toEqual(['Boris wants pine', 'To Boris wants pine'])
    expect([titleOf(joined), titleOf(chat)]).toEqual(['Anna', 'Boris'])
    const lastOf = (one: ChatKey) =>
      tx.get('select m.text from chat c join message m on m.key = c.last_message where c.key = ?', [one])
    expect([joined, chat].map(lastOf)).toEqual([{ text: 'To Anna wants oak' }, { text: 'To Boris wants pine' }])
    expect(findChat(tx, instance, boris)?.chat).toBe(chat)
    expect(findChat(tx, instance, anna)?.chat).toBe(joined)
    expect(tx.all('select chat, emoji from reaction')).toEqual([{ chat, emoji: '👍' }])
    expect(tx.all('select chat from note')).toEqual([{ chat: joined }])
    const facts = tx.all('select business_json as business, names_checked_at as checked from chat')
    expect(facts).toEqual([
      { business: null, checked: null },
      { business: null, checked: null },
    ])
    const found = (of: ChatKey) =>
      tx.all('select m.text from message_fts f join message m on m.fts = f.rowid where message_fts match ?', [
        marked('body: "wants pine"', marksOfChat(tx, of)),
      ]).length
    expect([found(joined), found(chat)]).toEqual([0, 2])
  })

  test('nothing joins the two again, whatever the service says', () => {
    const { tx, instance } = archive
    const { chat } = separateChat(tx, { chat: wronglyJoined(), alias: boris })
    for (const evidence of ['history', 'echo', 'checkAccount'] as const) {
      joinChats(tx, instance, anna, boris, evidence)
      joinChats(tx, instance, boris, anna, evidence)
    }
    expect(findChat(tx, instance, boris)?.chat).toBe(chat)
    expect(textsOf(chat)).toHaveLength(2)
  })

  test('a person joins them again: one chat as before, which evidence may keep', () => {
    const { tx, instance } = archive
    const joined = wronglyJoined()
    const before = textsOf(joined)
    const { chat } = separateChat(tx, { chat: joined, alias: boris })
    expect(chatsApartFrom(tx, chat)).toEqual([{ chat: joined, id: anna }])
    expect(chatsApartFrom(tx, joined)).toEqual([{ chat, id: boris }])

    // Said in the details of the newer one: the older one remains.
    expect(rejoinChats(tx, { chat, other: joined })).toEqual({ chat: joined })

    expect(textsOf(joined)).toEqual(before)
    expect([anna, boris].map((id) => findChat(tx, instance, id)?.chat)).toEqual([joined, joined])
    expect(tx.all('select chat from reaction')).toEqual([{ chat: joined }])
    expect([chatsApartFrom(tx, joined), tx.all('select one from chat_apart')]).toEqual([[], []])
    expect(separateChat(tx, { chat: joined, alias: boris }).chat).not.toBe(joined)
  })

  test('two chats that nobody separated are not joined by hand', () => {
    const { tx, instance } = archive
    const [one, other] = [chatOf(tx, instance, anna), chatOf(tx, instance, boris)]
    expect(() => rejoinChats(tx, { chat: one, other })).toThrow(expect.objectContaining({ code: 'notFound' }))
  })

  test('a chat with one id, or without this one, is refused and stays as it is', () => {
    const { tx } = archive
    const joined = wronglyJoined()
    const { chat } = separateChat(tx, { chat: joined, alias: boris })
    for (const [of, alias] of [
      [chat, boris],
      [joined, '79990009999@c.us'],
    ] as const)
      expect(() => separateChat(tx, { chat: of, alias })).toThrow(expect.objectContaining({ code: 'notFound' }))
    expect(textsOf(joined)).toHaveLength(2)
  })
})
