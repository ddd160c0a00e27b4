import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '../../../sending/tx/enqueue.ts'
import { chatWrites } from '../../../reading/tx/chats.ts'
import { readOutbox } from '../../outbox/tx/outbox-row.ts'
import { observe } from '../../statuses/tx/observe.ts'
import { acceptAs, recordOutcome } from '../../../sending/tx/record-outcome.ts'
import { takeDue } from '../../../sending/tx/take-due.ts'
import { createTestArchive, testNow, type TestArchive } from '../../../testing/create-test-archive.ts'
import { bestAlias, type AliasEvidence } from './aliases.ts'
import { chatOf } from './chat-of.ts'
import { joinChats } from './join-chats.ts'
import { storeOrderDetails } from './order-details.ts'

let archive: TestArchive
beforeEach(() => {
  archive = createTestArchive()
})
afterEach(() => archive[Symbol.dispose]())

const reported = '10000077'
const typed = '79990001122@c.us'

describe('joining two chats', () => {
  test.each([
    ['the service showed the message first', true],
    ['the person wrote first', false],
  ])('keeps the job of a message that both have: %s', (_, serviceFirst) => {
    const { tx, instance } = archive
    if (serviceFirst) archive.chat(reported)
    const own = chatOf(tx, instance, typed, { fromService: false })
    const { message } = enqueue(tx, { chat: own, text: 'hello' })
    acceptAs(tx, readOutbox(tx, message), '1000000000001', 'sendReply')
    // Under the other id the journal shows it with a text of its own, so that the echo alone joins nothing.
    archive.give(reported, [
      { idMessage: '1000000000001', type: 'outgoing', typeMessage: 'textMessage', textMessage: 'hello there' },
    ])
    expect(tx.all('select key from message')).toHaveLength(2)

    const joined = joinChats(tx, instance, reported, typed, 'checkAccount')

    expect(tx.all('select key, chat, id_message as id from message')).toEqual([
      { key: message, chat: joined, id: '1000000000001' },
    ])
    expect(readOutbox(tx, message)).toMatchObject({ state: 'accepted', chat: joined })
  })

  test('what any table has of either of them is kept, and the lane of what waits goes on', () => {
    using all = createTestArchive(() => undefined)
    const { tx, instance } = all
    const [kept, gone] = [all.chat(reported), chatOf(tx, instance, typed, { fromService: false })]
    const tables = tx.all<{ name: string }>(
      `select m.name from sqlite_schema m join pragma_foreign_key_list(m.name) k on k."table" = 'chat' and k."from" = 'chat'
       where m.type = 'table' and m.name not in ('message', 'chat_alias', 'reaction') order by 1`,
    )
    // Reactions are worked out anew. The rows need no other ones: what counts is whether they outlive their chat.
    tx.run('pragma foreign_keys = off')
    tx.run('pragma ignore_check_constraints = on')
    for (const { name } of tables) {
      const columns = tx.all<{ name: string; type: string }>(
        'select name, type from pragma_table_info(?) where "notnull" = 1 or pk > 0 or name = \'chat\'',
        [name],
      )
      const values = columns.map((column) =>
        column.name === 'chat' ? gone : column.name === 'instance' ? instance : column.type === 'TEXT' ? '{}' : 7,
      )
      tx.run(
        `insert into ${name} (${columns.map((column) => column.name).join()}) values (${values.map(() => '?').join()})`,
        values,
      )
    }
    const left = () => tables.filter(({ name }) => tx.get(`select 1 from ${name} where chat = ?`, [kept]) === undefined)
    expect(left().length).toBeGreaterThan(10)
    tx.run('pragma foreign_keys = on')
    all.takeChanges()
    expect(joinChats(tx, instance, reported, typed, 'checkAccount')).toBe(kept)
    expect(left()).toEqual([])
    expect(all.takeChanges()).toContainEqual({ kind: 'lane', instance, chat: kept })
  })

  test('a send that was cancelled in either of them never goes', () => {
    const { tx, instance } = archive
    for (const chat of [archive.chat(reported), chatOf(tx, instance, typed, { fromService: false })])
      tx.run('insert into cancelled_send (send_id, chat, message, at) values (?, ?, 1, 1)', [`of ${chat}`, chat])
    const chat = joinChats(tx, instance, reported, typed, 'checkAccount')
    expect(tx.all('select chat from cancelled_send')).toEqual([{ chat }, { chat }])
  })

  test('what was deleted here in one of them, and what a draft quotes, stays so in both', () => {
    const { tx, instance } = archive
    const [first, second] = [archive.chat(reported), chatOf(tx, instance, typed, { fromService: false })]
    const same = { idMessage: 'same', typeMessage: 'textMessage' }
    archive.give(reported, [{ ...same, textMessage: 'when?' }])
    archive.give(typed, [{ ...same, textMessage: 'when? then' }])
    const of = (chat: number) => tx.get<{ key: number }>('select key from message where chat = ?', [chat])?.key ?? 0
    tx.run('update message set hidden_at = 5 where chat = ?', [second])
    tx.run(`update chat set draft = 'soon', draft_at = 1, draft_since = 1, draft_quote = ? where key = ?`, [
      of(second),
      second,
    ])
    const joined = joinChats(tx, instance, reported, typed, 'checkAccount')
    expect(tx.all('select hidden_at as hidden from message')).toEqual([{ hidden: 5 }])
    expect(tx.get('select draft_since as since, draft_quote as quote from chat where key = ?', [joined])).toEqual({
      since: 1,
      quote: of(first),
    })
  })

  test.each(['kept', 'gone'] as const)(
    'keeps who answers for it and the quote of its draft, of the %s one too',
    (which) => {
      const { tx, instance } = archive
      const [first, second] = [archive.chat(reported), chatOf(tx, instance, typed, { fromService: false })]
      const [message] = archive.give(reported, [
        { idMessage: 'quoted', typeMessage: 'textMessage', textMessage: 'when?' },
      ])
      const chat = which === 'kept' ? first : second
      tx.run(`update chat set assignee = 'desk', draft = 'soon', draft_at = 1, draft_quote = ? where key = ?`, [
        message,
        chat,
      ])
      const joined = joinChats(tx, instance, reported, typed, 'checkAccount')
      expect(tx.get('select assignee, draft, draft_quote as quote from chat where key = ?', [joined])).toEqual({
        assignee: 'desk',
        draft: 'soon',
        quote: message,
      })
    },
  )

  test('applies to a message what came under the other id before', () => {
    const { tx, instance } = archive
    const [message] = archive.give(reported, [
      { idMessage: '1000000000001', type: 'outgoing', typeMessage: 'textMessage', textMessage: 'hello' },
    ])
    archive.give(typed, [
      { idMessage: '1000000000002', typeMessage: 'deletedMessage', deletedMessageId: '1000000000001' },
    ])
    expect(tx.get('select deleted from message where key = ?', [message ?? 0])).toEqual({ deleted: 0 })
    joinChats(tx, instance, reported, typed, 'history')
    expect(tx.get('select deleted from message where key = ?', [message ?? 0])).toEqual({ deleted: 1 })
  })

  test('counts what was said of a message under both ids once, and what was said of another one at that time', () => {
    const { tx, instance } = archive
    const own = { type: 'outgoing', typeMessage: 'textMessage' } as const
    const messages = [
      archive.give(reported, [{ ...own, idMessage: '1000000000002', textMessage: 'and when?' }]),
      archive.give(reported, [{ ...own, idMessage: '1000000000001', textMessage: 'hello' }]),
      archive.give(typed, [{ ...own, idMessage: '1000000000001', textMessage: 'hello there' }]),
    ].flat()
    for (const message of messages)
      observe(tx, message, { source: 'notification', raw: 'read', serviceAt: testNow, seenAt: testNow })
    joinChats(tx, instance, reported, typed, 'history')
    expect(
      tx.all(`select m.id_message as id, count(*) as times from observation o join message m on m.key = o.message
        where o.source = 'notification' group by m.key order by id`),
    ).toEqual([
      { id: '1000000000001', times: 1 },
      { id: '1000000000002', times: 1 },
    ])
  })

  test.each(['edited', 'never edited'])('finds an order by what was ordered, read under the other id: %s', (edited) => {
    const { tx, instance } = archive
    const record = {
      ...{ idMessage: '1000000000001', typeMessage: 'orderMessage' },
      orderMessage: { orderId: '4977', sellerJid: '79990000001@c.us' },
    }
    const [kept] = archive.give(typed, [record])
    const edit = { typeMessage: 'editedMessage', editedMessageData: { textMessage: 'two', stanzaId: record.idMessage } }
    if (edited === 'edited') archive.give(typed, [edit])
    const [gone] = archive.give(reported, [record])
    if (kept === undefined || gone === undefined) throw new Error('There are no orders.')
    const line = { name: 'Oak desk', quantity: 1, price: '', currency: '' }
    storeOrderDetails(tx, { message: gone, details: { lines: [line], more: 0, total: '', currency: '' } })
    joinChats(tx, instance, reported, typed, 'history')
    const found = `select m.key from message_fts f join message m on m.fts = f.rowid where message_fts match 'oak desk'`
    expect(tx.all(found)).toEqual([{ key: kept }])
  })

  test('shows what one person reacted under both ids once, as it was last', () => {
    const { tx, instance } = archive
    archive.give(reported, [
      { idMessage: '1000000000001', type: 'outgoing', typeMessage: 'textMessage', textMessage: 'hello' },
    ])
    const reaction = (idMessage: string, senderId: string, emoji: string, timestamp: number) => ({
      idMessage,
      senderId,
      timestamp,
      typeMessage: 'reactionMessage',
      extendedTextMessageData: { text: emoji },
      quotedMessage: { stanzaId: '1000000000001' },
    })
    archive.give(reported, [reaction('1000000000002', reported, '👍', 1_700_000_010)])
    archive.give(typed, [reaction('1000000000003', typed, '❤️', 1_700_000_020)])
    joinChats(tx, instance, reported, typed, 'history')
    expect(tx.all('select emoji from reaction')).toEqual([{ emoji: '❤️' }])
    archive.give(reported, [reaction('1000000000004', '79990001122', '🙏', 1_700_000_030)])
    expect(tx.all('select emoji from reaction')).toEqual([{ emoji: '🙏' }])
  })

  test('shows a reaction as a row that the other id showed on a message it is not for', () => {
    const { tx, instance } = archive
    const reaction = (chat: string, emoji: string, target: string, timestamp: number) =>
      archive.give(chat, [
        {
          idMessage: '1000000000002',
          type: 'incoming',
          typeMessage: 'reactionMessage',
          timestamp,
          extendedTextMessageData: { text: emoji },
          quotedMessage: { stanzaId: target },
        },
      ])
    reaction(typed, '👍', '1000000000002', 1_700_000_010)
    reaction(reported, '', 'not here', 1_700_000_020)
    expect(tx.all('select distinct folded from message')).toEqual([{ folded: 1 }])
    joinChats(tx, instance, reported, typed, 'checkAccount')
    expect(tx.all('select text, quoted_id as target, folded from message')).toEqual([
      { text: '👍', target: 'not here', folded: 0 },
    ])
  })

  test('shows a reaction that was taken back nowhere, also where the other id could not say what it was', () => {
    const { tx, instance } = archive
    archive.give(reported, [{ idMessage: '1000000000002', senderId: reported, typeMessage: '' }])
    const taken = { typeMessage: 'reactionMessage', extendedTextMessageData: { text: '' } }
    archive.give(typed, [
      { ...taken, idMessage: '1000000000002', senderId: typed, quotedMessage: { stanzaId: '1000000000001' } },
    ])
    joinChats(tx, instance, reported, typed, 'history')
    expect(tx.all('select content_kind as kind, folded from message')).toEqual([{ kind: 'reaction', folded: 1 }])
  })

  test('keeps what a draft answers', () => {
    const { tx, instance } = archive
    archive.give(reported, [{ idMessage: '1000000000001', textMessage: 'question', typeMessage: 'textMessage' }])
    chatOf(tx, instance, typed, { fromService: false })
    tx.run('update chat set draft_quote = (select key from message) where key = ?', [archive.chat(typed)])
    joinChats(tx, instance, reported, typed, 'history')
    expect(tx.get('select m.text from chat c join message m on m.key = c.draft_quote')).toEqual({ text: 'question' })
  })

  test('knows that an uncertain message arrived when the other id has shown it', () => {
    const { tx, instance } = archive
    const own = chatOf(tx, instance, typed, { fromService: false })
    const { message } = enqueue(tx, { chat: own, text: 'hello' })
    takeDue(tx, { instance, chats: [own] })
    recordOutcome(tx, { message, attempt: 1, result: { kind: 'uncertain', text: '' } })
    archive.give(reported, [
      {
        type: 'outgoing',
        typeMessage: 'textMessage',
        textMessage: 'hello',
        sendByApi: true,
        idMessage: '1000000000001',
      },
    ])
    joinChats(tx, instance, reported, typed, 'checkAccount')
    expect(tx.all('select key from message')).toEqual([{ key: message }])
    expect(readOutbox(tx, message)).toMatchObject({ state: 'accepted' })
  })

  test.for<[id: string, state: 'read' | 'unread']>([
    [reported, 'unread'],
    [typed, 'unread'],
    [reported, 'read'],
    [typed, 'read'],
  ])('leaves a message under %s %s', ([id, state]) => {
    const { tx, instance } = archive
    for (const each of [reported, typed]) archive.chat(each)
    archive.give(id, [{ typeMessage: 'textMessage', textMessage: 'hello' }])
    if (state === 'read') chatWrites['chats.markRead'](tx, { chat: archive.chat(id) })
    const chat = joinChats(tx, instance, reported, typed, 'history')
    expect(tx.get('select unread from chat where key = ?', [chat])).toEqual({ unread: state === 'read' ? 0 : 1 })
  })

  test('keeps both drafts and what is unread', () => {
    const { tx, instance } = archive
    archive.give(reported, [{ idMessage: '1000000000001', textMessage: 'unread', typeMessage: 'textMessage' }])
    tx.run("update chat set draft = 'one', draft_at = 1 where key = ?", [archive.chat(reported)])
    tx.run("update chat set draft = 'two', draft_at = 2 where key = ?", [
      chatOf(tx, instance, typed, { fromService: false }),
    ])
    const chat = joinChats(tx, instance, reported, typed, 'history')
    expect(tx.get('select chat_id, draft, unread from chat')).toEqual({
      chat_id: reported,
      draft: 'one\ntwo',
      unread: 1,
    })
    expect(tx.all('select key from chat')).toEqual([{ key: chat }])
  })
})

