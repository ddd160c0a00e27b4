import { describe, expect, it } from 'vitest'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { openReading, type TestReading } from '../testing/open-reading.ts'
import { messageReads } from './messages.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { chatWrites } from './chats.ts'

describe('a window of a conversation', () => {
  it('slides over a history without a hole or a repeat', () => {
    const { give, window, texts, text } = openReading()
    const all = Array.from({ length: 200 }, (_, index) => `m${index}`)
    give(
      '200',
      all.map((name, index) =>
        text(name, { timestamp: testSeconds + Math.floor(index / 3), idMessage: `id${1000 + index}` }),
      ),
    )
    const newest = window('200', { kind: 'newest' }, 30, 0)
    expect(texts(newest.rows)).toEqual(all.slice(-30))
    expect(newest).toMatchObject({ hasOlder: true, hasNewer: false, anchor: newest.rows.at(-1)?.key })
    const collected = [...newest.rows]
    for (let first = newest.rows[0]; first !== undefined;) {
      const older = window('200', { kind: 'message', message: first.key }, 30, 1)
      const fresh = older.rows.filter((row) => row.key !== first?.key)
      collected.unshift(...fresh)
      first = older.hasOlder ? older.rows[0] : undefined
    }
    expect(texts(collected)).toEqual(all)
    const middle = collected[100]
    const round = window('200', { kind: 'message', message: middle?.key ?? (0 as never) }, 10, 10)
    expect(texts(round.rows)).toEqual(all.slice(90, 110))
    expect(round).toMatchObject({ hasOlder: true, hasNewer: true, anchor: middle?.key })
  })

  it('opens at a date and at the first unread message', () => {
    const { tx, chat, give, window, texts, text } = openReading()
    give(
      '200',
      [1, 2, 3, 4].map((hour) => text(`h${hour}`, { timestamp: testSeconds + hour * 3600 })),
    )
    expect(texts(window('200', { kind: 'date', at: testNow + 2.5 * 3_600_000 }, 1, 1).rows)).toEqual(['h2', 'h3'])
    chatWrites['chats.markRead'](tx, { chat: chat('200'), at: testNow + 2 * 3_600_000 })
    const unread = window('200', { kind: 'firstUnread' }, 1, 5)
    expect(texts(unread.rows)).toEqual(['h2', 'h3', 'h4'])
    expect(unread).toMatchObject({ anchor: unread.rows[1]?.key, firstUnread: unread.rows[1]?.key, unread: 2 })
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    expect(window('200', { kind: 'firstUnread' }, 2, 2).anchor).toBe(window('200').rows.at(-1)?.key)
  })

  it('says what is known to be whole', () => {
    const { tx, chat, give, window, text } = openReading()
    give('200', [text('a')])
    expect(window('200')).toMatchObject({ olderAtService: true, completeness: { completeFrom: null, gaps: [] } })
    tx.run('update chat set spans_json = ?, reached_start = 1 where key = ?', [
      '[[1000,5000],[9000,20000]]',
      chat('200'),
    ])
    expect(window('200')).toMatchObject({
      olderAtService: false,
      completeness: { completeFrom: 9000, reachedStart: true, gaps: [{ from: 5000, to: 9000 }] },
    })
  })

  it('refuses a chat that is gone', () => {
    const { tx } = openReading()
    expect(() =>
      messageReads['messages.window'](tx, { chat: 99 as never, anchor: { kind: 'newest' }, before: 1, after: 1 }),
    ).toThrow('notFound')
  })
})

