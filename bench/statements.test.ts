import { expect, test } from 'vitest'
import { budgets } from './lib/budgets.ts'
import { createTestArchive, testNow, testSeconds } from '../src/core/testing/create-test-archive.ts'
import { takeNotification } from '../src/core/testing/take-notification.ts'
import type { Tx } from '../src/core/store/tx.ts'

/** A transaction that counts the statements that are run on it. */
function counting(tx: Tx) {
  let count = 0
  const counted =
    <Result>(work: (sql: string, params?: never) => Result) =>
    (sql: string, params?: never): Result => {
      count += 1
      return work(sql, params)
    }
  const counter = {
    ...tx,
    now: tx.now,
    get: counted(tx.get.bind(tx)),
    all: counted(tx.all.bind(tx)),
    iterate: counted(tx.iterate.bind(tx)),
    run: counted(tx.run.bind(tx)),
  } as Tx
  return { tx: counter, count: () => count }
}

test('a notification of a text costs the store no more statements than it may', () => {
  using archive = createTestArchive()
  const { instance } = archive
  const take = (tx: Tx, index: number) => {
    const raw = JSON.stringify({
      typeWebhook: 'incomingMessageReceived',
      instanceData: { idInstance: 1101000001, wid: '79000000001@c.us' },
      timestamp: testSeconds + index,
      idMessage: `message-${index}`,
      senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: `Text ${index}` } },
    })
    const received = {
      instance,
      raw,
      isJson: true,
      receiptId: String(index),
      receivedAt: testNow,
      isQueueComplete: true,
    }
    return takeNotification(tx, { ...received, version: '1.0.0' })
  }
  take(archive.tx, 0)
  const { tx, count } = counting(archive.tx)
  for (let index = 1; index <= 10; index++) expect(take(tx, index)).toMatchObject({ state: 'applied' })
  expect(count() / 10).toBeLessThanOrEqual(budgets.statementsPerNotification.most)
})
