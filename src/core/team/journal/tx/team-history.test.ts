import { expect, test } from 'vitest'
import type { InstanceKey } from '../../../../contract/ids.ts'
import type { Entry } from '../../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../../sharing/shared-ids.ts'
import { historyReads } from '../../../history/tx/history-intents.ts'
import { liveSpans } from '../../../messages/archive/tx/live-spans.ts'
import { readOutbox } from '../../../messages/outbox/tx/outbox-row.ts'
import { receivingWrites } from '../../../receiving/tx/receiving-intents.ts'
import { sendingWrites } from '../../../sending/tx/sending-intents.ts'
import { createTestArchive, testNow } from '../../../testing/create-test-archive.ts'
import { teamReads, teamWrites } from '../../tx/team-intents.ts'

const shared = (id: number) => id as SharedInstanceId
const notification = (instance: number, n: number, id: string): Entry => ({
  instance: shared(instance),
  n,
  kind: 'notification',
  raw: JSON.stringify({ instance, n }),
  isJson: true,
  receiptId: '1',
  queueComplete: true,
  repeatOf: null,
  desk: null,
  at: Date.UTC(2026, 10, 20),
  id,
  link: id,
  previousLink: null,
})

test('lost entries of two instances that a member gave one id are both entered again, and put aside apart', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const instances = [archive.instance, archive.addInstance('1101000002')]
  for (const [index, instance] of instances.entries())
    teamWrites['team.share'](tx, { instance, shared: shared(index + 1) })
  for (const each of [1, 2]) {
    const entries = [notification(each, 1, `first of ${each}`), notification(each, 2, 'of both')]
    teamWrites['team.take'](tx, { entries })
    teamWrites['team.goBack'](tx, { shared: shared(each), n: 1, link: `first of ${each}` })
  }
  const lost = () => teamReads['team.lost'](tx).map((entry) => `${entry.shared} ${entry.raw}`)
  expect(lost()).toEqual(['1 {"instance":1,"n":2}', '2 {"instance":2,"n":2}'])
  teamWrites['team.markReentered'](tx, { entries: [{ shared: shared(1), id: 'of both' }] })
  expect(lost()).toEqual(['2 {"instance":2,"n":2}'])
  teamWrites['team.putAsideLost'](tx, { shared: shared(2), id: 'of both', reason: 'too long' })
  expect(tx.all('select instance, raw from team_unapplied')).toEqual([
    { instance: instances[1], raw: '{"instance":2,"n":2}' },
  ])
})

test('a loss tells how much and which sends are gone, and each notification comes back as it was entered', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared: shared(1) })
  const send = { kind: 'send', raw: JSON.stringify({ id: '0123abcd-0000-4000-8000-000000000001', text: 'x' }) } as const
  const broken = { isJson: false, raw: 'no JSON' }
  const entries = [1, 2, 3, 4].map((n) => notification(1, n, `entry ${n}`))
  teamWrites['team.take'](tx, {
    entries: entries.map((entry, index) => ({
      ...entry,
      ...[{}, broken, { repeatOf: 1, raw: JSON.stringify({ instance: 1, n: 1 }) }, send][index],
    })),
  })
  expect(teamWrites['team.goBack'](tx, { shared: shared(9), n: 1, link: null })).toEqual({ entries: 0, sends: [] })
  expect(teamWrites['team.goBack'](tx, { shared: shared(1), n: 4, link: 'entry 4' })).toEqual({ entries: 0, sends: [] })
  expect(teamWrites['team.goBack'](tx, { shared: shared(1), n: 1, link: 'entry 1' })).toEqual({
    entries: 3,
    sends: ['0123abcd-0000-4000-8000-000000000001'],
  })
  expect(teamReads['team.lost'](tx)).toMatchObject([
    { id: 'entry 2', after: 1, isJson: false, isRepeat: false },
    { id: 'entry 3', after: 1, isJson: true, isRepeat: true },
  ])
  expect(teamReads['team.wentBack'](tx)).toMatchObject({ entries: 3 })
  expect(teamReads['team.trail'](tx, { shared: shared(1), before: 9, limit: 9 })).toEqual([{ n: 1, link: 'entry 1' }])
})

test('what waits to be applied when the database goes back does not begin a complete time', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared: shared(1) })
  teamWrites['team.take'](tx, { entries: [notification(1, 1, 'one')] })
  teamWrites['team.storeGeneration'](tx, { generation: 'a' })
  expect(tx.all('select queue_complete as complete from inbox')).toEqual([{ complete: 1 }])
  teamWrites['team.storeGeneration'](tx, { generation: 'b' })
  expect(tx.all('select queue_complete as complete from inbox')).toEqual([{ complete: 0 }])
})