test('who writes in a group is named in a chat of their own as well, whichever came first', () => {
  const { tx } = archive
  archive.give('-500', [{ senderId: '10001', senderName: 'Boris', typeMessage: 'textMessage', textMessage: 'a' }])
  const chat = archive.chat('10001')
  expect(tx.get('select title from chat where key = ?', [chat])).toEqual({ title: 'Boris' })
  const later = { senderName: 'Boris B.', timestamp: tx.now / 1000 + 60, typeMessage: 'textMessage', textMessage: 'b' }
  archive.setNow(tx.now + 60_000)
  archive.give('-500', [{ ...later, senderId: '10001' }])
  expect(tx.get('select title from chat where key = ?', [chat])).toEqual({ title: 'Boris B.' })
})

test.for<[string, readonly [string, AliasEvidence][], string]>([
  [
    'the shorter form where the service uses both',
    [
      ['1@c.us', 'id'],
      ['1', 'form'],
    ],
    '1',
  ],
  [
    "the service's form, not the typed one",
    [
      ['1@c.us', 'id'],
      ['1', 'typed'],
    ],
    '1@c.us',
  ],
  [
    'the id that the service answers with',
    [
      ['10000077', 'id'],
      ['7999', 'form'],
      ['7999@c.us', 'checkAccount'],
    ],
    '10000077',
  ],
  ['what was typed, when there is nothing else', [['7999@c.us', 'typed']], '7999@c.us'],
  [
    'any fixed one when the service contradicts itself',
    [
      ['12', 'history'],
      ['11', 'history'],
    ],
    '11',
  ],
])('a chat is called by %s', ([, aliases, best]) => {
  const list = aliases.map(([alias, evidence]) => ({ alias, evidence }))
  expect(bestAlias(list)).toBe(best)
  expect(bestAlias(list.toReversed())).toBe(best)
})