describe('what a message shows', () => {
  it('reactions as chips on their message, with the newest of each person', () => {
    const { give, window } = openReading()
    const react = (emoji: string, senderId: string, more: object = {}) => ({
      typeMessage: 'reactionMessage',
      extendedTextMessageData: { text: emoji },
      quotedMessage: { stanzaId: 'target' },
      senderId,
      ...more,
    })
    give('-100', [
      { typeMessage: 'textMessage', textMessage: 'look', idMessage: 'target', senderId: '7', senderName: 'Ann' },
      react('👍', '8', { senderName: 'Bob' }),
      react('👍', '9'),
      react('🎉', '9', { timestamp: testSeconds + 1 }),
      { ...react('👍', ''), type: 'outgoing' },
      { ...react('💡', '7'), quotedMessage: { stanzaId: 'elsewhere' } },
    ])
    const { rows } = window('-100')
    expect(rows).toHaveLength(2)
    expect(rows[0]?.reactions).toEqual([
      expect.objectContaining({ emoji: '👍', count: 2, own: true }),
      expect.objectContaining({ emoji: '🎉', count: 1, own: false }),
    ])
    expect(rows[0]?.reactions[0]?.people.map((person) => person.name)).toContain('Bob')
    expect(rows[1]?.content).toEqual({ kind: 'reaction', emoji: '💡', targetId: 'elsewhere' })
  })

  it('a quote of a known message as it is now, of an unknown one as it came', () => {
    const { give, window } = openReading()
    const quote = (stanzaId: string) => ({
      typeMessage: 'quotedMessage',
      extendedTextMessage: { text: 'answer', stanzaId, participant: '7' },
      quotedMessage: { stanzaId, participant: '7', typeMessage: 'textMessage', textMessage: 'as it came' },
      timestamp: testSeconds + 1,
    })
    give('-100', [
      { typeMessage: 'textMessage', textMessage: 'question', idMessage: 'q1', senderId: '7', senderName: 'Ann' },
      quote('q1'),
      quote('lost'),
    ])
    const [question, known, unknown] = window('-100').rows
    expect(known?.quoted).toMatchObject({ key: question?.key, text: 'question', sender: { name: 'Ann' } })
    expect(unknown?.quoted).toMatchObject({ key: null, idMessage: 'lost', text: 'as it came', sender: { name: 'Ann' } })
  })

  it('votes of a poll by person, and options that only a vote names', () => {
    const { give, window } = openReading()
    give('-100', [
      {
        typeMessage: 'pollMessage',
        idMessage: 'poll1',
        pollMessageData: {
          name: 'Lunch?',
          options: [{ optionName: 'Soup' }, { optionName: 'Fish' }],
          votes: [
            { optionName: 'Soup', optionVoters: ['7', '8'] },
            { optionName: 'Cake', optionVoters: ['8'] },
          ],
          multipleAnswers: true,
        },
      },
    ])
    const content = window('-100').rows[0]?.content
    expect(content).toMatchObject({ kind: 'poll', question: 'Lunch?', multiple: true, voters: 2 })
    expect(content?.kind === 'poll' && content.options.map(({ name, votes }) => [name, votes])).toEqual([
      ['Soup', 2],
      ['Fish', 0],
      ['Cake', 1],
    ])
  })

  it('one voter where a poll and a message spell an id in two ways, by the name that either gave', () => {
    const { tx, instance, give, window } = openReading()
    tx.run('update instance set wid = ? where key = ?', ['79001112233@c.us', instance])
    give('-100', [
      { typeMessage: 'textMessage', textMessage: 'hi', senderId: '79990001122', senderName: 'Ann' },
      {
        typeMessage: 'pollMessage',
        timestamp: testSeconds + 1,
        pollMessageData: {
          name: 'Lunch?',
          options: [{ optionName: 'Soup' }, { optionName: 'Fish' }],
          votes: [
            { optionName: 'Soup', optionVoters: ['79990001122@c.us', '79990001122', '79001112233'] },
            { optionName: 'Fish', optionVoters: ['79990001122', '79001112233@c.us'] },
          ],
        },
      },
    ])
    expect(window('-100').rows[1]?.content).toMatchObject({
      voters: 2,
      options: [
        { name: 'Soup', votes: 2, own: true, voters: [{ name: 'Ann' }, { own: true }] },
        { name: 'Fish', votes: 2, own: true, voters: [{ name: 'Ann' }, { own: true }] },
      ],
    })
  })

  it('how many answers a poll allows only where the service said it', () => {
    const { give, window } = openReading()
    const poll = (more: object) => ({ typeMessage: 'pollMessage', pollMessageData: { name: 'Lunch?', ...more } })
    give(
      '-100',
      [{}, { multipleAnswers: false }, { multipleAnswers: true }].map((more, index) => ({
        ...poll(more),
        timestamp: testSeconds + index,
      })),
    )
    expect(window('-100').rows.map(({ content }) => content.kind === 'poll' && content.multiple)).toEqual([
      null,
      false,
      true,
    ])
  })

  it('contact cards parsed, broken ones by their name', () => {
    const { give, window } = openReading()
    const vcard =
      'BEGIN:VCARD\nVERSION:3.0\nFN:Ann Smith\nORG:Acme\nTEL;TYPE=CELL:+79990001122\nEMAIL:a@b.example\nEND:VCARD'
    give('200', [
      { typeMessage: 'contactMessage', contact: { displayName: 'Ann', vcard } },
      { typeMessage: 'contactMessage', contact: { displayName: 'Broken', vcard: 'BEGIN:VCARD\n<script>' } },
    ])
    const cards = window('200').rows.flatMap(({ content }) => (content.kind === 'contacts' ? content.cards : []))
    expect(cards[0]).toMatchObject({
      name: 'Ann',
      organisation: 'Acme',
      emails: ['a@b.example'],
      phones: [{ display: '+7 999 000 11 22', label: 'cell' }],
    })
    expect(cards[1]).toMatchObject({ name: 'Broken', phones: [] })
  })

  it('a link preview with the site of its link', () => {
    const { give, window } = openReading()
    const link = (text: string) => ({
      typeMessage: 'extendedTextMessage',
      extendedTextMessage: { text, title: 'Title', description: 'About', previewType: 'Link' },
    })
    give('200', [link('see https://example.org/a?b=1).')])
    expect(window('200').rows[0]?.content).toMatchObject({
      kind: 'text',
      preview: { url: 'https://example.org/a?b=1', site: 'example.org', title: 'Title' },
    })
  })

  it('of a message with a text and a link’s text both: the text, and the link of the preview', () => {
    const { give, window } = openReading()
    const both = (textMessage: string, text: string, title = '') => ({
      typeMessage: 'extendedTextMessage',
      textMessage,
      extendedTextMessage: { text, title, description: '', previewType: 'None', jpegThumbnail: '' },
    })
    give(
      '200',
      [
        both('not https://a.example but https://b.example', 'https://b.example', 'B'),
        both('look at this', 'https://c.example/page'),
        both('the same', 'the same'),
        both('', 'only https://d.example', 'D'),
      ].map((record, index) => ({ ...record, timestamp: testSeconds + index })),
    )
    expect(window('200').rows.map(({ content }) => content)).toMatchObject([
      {
        text: 'not https://a.example but https://b.example',
        preview: { url: 'https://b.example/', text: '', title: 'B' },
      },
      { text: 'look at this', preview: { url: 'https://c.example/page', text: 'https://c.example/page' } },
      { text: 'the same', preview: null },
      { text: 'only https://d.example', preview: { url: 'https://d.example/', text: '', title: 'D' } },
    ])
  })

  it('the account’s own messages as its own, the file state as it is on the disk', () => {
    const { tx, instance, give, window } = openReading()
    tx.run('update instance set wid = ? where key = ?', ['79001112233@c.us', instance])
    const [own, file] = give('200', [
      { type: 'outgoing', typeMessage: 'textMessage', textMessage: 'mine', statusMessage: 'delivered' },
      {
        typeMessage: 'imageMessage',
        downloadUrl: 'https://files.example/1',
        fileName: 'x.jpg',
        timestamp: testSeconds + 1,
      },
    ])
    tx.run('insert into message_media (message, failed_code) values (?, ?)', [file, 'linkExpired'])
    const { rows } = window('200')
    expect(rows[0]).toMatchObject({ key: own, sender: { own: true }, status: { kind: 'delivered', changeable: false } })
    expect(rows[1]?.content).toMatchObject({ hasLink: true, file: { kind: 'failed', code: 'linkExpired' } })
  })
})