test('histories are asked for what is missing behind the first entry, also if it waits to be applied', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared: shared(1) })
  const at = Date.UTC(2026, 10, 20)
  // No entry has the number 2: one desk received alone.
  const entries = [
    { ...notification(1, 1, 'one'), at },
    { ...notification(1, 3, 'three'), at: at + 60_000 },
  ]
  teamWrites['team.take'](tx, { entries })
  receivingWrites['receiving.applyInbox'](tx, { version: '1', limit: 10, budgetMs: Infinity })
  expect(historyReads['history.openAbsence'](tx, { instance })).toEqual({ from: at, to: at + 60_000 })
  expect(liveSpans(tx, instance)).toEqual([{ from: at + 60_000, to: at + 60_000 }])
})

test('what was entered again is entered once more if the database is set back before it came back', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared: shared(1) })
  teamWrites['team.storeGeneration'](tx, { generation: 'a' })
  teamWrites['team.take'](tx, { entries: [notification(1, 1, 'one'), notification(1, 2, 'two')] })
  teamWrites['team.goBack'](tx, { shared: shared(1), n: 1, link: 'one' })
  const lost = () => teamReads['team.lost'](tx).map(({ id }) => id)
  expect(lost()).toEqual(['two'])
  teamWrites['team.markReentered'](tx, { entries: [{ shared: shared(1), id: 'two' }] })
  expect(lost()).toEqual([])
  // To a time at which it had the first entry, as this desk by now.
  teamWrites['team.storeGeneration'](tx, { generation: 'b' })
  expect(lost()).toEqual(['two'])
})

test('after a backlog nothing counts as complete that was written after the newest entry was', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared: shared(1) })
  const at = Date.UTC(2026, 10, 20)
  /** Written at `at` plus so much, and received an hour later. */
  const received = (n: number, writtenMs: number) => ({
    ...notification(1, n, String(n)),
    raw: JSON.stringify({
      typeWebhook: 'stateInstanceChanged',
      instanceData: { idInstance: 1101000001, wid: '79990000000@c.us', typeInstance: 'v3' },
      timestamp: (at + writtenMs) / 1000,
      stateInstance: 'authorized',
    }),
    at: at + writtenMs + 3_600_000,
  })
  teamWrites['team.take'](tx, { entries: [received(1, 0), received(2, 5_400_000)] })
  receivingWrites['receiving.applyInbox'](tx, { version: '1', limit: 10, budgetMs: Infinity })
  // The service's clock was measured again since.
  tx.run('update instance set clock_offset_ms = clock_offset_ms - 5')
  teamWrites['team.storeGeneration'](tx, { generation: 'a' })
  teamWrites['team.storeGeneration'](tx, { generation: 'b' })
  expect(liveSpans(tx, instance)).toEqual([{ from: at + 3_600_000, to: at + 5_400_000 }])
})

test('a message answers nothing that the database entered after it was set back', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared: shared(1) })
  const enqueue = (sendId: string) =>
    sendingWrites['sending.enqueue'](tx, { chat: archive.chat('200'), text: 'Hello!', sendId }).message
  teamWrites['team.take'](tx, { entries: [notification(1, 1, 'one')] })
  const early = enqueue('send-number-1')
  teamWrites['team.take'](tx, { entries: [notification(1, 2, 'two'), notification(1, 3, 'three')] })
  const late = enqueue('send-number-2')
  teamWrites['team.goBack'](tx, { shared: shared(1), n: 2, link: 'two' })
  const seen = () => [early, late].map((message) => readOutbox(tx, message).seenN)
  expect(seen()).toEqual([1, 2])
  // The journal of an instance that is shared under another number counts from 1 again.
  teamWrites['team.share'](tx, { instance, shared: shared(2) })
  expect(seen()).toEqual([0, 0])
})

test('what came of one instance and is not applied yet holds up no other one', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const other = archive.addInstance('1101000002')
  teamWrites['team.share'](tx, { instance, shared: shared(1) })
  teamWrites['team.take'](tx, { entries: [notification(1, 1, 'first')] })
  const hasWaiting = (of: InstanceKey) => teamReads['team.hasWaiting'](tx, { instance: of })
  expect([hasWaiting(instance), hasWaiting(other)]).toEqual([true, false])
})

test('a team counts messages from the first that this desk’s queue brought, which is at most a day old', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const other = archive.addInstance('1101000002')
  tx.run('update instance set counts_from = ?', [testNow])
  for (const [of, hours] of [
    [other, 40],
    [instance, 2],
    [instance, 5],
  ] as const)
    tx.run(
      `insert into journal (instance, type_webhook, state, received_at, service_at, raw, raw_hash, bytes, tried_version)
       values (?, 'incomingMessageReceived', 'applied', ?, ?, '{}', 'h', 2, '1')`,
      [of, testNow, testNow - hours * 3_600_000],
    )
  const hoursBefore = (of: InstanceKey) => (testNow - teamReads['team.countsFrom'](tx, { instance: of })) / 3_600_000
  expect([hoursBefore(instance), hoursBefore(other)]).toEqual([2, 24])
})
