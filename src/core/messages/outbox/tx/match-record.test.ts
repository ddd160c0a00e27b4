import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { messageRecord } from '../../../../api/schema/message.ts'
import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import { fromHistory, type RecordContext } from '../../archive/rules/from-history.ts'
import { ingest } from '../../archive/tx/ingest.ts'
import { joinChats } from '../../archive/tx/join-chats.ts'
import { sized } from '../../../testing/marathon.ts'
import { createTestArchive, testNow, type TestArchive } from '../../../testing/create-test-archive.ts'
import { cancel } from '../../../sending/tx/person-acts.ts'
import { learnQueue } from '../../../sending/tx/delivery-checks.ts'
import { readStatus, learnClock } from '../../../sending/tx/sending-intents.ts'
import { enqueue } from '../../../sending/tx/enqueue.ts'
import { recordOutcome } from '../../../sending/tx/record-outcome.ts'
import type { SendResult } from '../../../sending/send-result.ts'
import { takeDue } from '../../../sending/tx/take-due.ts'

const anna = '79990001122@c.us'

interface Row {
  readonly key: MessageKey
  readonly id_message: string | null
  readonly state: string | null
  readonly text: string
  readonly status: string | null
}

/** Outbox intents and ingest on a real store; the test plays service and clock. */
function setUp(archive: TestArchive) {
  let now = testNow
  const { tx, instance } = archive
  const chat: ChatKey = archive.chat(anna)
  const at = (ms: number) => {
    now = Math.max(now, ms)
    archive.setNow(now)
  }
  const rows = () =>
    tx.all<Row>(
      `select m.key, m.id_message, o.state, m.text, m.status from message m left join outbox o on o.message = m.key
       where m.chat = ? order by m.key`,
      [chat],
    )
  return {
    at,
    now: () => now,
    join: (chatId: string) => joinChats(tx, instance, chatId, anna, 'checkAccount'),
    learnClock: (offsetMs: number) => learnClock(tx, { instance, offsetMs, wrongSince: null }),
    enqueue: (text: string) => enqueue(tx, { chat, text }).message,
    /** Takes what may go. */
    take: () => takeDue(tx, { instance, chats: [chat] })[0]?.send?.message ?? null,
    settle: (message: MessageKey, result: SendResult, attempt = 1) => recordOutcome(tx, { message, attempt, result }),
    cancel: (message: MessageKey) => cancel(tx, { message }),
    status: (message: MessageKey) => readStatus(tx, { message }),
    show(
      record: {
        readonly id: string
        readonly text: string
        readonly acceptedAt: number
        readonly byApi?: boolean
        readonly chatId?: string
      },
      source: RecordContext['source'] = 'getChatHistory',
    ) {
      const raw = {
        type: 'outgoing',
        idMessage: record.id,
        timestamp: Math.floor(record.acceptedAt / 1000),
        typeMessage: 'textMessage',
        textMessage: record.text,
        chatId: record.chatId ?? anna,
        statusMessage: 'sent',
        sendByApi: record.byApi ?? true,
      }
      const context = { source, chatId: anna, seenAt: now, raw: JSON.stringify(raw) }
      ingest(tx, instance, fromHistory(messageRecord.parse(raw), context), { live: false, seenAt: now })
    },
    /** What the service's own queue shows. */
    showQueue: (items: readonly { readonly reply: string; readonly text: string }[]) =>
      learnQueue(tx, {
        instance,
        items: items.map(({ reply, text }) => ({ id: reply, chatId: anna, signature: text })),
        intervalMs: null,
      }),
    /** Texts as the chat shows them. */
    shown: () =>
      tx
        .all<{ text: string }>('select text from message where chat = ? order by unsent, at, tie', [chat])
        .map(({ text }) => text),
    rows,
    row: (message: MessageKey) => rows().find(({ key }) => key === message),
  }
}

const archive = createTestArchive()
afterAll(() => archive[Symbol.dispose]())

/** Plays in one transaction, which is undone. */
function withArchive(play: (world: ReturnType<typeof setUp>) => void) {
  archive.tx.run('begin')
  try {
    archive.setNow(testNow)
    play(setUp(archive))
  } finally {
    archive.tx.run('rollback')
  }
}

const uncertain: SendResult = { kind: 'uncertain', text: '' }

