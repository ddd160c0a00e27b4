import { describe, expect, it, onTestFinished } from 'vitest'
import type { StatusKind } from '../../../contract/statuses.ts'
import { outgoingSorts, type OutgoingFilter } from '../../../contract/outgoing.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import type { ProgramKey, QuickReplyKey } from '../../../contract/ids.ts'
import { readOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import { quickReplyWrites } from '../../quick-replies/tx/quick-replies-intents.ts'
import { enqueue, enqueueCopy } from '../../sending/tx/enqueue.ts'
import { anything } from './outgoing-filter.ts'
import { outgoingReads } from './outgoing.ts'

function open() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, give } = archive
  let second = 0
  const sent = (chatId: string, text: string, statusMessage: string, more: object = {}) => {
    second += 1
    const record = {
      type: 'outgoing',
      typeMessage: 'textMessage',
      textMessage: text,
      statusMessage,
      timestamp: testSeconds + second,
      ...more,
    }
    const [key] = give(chatId, [record])
    if (key === undefined) throw new Error('not stored')
    return key
  }
  const list = (
    filter: Partial<OutgoingFilter> = {},
    by: (typeof outgoingSorts)[number] = 'time',
    direction: 'asc' | 'desc' = 'desc',
  ) =>
    outgoingReads['outgoing.list'](tx, {
      filter: { ...anything, ...filter },
      sort: { by, direction },
      offset: 0,
      limit: 100,
    })
  const texts = (...input: Parameters<typeof list>) => list(...input).rows.map(({ text }) => text)
  return { ...archive, sent, list, texts }
}