describe('an equal message id under two ids of personal chats', () => {
  const idMessage = '3EB0A1B2C3D4E5F60718'
  const copy = { idMessage, typeMessage: 'textMessage', textMessage: 'We are closed on Monday' } as const
  const chats = () => archive.tx.all('select key from chat').length
  const [anna, bert] = ['79990001122@c.us', '79990003344@c.us']
  const [annaLid, bertLid] = ['100000000000001@lid', '100000000000002@lid']

  test.for([
    // Copies of a message to a broadcast list, or of a forward, may have one id.
    ['two numbers', anna, bert, 'outgoing'],
    ['two numbers that wrote', anna, bert, 'incoming'],
    ['two @lid', annaLid, bertLid, 'outgoing'],
    ['two @lid that wrote', annaLid, bertLid, 'incoming'],
    ['a number and the @lid of somebody else, in a broadcast', anna, bertLid, 'outgoing'],
  ] as const)('does not join %s', ([, one, other, type]) => {
    archive.give(one, [{ ...copy, type }])
    archive.give(other, [{ ...copy, type }])
    expect(chats()).toBe(2)
  })

  test('joins a number and a @lid that received the same message of one person', () => {
    archive.give(anna, [{ ...copy, type: 'incoming' }])
    archive.give(annaLid, [{ ...copy, type: 'incoming' }])
    expect(chats()).toBe(1)
  })

  test.for([['another number'], ['another @lid']])('does not join a @lid to a chat that has %s', ([which]) => {
    archive.give(anna, [{ ...copy, type: 'incoming' }])
    archive.give(annaLid, [{ ...copy, type: 'incoming' }])
    const again = { ...copy, type: 'incoming', idMessage: '3EB0A1B2C3D4E5F60719' } as const
    const [one, other] = which === 'another number' ? [annaLid, bert] : [anna, bertLid]
    archive.give(one, [again])
    archive.give(other, [again])
    expect(chats()).toBe(2)
  })
})