describe('settle', () => {
  it('leaves a message uncertain, and says why, when its reply repeats the id of another; its lane goes on', () => {
    withArchive(({ at, now, enqueue, take, settle, status, rows }) => {
      const [first, second, third] = [enqueue('one'), enqueue('two'), enqueue('three')]
      take()
      settle(first, { kind: 'accepted', idMessage: '1700000000001' })
      expect(take()).toBe(second)
      settle(second, { kind: 'accepted', idMessage: '1700000000001' })
      expect(status(second)).toMatchObject({ kind: 'uncertain', waitReason: { kind: 'sameId' } })
      expect(rows().map(({ text, id_message }) => [text, id_message])).toEqual([
        ['one', '1700000000001'],
        ['two', null],
        ['three', null],
      ])
      at(now() + 61_000)
      expect(take()).toBe(third)
    })
  })

  it('gives an id that a message found in the queue by its text to the one whose answer names it', () => {
    withArchive(({ at, now, enqueue, take, settle, showQueue, status, row }) => {
      const [first, second] = [enqueue('the same words'), enqueue('the same words')]
      take()
      settle(first, { kind: 'uncertain', text: '' })
      at(now() + 61_000)
      expect(take()).toBe(second)
      expect(showQueue([{ reply: '1700000000001', text: 'the same words' }])).toEqual([first])
      settle(second, { kind: 'accepted', idMessage: '1700000000001' })
      expect(status(first)).toEqual({ kind: 'uncertain', changeable: false })
      expect(status(second)?.kind).toBe('pending')
      expect([row(first)?.id_message, row(second)?.id_message]).toEqual([null, '1700000000001'])
    })
  })

  it('says the same when the journals have shown the first one already', () => {
    withArchive(({ enqueue, take, settle, show, status, now }) => {
      const [first, second] = [enqueue('one'), enqueue('two')]
      take()
      settle(first, { kind: 'accepted', idMessage: '1700000000001' })
      show({ id: '1700000000001', text: 'one', acceptedAt: now() })
      take()
      settle(second, { kind: 'accepted', idMessage: '1700000000001' })
      expect([status(first)?.kind, status(second)?.kind]).toEqual(['sent', 'uncertain'])
    })
  })

  it('writes what became of a message that is gone on no other', () => {
    withArchive(({ enqueue, take, settle, cancel, status }) => {
      const gone = enqueue('one')
      cancel(gone)
      const other = enqueue('two')
      expect(other).not.toBe(gone)
      take()
      settle(gone, { kind: 'rejected', reason: 'refused', text: 'of the first' })
      settle(other, { kind: 'rejected', reason: 'refused', text: 'of an attempt before' }, 0)
      expect(status(other)?.kind).toBe('sending')
    })
  })
})

