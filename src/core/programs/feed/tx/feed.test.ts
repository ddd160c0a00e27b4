import { expect, onTestFinished, test } from 'vitest'
import type { InstanceKey, JournalKey, ProgramKey } from '../../../../contract/ids.ts'
import type { ProgramProtocol, ProgramScope } from '../../../../contract/programs.ts'
import { accountWrites } from '../../../accounts/tx/accounts-intents.ts'
import { annotationWrites } from '../../../annotations/tx/annotations-intents.ts'
import { eraseSome, recordCopiesErased } from '../../../erasing/tx/erase-some.ts'
import { journalWrites } from '../../../journal/tx/journal-intents.ts'
import { chatOf } from '../../../messages/archive/tx/chat-of.ts'
import type { SharedInstanceId } from '../../../sharing/shared-ids.ts'
import { teamWrites } from '../../../team/tx/team-intents.ts'
import { openTestDatabase, testNow } from '../../../testing/open-test-database.ts'
import { teamProgramReads } from '../../delivery/tx/team-programs.ts'
import { eventId } from '../rules/served-event.ts'
import { programReads, programWrites } from '../../tx/programs-intents.ts'

function open() {
  const database = openTestDatabase()
  onTestFinished(() => database[Symbol.dispose]())
  const { tx } = database
  tx.run('begin')
  let programs = 0
  const other = accountWrites['accounts.add'](tx, {
    ...{ apiUrl: 'http://127.0.0.1', idInstance: '1101000002', family: 'v3', prefix: '/v3' },
    ...{ name: 'Two', colour: 'teal', mode: 'full' },
  })
  if (other.kind === 'exists') throw new Error('It is there already.')
  return {
    ...database,
    other: other.instance.key,
    add: (protocol: ProgramProtocol, kinds: string[] | null = null, part: Partial<ProgramScope> = {}) => {
      programs += 1
      return programWrites['programs.add'](tx, {
        ...{ id: `program${programs}`, name: `Program ${programs}`, purpose: 'script', protocol, keyHash: null },
        ...{ keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
        scope: { instances: null, kinds, labels: null, groups: true, ...part },
      })
    },
    receive: (instance: InstanceKey, count: number, kind = 'incomingMessageReceived') =>
      tx.run(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < :count)
         insert into journal (instance, type_webhook, state, received_at, raw, raw_hash, bytes, tried_version, deleted_at)
         select :instance, :kind, 'applied', :now, '{}', 'h', 2, '1', :now from n`,
        { instance, count, kind, now: testNow },
      ),
  }
}

test('events of an instance that is being erased keep their ids, and what goes unread leaves a gap', () => {
  const { tx, instance, other, add, receive } = open()
  const program = add('jsonl')
  receive(instance, 250)
  receive(other, 3)
  const read = () =>
    programReads['programs.feed'](tx, { program, after: null, instance: null, limit: 1000, maxBytes: 1_000_000 })
  const ids = () => read().events.map((event) => eventId({ ...event, epoch: 'abcd' }))
  const before = ids()
  accountWrites['accounts.detach'](tx, { key: instance, erase: true })
  expect(ids()).toEqual(before)
  for (let done = eraseSome(tx); done.more; done = eraseSome(tx)) {
    if (done.copies !== null) recordCopiesErased(tx, { instance: done.copies })
    const { gaps } = read()
    expect(ids().length + gaps.reduce((sum, { events }) => sum + events, 0)).toBe(253)
  }
  expect(ids()).toEqual(before.slice(250))
  expect(read().gaps).toMatchObject([{ events: 250 }])
})

test('a program gets what could not be applied, but no body that is no JSON, missing or of another instance', () => {
  const { tx, instance, add, receive } = open()
  const program = add('queue')
  receive(instance, 5)
  for (const [key, reason] of [
    [2, 'notJson'],
    [3, 'noBody'],
    [4, 'otherInstance'],
    [5, 'applyFailed'],
  ] as const)
    tx.run(`update journal set state = 'quarantined', reason = ? where key = ?`, [reason, key])
  const read = { program, after: null, instance, limit: 10, maxBytes: 1_000_000 }
  expect(programReads['programs.feed'](tx, read).events.map(({ key }) => key)).toEqual([1, 5])
  expect(programReads['programs.progressOf'](tx, { program }).backlogs).toMatchObject([{ events: 2 }])
})

test('what a person discards that could not be applied leaves a gap in what a program reads', () => {
  const { tx, instance, add, receive } = open()
  const program = add('jsonl')
  receive(instance, 3)
  tx.run(`update journal set state = 'quarantined', reason = 'applyFailed' where key = 2`)
  journalWrites['journal.discard'](tx, { events: [2 as JournalKey] })
  const read = { program, after: null, instance: null, limit: 10, maxBytes: 1_000_000 }
  const { events, gaps } = programReads['programs.feed'](tx, read)
  expect(events.map(({ key }) => key)).toEqual([1, 3])
  expect(gaps).toMatchObject([{ first: 2, last: 2, events: 1 }])
})

test('what waits of one instance is counted, however long ago the last event of another one was read', () => {
  const { tx, instance, other, add, receive } = open()
  const program = add('queue')
  receive(other, 1)
  receive(instance, 60_000)
  programWrites['programs.acknowledge'](tx, [{ program, instance, after: 60_000, round: 0 }])
  expect(programReads['programs.progressOf'](tx, { program }).backlogs).toMatchObject([
    { instance, events: 1, more: false },
    { instance: other, events: 1, more: false },
  ])
})

test('a cursor passes what is not for its program, so that what waits beyond it is counted', () => {
  const { tx, instance, add, receive } = open()
  const program = add('jsonl', ['stateInstanceChanged'])
  receive(instance, 60_000)
  receive(instance, 2, 'stateInstanceChanged')
  const idle = programReads['programs.idleCursors'](tx)
  expect(idle).toEqual([{ program, instance: 0, after: 60_000, round: 0 }])
  programWrites['programs.acknowledge'](tx, idle)
  tx.run('update journal set received_at = ? where key = 60001', [testNow - 1000])
  expect(programReads['programs.progressOf'](tx, { program }).backlogs).toMatchObject([
    { instance, events: 2, oldestAt: testNow - 1000 },
  ])
})

test('events are those of the chats in the scope, and without a chat those of the instance', () => {
  const { tx, instance, add, receive } = open()
  const label = annotationWrites['labels.save'](tx, { name: 'Urgent' })
  receive(instance, 5)
  for (const [key, chatId] of [
    [1, '79990001122@c.us'],
    [2, '79990001133@c.us'],
    [3, '120363000000000001@g.us'],
    [4, '120363000000000002@g.us'],
  ] as const) {
    const chat = chatOf(tx, instance, chatId)
    tx.run('update journal set chat = ? where key = ?', [chat, key])
    if (key % 2 === 0) annotationWrites['labels.set'](tx, { chat, label, on: true })
  }
  const keysWith = (part: Partial<ProgramScope>) => {
    const program = add('jsonl', null, part)
    const read = { program, after: null, instance: null, limit: 10, maxBytes: 1_000_000 }
    return programReads['programs.feed'](tx, read).events.map(({ key }) => key)
  }
  expect(keysWith({})).toEqual([1, 2, 3, 4, 5])
  expect(keysWith({ groups: false })).toEqual([1, 2, 5])
  expect(keysWith({ labels: [label] })).toEqual([2, 4])
  expect(keysWith({ labels: [label], groups: false })).toEqual([2])
})

/** A desk whose teams share an instance. */
function openShared() {
  const { tx, instance, receive } = open()
  const share = (shared: number) => teamWrites['team.share'](tx, { instance, shared: shared as SharedInstanceId })
  const enter = (team: string | null) =>
    teamWrites['team.setDesk'](tx, { desk: 'f2f1c0de-0000-4000-8000-000000000001', team })
  return {
    share,
    join(team: string) {
      enter(team)
      share(1)
    },
    leave() {
      teamWrites['team.unshare'](tx, { instance })
      enter(null)
    },
    /** Entries of the shared journal, from its first number on. */
    receiveShared(count: number) {
      receive(instance, count)
      tx.run(
        `update journal set shared_n = key - (select max(key) from journal) + :count, shared_id = 'e' || key
         where key > (select max(key) from journal) - :count`,
        { count },
      )
      tx.run(
        `insert or replace into team_entry (instance, n, id) select instance, shared_n, shared_id from journal
         where key > (select max(key) from journal) - ?`,
        [count],
      )
      tx.run('update team_instance set n = ? where instance = ?', [count, instance])
    },
    webhookOf(team: string) {
      const webhook = { url: 'https://shop.example/', allowPrivate: false, inFlight: 1, timeoutMs: 5000 }
      programWrites['programs.takeTeam'](tx, {
        webhooks: [
          {
            ...{ id: `of ${team}`, team, name: team, state: 'active', version: 1, n: 1, round: 0 },
            ...{ secretId: 's', heldSecret: 's' },
            settings: { purpose: 'webhook', webhook, instances: null, kinds: null, labels: null, groups: true },
          },
        ],
        gone: [],
      })
      return programReads['programs.all'](tx).programs.find(({ name }) => name === team)?.key ?? (0 as ProgramKey)
    },
    finish: (program: ProgramKey, event: number) =>
      tx.run(`insert into program_delivery (program, event, lane, state) values (?, ?, '', 'done')`, [program, event]),
    stepOf: (program: ProgramKey) => teamProgramReads['programs.step'](tx, { program, instance })?.to,
    given: (program: ProgramKey) => ({
      events: programReads['programs.feed'](tx, {
        program,
        after: null,
        instance,
        limit: 9,
        maxBytes: 1000,
      }).events.map(({ position }) => position),
      waiting: programReads['programs.progressOf'](tx, { program }).backlogs.map(({ events }) => events),
    }),
  }
}

test('what came by an earlier team is given to no webhook of the next one, whatever numbers it had there', () => {
  const { join, leave, receiveShared, webhookOf, given } = openShared()
  join('first')
  receiveShared(3)
  expect(given(webhookOf('first'))).toEqual({ events: [1, 2, 3], waiting: [3] })
  leave()
  join('second')
  const next = webhookOf('second')
  expect(given(next)).toEqual({ events: [], waiting: [] })
  receiveShared(2)
  expect(given(next)).toEqual({ events: [1, 2], waiting: [2] })
})

test('the cursor of a team’s webhook moves up to the first event that is not done yet', () => {
  const { join, receiveShared, webhookOf, finish, stepOf } = openShared()
  join('team')
  const program = webhookOf('team')
  receiveShared(3)
  const steps = [stepOf(program)]
  for (const event of [2, 1, 3]) {
    finish(program, event)
    steps.push(stepOf(program))
  }
  expect(steps).toEqual([0, 0, 2, 3])
})

test('what came by a journal that the team’s database has lost is given to no webhook again', () => {
  const { join, share, receiveShared, webhookOf, given } = openShared()
  join('team')
  const program = webhookOf('team')
  receiveShared(3)
  // The database was restored from before the instance was shared, which is shared again.
  share(2)
  expect(given(program)).toEqual({ events: [], waiting: [] })
  receiveShared(2)
  expect(given(program)).toEqual({ events: [1, 2], waiting: [2] })
})

test('ids of events begin with the epoch of this store', () => {
  const { tx } = open()
  tx.run(`insert or replace into meta (name, value) values ('feedEpoch', 'abcd')`)
  expect(programReads['programs.all'](tx).epoch).toBe('abcd')
})

test('only the event that a queue gives now is skipped, and once', () => {
  const { tx, instance, add, receive } = open()
  const program = add('queue')
  receive(instance, 3)
  const heads = () => programReads['programs.facts'](tx, { program }).heads.map(({ event }) => event)
  const skip = (event: number) =>
    programWrites['programs.skipEvent'](tx, { program, instance, event: event as JournalKey })
  expect(heads()).toEqual([1])
  expect([skip(1), skip(1), skip(3)]).toEqual([1, 0, 0])
  expect(heads()).toEqual([2])
  programWrites['programs.acknowledge'](tx, [{ program, instance, after: 3, round: 0 }])
  expect(heads()).toEqual([])
  expect(skip(3)).toBe(0)
})
