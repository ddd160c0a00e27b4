import { expect, test } from 'vitest'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import type { InstanceRow } from '../rules/instance-row.ts'
import { absentOperations } from '../rules/absent-operations.ts'
import { accountWrites } from './accounts-intents.ts'
import { readInstance, readInstances } from './read-instance.ts'

test('an instance is read with every field, each from its own column', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  tx.run(
    `update instance set media_url = 'https://media.example', folder = 'Shop', wid = '79990000000@c.us', own_id = '55@lid',
       avatar_ref = 'face', paused_at = 1, muted_until = 2, hide_content = 1, sends_read_receipts = 1,
       answer_target_ms = 3, plan = 'developer', clock_offset_ms = 4, counts_from = 5, last_answer_at = 6,
       first_synced_at = 7, settings_json = '{"a":1}', settings_at = 8, account_json = '{"b":2}', account_at = 9,
       limits_json = '{"sendMessage":10}', absent_operations_json = '{"getChats":${testNow}}' where key = ?`,
    [instance],
  )
  expect(readInstance(tx, instance)).toStrictEqual({
    ...{ key: instance, idInstance: '1101000001', apiUrl: 'https://api.example', mediaUrl: 'https://media.example' },
    ...{ family: 'v3', prefix: '/v3', name: 'Account 1101000001', colour: 'teal', folder: 'Shop', mode: 'full' },
    ...{ position: 0, wid: '79990000000@c.us', ownId: '55@lid', avatarRef: 'face', pausedAt: 1, mutedUntil: 2 },
    ...{ hideContent: true, sendsReadReceipts: true, answerTargetMs: 3, plan: 'developer', clockOffsetMs: 4 },
    ...{ countsFrom: 5, lastAnswerAt: 6, firstSyncedAt: 7, settings: { a: 1 }, settingsAt: 8, account: { b: 2 } },
    ...{
      accountAt: 9,
      limits: { sendMessage: 10 },
      absentOperations: { getChats: testNow },
      createdAt: testNow - 3_600_000,
    },
    ...{ lastReceivedAt: null, tokenFrom: null, sync: null, historySyncProgress: null, quota: null },
    ...{ unreadChats: 0, unreadMessages: 0, needAttention: 0, openAccepted: 0 },
  } satisfies InstanceRow)
})

test('what the service lacked a week ago is asked for again, and what it lacks now for another week', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const dayMs = 86_400_000
  // The third is of a clock that was set back since.
  const times = { getChats: testNow - 6 * dayMs, getContacts: testNow - 8 * dayMs, qr: testNow + 8 * dayMs }
  const set = (text: string) => tx.run('update instance set absent_operations_json = ? where key = ?', [text, instance])
  const absent = () => absentOperations(readInstance(tx, instance), testNow).toSorted()
  const { apiUrl, family, prefix } = readInstance(tx, instance)
  const recordAbsent = (operation: 'getContacts' | 'qr') =>
    accountWrites['accounts.recordAbsent'](tx, { key: instance, operation, apiUrl, family, prefix })
  const always = absent()
  set(JSON.stringify(times))
  expect(absent()).toEqual([...always, 'getChats'].toSorted())
  recordAbsent('getContacts')
  expect(absent()).toEqual([...always, 'getChats', 'getContacts'].toSorted())
  set('damaged')
  expect(absent()).toEqual(always)
  recordAbsent('qr')
  expect(absent()).toEqual([...always, 'qr'].toSorted())
})

test('an instance that is added again begins anew: it is read whole, and nothing of before holds it up', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const { idInstance, apiUrl, family, prefix, name, colour, mode } = readInstance(tx, instance)
  tx.run(
    `update instance set paused_at = 1, sync_json = '{"arriving":true}', first_synced_at = 2, quota_json = '{}',
       absent_operations_json = '{"getChats":${testNow}}' where key = ?`,
    [instance],
  )
  accountWrites['accounts.detach'](tx, { key: instance, erase: false })
  accountWrites['accounts.add'](tx, { idInstance, apiUrl, family, prefix, name, colour, mode })
  expect(readInstance(tx, instance)).toMatchObject({
    ...{ pausedAt: null, sync: null, firstSyncedAt: null, quota: null, absentOperations: {} },
  })
})

test('instances stand in the order that a person gave them, and none is there that was removed', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const [second, third] = [archive.addInstance('1101000002'), archive.addInstance('1101000003')]
  for (const [position, key] of [third, instance, second].entries())
    tx.run('update instance set position = ? where key = ?', [position, key])
  const order = () => readInstances(tx).map(({ key }) => key)
  expect(order()).toEqual([third, instance, second])
  accountWrites['accounts.detach'](tx, { key: instance, erase: false })
  expect(order()).toEqual([third, second])
})

test('what is learned of an instance or changed in it is of no other one', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const other = archive.addInstance('1101000002')
  const before = readInstance(tx, other)
  accountWrites['accounts.edit'](tx, { key: instance, name: 'Shop', colour: 'plum' })
  accountWrites['accounts.learn'](tx, { key: instance, firstSyncedAt: 1 })
  expect(readInstance(tx, instance)).toMatchObject({ name: 'Shop', firstSyncedAt: 1 })
  expect(readInstance(tx, other)).toEqual(before)
})