describe('matchOutboxRow', () => {
  it('joins the echo that comes before the reply, under the same id', () => {
    withArchive(({ enqueue, take, settle, show, rows, now }) => {
      const message = enqueue('hi')
      expect(take()).toBe(message)
      show({ id: '1700000000001', text: 'hi', acceptedAt: now() })
      settle(message, { kind: 'accepted', idMessage: '1700000000001' })
      expect(rows()).toEqual([
        { key: message, id_message: '1700000000001', state: 'accepted', text: 'hi', status: 'sent' },
      ])
    })
  })

  it('joins a message whose journal id is another one than the reply', () => {
    withArchive(({ enqueue, take, settle, show, rows, now }) => {
      const message = enqueue('hi')
      take()
      settle(message, { kind: 'accepted', idMessage: '1700000000001' })
      show({ id: '170000000000112345', text: 'hi', acceptedAt: now() })
      show({ id: '170000000000112345', text: 'hi', acceptedAt: now() }, 'lastOutgoingMessages')
      expect(rows()).toHaveLength(1)
      expect(rows()[0]).toMatchObject({ id_message: '170000000000112345', state: 'accepted', status: 'sent' })
    })
  })

  it('takes the status of one that was shown in another chat, once both are known to be one', () => {
    withArchive(({ enqueue, take, settle, show, join, rows, now }) => {
      const message = enqueue('hi')
      take()
      settle(message, { kind: 'accepted', idMessage: '1700000000001' })
      show({ id: '170000000000112345', text: 'hi', acceptedAt: now(), chatId: '20000001' })
      join('20000001')
      expect(rows()).toMatchObject([{ key: message, id_message: '170000000000112345', status: 'sent' }])
    })
  })

  it.each(['shown before', 'shown after'])(
    'joins it also if the service’s clock seemed an hour ahead when it was sent, %s the clock was right again',
    (when) => {
      withArchive(({ enqueue, take, settle, show, rows, now, learnClock }) => {
        learnClock(3_600_000)
        const message = enqueue('hi')
        take()
        settle(message, { kind: 'accepted', idMessage: '1700000000001' })
        if (when === 'shown after') learnClock(0)
        show({ id: '170000000000112345', text: 'hi', acceptedAt: now() })
        learnClock(0)
        expect(rows()).toMatchObject([{ key: message, id_message: '170000000000112345', state: 'accepted' }])
      })
    },
  )

  it('gives a colleague their own message back, when the id of our reply turns up', () => {
    withArchive(({ enqueue, take, settle, show, rows, row, now }) => {
      const message = enqueue('hi')
      take()
      settle(message, { kind: 'accepted', idMessage: '1700000000002' })
      show({ id: '1700000000001', text: 'hi', acceptedAt: now() })
      expect(rows()).toHaveLength(1)
      show({ id: '1700000000002', text: 'hi', acceptedAt: now() })
      expect(rows()).toHaveLength(2)
      expect(row(message)).toMatchObject({ id_message: '1700000000002', state: 'accepted', status: 'sent' })
      expect(rows().find(({ key }) => key !== message)).toMatchObject({
        id_message: '1700000000001',
        state: null,
        status: 'sent',
      })
    })
  })

  it('gives it to an equal text whose journal id is another one than its reply', () => {
    withArchive(({ enqueue, take, settle, show, rows, now }) => {
      const [first, second] = [enqueue('hi'), enqueue('hi')]
      take()
      settle(first, { kind: 'accepted', idMessage: '1700000000001' })
      take()
      settle(second, { kind: 'accepted', idMessage: '1700000000002' })
      show({ id: '170000000000222222', text: 'hi', acceptedAt: now() })
      show({ id: '1700000000001', text: 'hi', acceptedAt: now() })
      expect(rows().map(({ key, id_message, status }) => [key, id_message, status])).toEqual([
        [first, '1700000000001', 'sent'],
        [second, '170000000000222222', 'sent'],
      ])
    })
  })

  it('takes nothing for ours when the service certainly refused it', () => {
    withArchive(({ enqueue, take, settle, show, rows, row, now }) => {
      const message = enqueue('hi')
      take()
      show({ id: '1700000000001', text: 'hi', acceptedAt: now() })
      settle(message, { kind: 'rejected', reason: 'refused', text: 'no' })
      expect(row(message)).toMatchObject({ id_message: null, state: 'failed', status: 'failed' })
      expect(rows()).toHaveLength(2)
    })
  })

  it('knows that a message arrived when its echo came and its answer did not', () => {
    withArchive(({ enqueue, take, settle, show, row, now }) => {
      const message = enqueue('hi')
      take()
      show({ id: '1700000000001', text: 'hi', acceptedAt: now() })
      settle(message, uncertain)
      expect(row(message)).toMatchObject({ state: 'accepted', status: 'sent' })
    })
  })

  it('never takes what was written on the phone', () => {
    withArchive(({ enqueue, take, settle, show, row, rows, now }) => {
      const message = enqueue('hi')
      take()
      settle(message, uncertain)
      show({ id: '1700000000001', text: 'hi', acceptedAt: now(), byApi: false })
      expect(row(message)).toMatchObject({ state: 'uncertain' })
      expect(rows()).toHaveLength(2)
    })
  })

  it('lets the reply take its id from a row that had taken it by text', () => {
    withArchive(({ enqueue, take, settle, show, row, rows, at, now }) => {
      const [first, second] = [enqueue('hi'), enqueue('hi')]
      take()
      settle(first, uncertain)
      at(testNow + 60_000)
      expect(take()).toBe(second)
      // Shown with a time at which only the first one can have been accepted; yet the reply says that it is the second.
      show({ id: '1700000000001', text: 'hi', acceptedAt: testNow + 1_000 })
      expect(row(first)).toMatchObject({ state: 'accepted' })
      settle(second, { kind: 'accepted', idMessage: '1700000000001' })
      expect(row(first)).toMatchObject({ state: 'uncertain', id_message: null, status: 'uncertain' })
      expect(row(second)).toMatchObject({ state: 'accepted', id_message: '1700000000001', status: 'sent' })
      expect(rows()).toHaveLength(2)
      expect(now()).toBe(testNow + 60_000)
    })
  })

  it('never gives one service message to two rows, nor loses one, whatever is sent, lost and shown in whatever order', () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('send' as const), text: fc.constantFrom('ok', 'yes', ' ok\r\n') }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant('answer' as const),
          arrives: fc.boolean(),
          answer: fc.constantFrom('id', 'nothing', 'refused'),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('show' as const), pick: fc.nat(50), journal: fc.boolean() }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('queue' as const), from: fc.nat(50), count: fc.nat(4) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('colleague' as const), text: fc.constantFrom('ok', 'yes') }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(300, 5_000, 61_000) }),
      },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(1, 2, Infinity), (steps, sameIdEvery) => {
        withArchive((world) => {
          /** The service's messages. */
          const there: { id: string; reply: string; text: string; acceptedAt: number }[] = []
          /** Those that have left its queue. */
          const inJournals = new Set<string>()
          let serial = 1_700_000_000_000
          let onItsWay: MessageKey | null = null
          const accept = (text: string) => {
            const reply = String((serial += 1))
            const id = serial % sameIdEvery === 0 ? reply : `${reply}77777`
            there.push({ id, reply, text: text.trim(), acceptedAt: world.now() })
            return reply
          }
          const check = () => {
            const rows = world.rows()
            const ids = rows.flatMap(({ id_message }) => (id_message === null ? [] : [id_message]))
            expect(new Set(ids).size).toBe(ids.length)
            for (const { state, text, id_message } of rows) {
              const at = there.find(({ id }) => id === id_message)
              expect(at?.text ?? text.trim()).toBe(text.trim())
              expect(state === 'failed' ? id_message : null).toBeNull()
            }
          }
          for (const one of steps) {
            switch (one.do) {
              case 'send':
                world.enqueue(one.text)
                break
              case 'wait':
                world.at(world.now() + one.ms)
                break
              case 'answer': {
                onItsWay ??= world.take()
                if (onItsWay === null) break
                world.at(world.now() + 100)
                const text = world.row(onItsWay)?.text ?? ''
                if (one.answer === 'refused') world.settle(onItsWay, { kind: 'rejected', reason: 'refused', text: '' })
                else if (one.answer === 'id') world.settle(onItsWay, { kind: 'accepted', idMessage: accept(text) })
                else {
                  if (one.arrives) accept(text)
                  world.settle(onItsWay, uncertain)
                }
                onItsWay = null
                break
              }
              case 'colleague':
                accept(one.text)
                break
              case 'queue': {
                const queued = there.filter(({ id }) => !inJournals.has(id))
                const from = one.from % Math.max(1, queued.length)
                world.showQueue(queued.slice(from, from + one.count))
                break
              }
              case 'show': {
                const shown = there[one.pick % Math.max(1, there.length)]
                if (shown === undefined) break
                inJournals.add(shown.id)
                world.show(shown, one.journal ? 'lastOutgoingMessages' : 'getChatHistory')
              }
            }
            check()
          }
          // In the end the whole history is seen: every message of the service is there exactly once.
          for (const message of there) world.show(message)
          check()
          const ids = world.rows().flatMap(({ id_message }) => (id_message === null ? [] : [id_message]))
          expect(ids.toSorted()).toEqual(there.map(({ id }) => id).toSorted())
        })
      }),
      { numRuns: sized(100, 400) },
    )
  })
})