describe('message details', () => {
  it('tell the observations, the latencies with their certainty, and the raw record', () => {
    const { tx, give } = openReading()
    const [message] = give('200', [
      { type: 'outgoing', typeMessage: 'textMessage', textMessage: 'mine', idMessage: 'own1', statusMessage: '' },
    ])
    if (message === undefined) throw new Error('not stored')
    observe(tx, message, {
      source: 'notification',
      raw: 'delivered',
      serviceAt: testNow + 4000,
      seenAt: testNow + 5000,
    })
    observe(tx, message, { source: 'getMessage', raw: 'read', serviceAt: null, seenAt: testNow + 60_000 })
    const details = messageReads['messages.details'](tx, { message })
    expect(details).toMatchObject({
      deliveredMs: { ms: 4000, atMost: false },
      readMs: { ms: 60_000, atMost: true },
      message: { status: { kind: 'read' } },
    })
    expect(details.observations.map(({ source, raw }) => [source, raw])).toEqual([
      ['getChatHistory', ''],
      ['notification', 'delivered'],
      ['getMessage', 'read'],
    ])
    expect(details).toMatchObject({ senderId: '', senderName: '' })
    expect(details.raw).toContain('"own1"')
    expect(messageReads['messages.find'](tx, { chat: details.message.chat, idMessage: 'own1' })).toBe(message)
  })
})

describe('the writer of an incoming message', () => {
  const detailsOf = (archive: TestReading, record: object) => {
    const [message] = archive.give('-100', [archive.text('hi', record)])
    if (message === undefined) throw new Error('not stored')
    return messageReads['messages.details'](archive.tx, { message })
  }

  it('has the id and the own name of the record, whatever the contacts call him', () => {
    const senderNames = { senderId: '79990001122@c.us', senderName: 'anna_1987', senderContactName: 'Anna from Sales' }
    expect(detailsOf(openReading(), senderNames)).toMatchObject({
      senderId: '79990001122@c.us',
      senderName: 'anna_1987',
      message: { sender: { name: 'Anna from Sales' } },
    })
  })

  it('has the own name that another record told, under either form of the id, and none where nobody told one', () => {
    const archive = openReading()
    // In a personal chat the name belongs to the chat, whatever form the sender's id has.
    archive.give('-100', [archive.text('first', { senderId: '79990001122', senderName: 'anna_1987' })])
    expect(detailsOf(archive, { senderId: '79990001122@c.us' })).toMatchObject({
      senderId: '79990001122@c.us',
      senderName: 'anna_1987',
    })
    expect(detailsOf(archive, { senderId: '79990003344@c.us' })).toMatchObject({ senderName: '' })
  })
})