describe('the outgoing table', () => {
  it('shows every outgoing message with its derived status and the raw word beside it', () => {
    const { sent, list, give } = open()
    give('200', [{ typeMessage: 'textMessage', textMessage: 'incoming' }])
    sent('200', 'a', 'delivered', { sendByApi: true, idMessage: 'own-a' })
    sent('200', 'b', '')
    const { rows, total } = list()
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      { text: 'b', status: { kind: 'none', raw: '' }, sentByApi: null },
      {
        text: 'a',
        status: { kind: 'delivered' },
        sentByApi: true,
        idMessage: 'own-a',
        source: 'getChatHistory',
        chatTitle: '200',
      },
    ])
  })

  it('shows how large the file of a message is, of one that still waits to go as well', () => {
    const { sent, list, tx } = open()
    const photo = sent('200', '', 'sent', { typeMessage: 'imageMessage' })
    const waiting = sent('200', 'Waiting', 'sent')
    sent('200', 'Only words', 'sent')
    tx.run(`insert into media_file (ref, mime_type, bytes, created_at, used_at) values ('a', 'image/png', 1200, 1, 1)`)
    tx.run(`insert into message_media (message, ref) values (?, 'a') on conflict (message) do update set ref = 'a'`, [
      photo,
    ])
    tx.run(
      `insert into upload (id, chat, message, position, name, bytes, created_at)
       select 'u', chat, key, 1, 'order.pdf', 34000, 1 from message where key = ?`,
      [waiting],
    )
    expect(list().rows.map(({ fileBytes }) => fileBytes)).toEqual([null, 34_000, 1200])
  })

  it('filters by status, kind, chat, text, time, way of sending and being stuck, several at once', () => {
    const { sent, texts, chat, setNow, addInstance, give, instance } = open()
    sent('200', 'Order ready', 'sent', { sendByApi: true })
    sent('200', 'Order read', 'read')
    sent('79990001122@c.us', 'Hello there', 'failed')
    sent('-100', 'a picture', 'pending', {
      typeMessage: 'imageMessage',
      caption: 'a picture',
      textMessage: undefined,
      idMessage: 'PICTURE01',
    })
    expect(texts({ statuses: ['read', 'failed'] })).toEqual(['Hello there', 'Order read'])
    expect(texts({ kinds: ['image'] })).toEqual(['a picture'])
    expect(texts({ kinds: ['imageMessage', 'nonsense'] })).toEqual(['a picture'])
    expect(texts({ chats: [chat('200')] })).toEqual(['Order read', 'Order ready'])
    expect(texts({ text: 'ord' })).toEqual(['Order read', 'Order ready'])
    expect(texts({ text: '+7 999' })).toEqual(['Hello there'])
    expect(texts({ text: 'PICTURE01' })).toEqual(['a picture'])
    expect(texts({ text: '%' })).toEqual([])
    expect(texts({ sentByApi: true })).toEqual(['Order ready'])
    expect(texts({ scope: instance, statuses: ['read'], text: 'order' })).toEqual(['Order read'])
    const other = addInstance('1101000002')
    give(
      '200',
      [{ type: 'outgoing', typeMessage: 'textMessage', textMessage: 'elsewhere', timestamp: testSeconds + 900 }],
      { instance: other },
    )
    expect(texts({ scope: other })).toEqual(['elsewhere'])
    setNow(testNow + 3_600_000)
    expect(texts({ minutes: 50 })).toEqual(['elsewhere'])
    expect(texts({ olderThanMs: 3_000_000 })).not.toContain('elsewhere')
    expect(texts({ scope: instance, olderThanMs: 3_000_000 })).toHaveLength(4)
    expect(texts({ scope: instance, stuckLongerThanMs: 600_000 })).toEqual(['a picture', 'Order ready'])
    expect(texts({ scope: instance, stuckLongerThanMs: 7_200_000 })).toEqual([])
  })

  it('finds what was written with a quick reply, also once it was sent again, until that reply is removed', () => {
    const { tx, texts, chat, setNow } = open()
    const save = (name: string) => quickReplyWrites['quickReplies.save'](tx, { instance: null, name, text: name })
    const [hours, greeting, gone] = [save('Hours'), save('Greeting'), save('Gone')]
    const write = (text: string, quickReply?: QuickReplyKey) => {
      setNow(tx.now + 1000)
      return enqueue(tx, { chat: chat('200'), text, quickReply }).message
    }
    quickReplyWrites['quickReplies.remove'](tx, { key: gone })
    write('by hand')
    write('with one that is gone', gone)
    const first = write('Open from 9', hours)
    write('Good morning', greeting)
    expect(texts({ quickReplies: 'any' })).toEqual(['Good morning', 'Open from 9'])
    expect(texts({ quickReplies: [hours] })).toEqual(['Open from 9'])
    expect(texts({ quickReplies: [hours, greeting], text: 'morning' })).toEqual(['Good morning'])
    enqueueCopy(tx, readOutbox(tx, first))
    expect(texts({ quickReplies: [hours] })).toEqual(['Open from 9', 'Open from 9'])
    quickReplyWrites['quickReplies.remove'](tx, { key: hours })
    expect(texts({ quickReplies: 'any' })).toEqual(['Good morning'])
    expect(texts()).toHaveLength(5)
  })

  it('looks back by the latest action as the service does, or by the time of sending', () => {
    const { tx, sent, texts, list, setNow } = open()
    const day = 86_400_000
    const read = sent('200', 'Read today', 'sent', { idMessage: 'read' })
    sent('200', 'Read who knows when', 'read')
    setNow(testNow + 3 * day)
    observe(tx, read, { source: 'notification', raw: 'read', serviceAt: testNow + 3 * day - 60_000, seenAt: tx.now })
    sent('200', 'Sent today', 'sent', { timestamp: testSeconds + 3 * 86_400 - 30 })
    // Its history is seen today, which is no action.
    expect(texts({ minutes: 1440, lookBackBy: 'action' })).toEqual(['Sent today', 'Read today'])
    expect(texts({ minutes: 1440, lookBackBy: 'sent' })).toEqual(['Sent today'])
    expect(list({}, 'action').rows.map(({ text, lastActionAt }) => [text, lastActionAt - testNow])).toEqual([
      ['Sent today', 3 * day - 30_000],
      ['Read today', 3 * day - 60_000],
      ['Read who knows when', 2000],
    ])
    const summary = outgoingReads['outgoing.summary'](tx, {
      filter: { ...anything, minutes: 1440, lookBackBy: 'action' },
      buckets: 2,
    })
    expect(summary).toMatchObject({ total: 2, buckets: [{}, { read: 1, sent: 1 }] })
  })

  it('counts what another status would show, and charts what happened when', () => {
    const { tx, sent, setNow } = open()
    sent('200', 'a', 'sent')
    sent('200', 'b', 'read')
    sent('200', 'c', 'read')
    setNow(testNow + 60_000)
    const summary = (filter: Partial<OutgoingFilter>) =>
      outgoingReads['outgoing.summary'](tx, { filter: { ...anything, ...filter }, buckets: 4 })
    const { counts, total, buckets } = summary({ statuses: ['failed'], minutes: 2 })
    expect([counts.sent, counts.read, counts.failed, total]).toEqual([1, 2, 0, 3])
    expect(buckets).toEqual([{}, {}, { sent: 1, read: 2 }, {}])
    // Everything begins with the first message, whatever is looked for among them.
    expect(summary({ text: 'b' })).toMatchObject({ from: summary({}).from, total: 1 })
    expect(summary({ text: 'nothing like it' })).toMatchObject({ total: 0, buckets: [{}, {}, {}, {}] })
  })

  it('filters by sender: people here, on the phone and at colleagues’ desks, or programs, wherever they sent', () => {
    const { tx, sent, list, texts, chat, instance } = open()
    const program = (key: number, name: string) => {
      tx.run(
        `insert into program (key, id, name, name_key, purpose, protocol, state_since, created_at, groups, starts_after)
         values (:key, :name, :name, :name, 'script', 'jsonl', 1, 1, 1, 0)`,
        { key, name },
      )
      return key as ProgramKey
    }
    const [orders, stock] = [program(1, 'Orders'), program(2, 'Stock')]
    const colleague = (id: string, by: string | null) => {
      sent('200', id, 'sent', { idMessage: id, sendByApi: true })
      tx.run(
        `insert into team_send (id, instance, author, desk, state, attempt, id_message, chat_id, program)
         values (?, ?, 'desk', 'desk', 'accepted', 1, ?, '200', ?)`,
        [id, instance, id, by],
      )
    }
    colleague('colleague', null)
    colleague('their program', 'Orders')
    sent('200', 'phone', 'sent', { sendByApi: false })
    sent('200', 'past Switchboard', 'sent', { sendByApi: true })
    enqueue(tx, { chat: chat('200'), text: 'here' })
    const { message } = enqueue(tx, { chat: chat('200'), text: 'own program' })
    tx.run('update outbox set program = ? where message = ?', [stock, message])
    tx.run(
      `insert into program_send (key, program, program_name, send_id, input_hash, message, at)
       values ('k', ?, 'Stock', 'send', 'h', ?, 1)`,
      [stock, message],
    )
    const sorted = (filter: Partial<OutgoingFilter>) => texts(filter).toSorted()
    expect(sorted({ sender: 'people' })).toEqual(['colleague', 'here', 'phone'])
    expect(sorted({ sender: 'programs' })).toEqual(['own program', 'their program'])
    expect(sorted({ sender: orders })).toEqual(['their program'])
    expect(sorted({ sender: stock })).toEqual(['own program'])
    const programs = list({ sender: 'programs' }).rows.map(({ text, program: by }) => [text, by?.name])
    expect(programs.toSorted()).toEqual([
      ['own program', 'Stock'],
      ['their program', 'Orders'],
    ])
    const { total, counts } = outgoingReads['outgoing.summary'](tx, {
      filter: { ...anything, sender: orders },
      buckets: 2,
    })
    expect([total, counts.sent]).toEqual([1, 1])
  })

  it('keeps one order that indexOf and pages agree on, whatever it is sorted by', () => {
    const { tx, sent, list } = open()
    const rawStatuses: readonly string[] = ['sent', 'read', '', 'failed', 'delivered', 'pending']
    for (let index = 0; index < 40; index++) {
      sent(String(200 + (index % 5)), `m${index}`, rawStatuses[index % rawStatuses.length] ?? '', {
        timestamp: testSeconds + (index % 9),
      })
    }
    for (const by of outgoingSorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const { rows } = list({}, by, direction)
        expect(new Set(rows.map(({ key }) => key)).size).toBe(40)
        for (const [index, row] of rows.entries()) {
          expect(
            outgoingReads['outgoing.indexOf'](tx, { filter: anything, sort: { by, direction }, message: row.key }),
          ).toBe(index)
        }
      }
    }
  })

  it('puts a message where its status arrives', () => {
    const { tx, sent, list } = open()
    const key = sent('200', 'a', 'pending')
    expect(list({ statuses: ['delivered'] }).total).toBe(0)
    observe(tx, key, {
      source: 'notification',
      raw: 'delivered',
      serviceAt: testNow + 90_000,
      seenAt: testNow + 91_000,
    })
    expect(list({ statuses: ['delivered'] }).rows[0]).toMatchObject({
      lastActionAt: testNow + 90_000,
      source: 'notification',
      status: { kind: 'delivered' satisfies StatusKind },
    })
  })
})