describe('the order of messages that wait in the sending queue of the service', () => {
  const minute = 60_000

  it('is the order in which they were sent, while they leave one by one', () => {
    withArchive(({ at, now, enqueue, take, settle, show, shown }) => {
      const texts = ['one', 'two', 'three', 'four']
      for (const [index, message] of texts.map(enqueue).entries()) {
        take()
        settle(message, { kind: 'accepted', idMessage: `170000000000${index}` })
        at(now() + 1_000)
      }
      for (const [index, text] of texts.entries()) {
        at(now() + 10 * minute)
        show({ id: `170000000000${index}`, text, acceptedAt: now() })
        expect(shown()).toEqual(texts)
      }
    })
  })

  it('holds for a message whose answer comes after the one before it left', () => {
    withArchive(({ at, now, enqueue, take, settle, show, shown }) => {
      const [first, second] = [enqueue('one'), enqueue('two')]
      take()
      settle(first, { kind: 'accepted', idMessage: '1700000000000' })
      take()
      at(now() + minute)
      show({ id: '1700000000000', text: 'one', acceptedAt: now() })
      settle(second, { kind: 'accepted', idMessage: '1700000000001' })
      expect(shown()).toEqual(['one', 'two'])
    })
  })

  it('leaves a message that the service refused at its time', () => {
    withArchive(({ at, now, enqueue, take, settle, show, shown }) => {
      const [first, second] = [enqueue('one'), enqueue('two')]
      take()
      settle(first, { kind: 'accepted', idMessage: '1700000000000' })
      take()
      settle(second, { kind: 'rejected', reason: 'refused', text: '' })
      at(now() + minute)
      show({ id: '1700000000000', text: 'one', acceptedAt: now() })
      expect(shown()).toEqual(['two', 'one'])
    })
  })
})
