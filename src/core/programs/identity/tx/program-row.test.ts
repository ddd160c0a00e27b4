import { expect, test } from 'vitest'
import type { LabelKey } from '../../../../contract/ids.ts'
import { createTestArchive, testNow } from '../../../testing/create-test-archive.ts'
import {
  addProgram,
  changeProgram,
  programByKey,
  recordContact,
  recordTrouble,
  setProgramState,
} from './program-row.ts'
import type { NewProgram, Program } from './program-row.ts'

const plainProgram = {
  ...{ purpose: 'script', protocol: 'jsonl', keyHash: 'hash', keyExpiresAt: null, readWhenWritten: false },
  ...{ webhook: null, startsAfter: 0, scope: { instances: null, kinds: null, labels: null, groups: true } },
} satisfies Omit<NewProgram, 'id' | 'name'>

test('a program is read with every field that was stored, and with those that were changed', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const scope = { instances: [instance], kinds: ['incomingMessageReceived'], labels: [7 as LabelKey], groups: true }
  const webhook = { url: 'https://bot.example', allowPrivate: false, inFlight: 2, timeoutMs: 5000 }
  const given = {
    ...{ id: 'p1', name: 'Bot', purpose: 'bot', protocol: 'webhook', keyHash: 'hash', keyExpiresAt: 11 },
    ...{ readWhenWritten: true, scope, webhook, startsAfter: 3, rights: ['see', 'send'], writesFirst: true },
    sendLimits: { minute: 1, hour: 2, day: 3 },
  } satisfies NewProgram
  const key = addProgram(tx, given)
  recordContact(tx, { program: key, keyHash: 'hash', at: 12 })
  const trouble = { kind: 'secretMissing', at: 13, status: null, text: '' } as const
  recordTrouble(tx, { program: key, trouble })
  const stored = {
    ...given,
    ...{ key, state: 'active', stateSince: testNow, createdAt: testNow, round: 0, failures: 0, nextProbeAt: null },
    ...{ lastContactAt: 12, trouble, team: null, keyed: null },
  } satisfies Program
  expect(programByKey(tx, key)).toStrictEqual(stored)

  const other = { minute: 4, hour: 5, day: 6 }
  const all = { instances: null, kinds: null, labels: null, groups: false }
  changeProgram(tx, key, { name: 'Robot', scope: all, rights: ['see'], sendLimits: other, writesFirst: false })
  changeProgram(tx, key, { webhook: { ...webhook, inFlight: 1 }, keyExpiresAt: null, readWhenWritten: false })
  expect(programByKey(tx, key)).toStrictEqual({
    ...stored,
    ...{ name: 'Robot', scope: all, rights: ['see'], sendLimits: other, writesFirst: false, readWhenWritten: false },
    ...{ webhook: { ...webhook, inFlight: 1 }, keyExpiresAt: null },
  })
})

test('a program whose endpoint failed is tried at once when a person resumes it, and not by its old failures', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const key = addProgram(tx, { ...plainProgram, id: 'p1', name: 'Bot' })
  tx.run(`update program set state = 'failing', failures = 7, next_probe_at = 9e15`)
  tx.run(
    `insert into program_delivery (program, event, lane, state, next_try_at)
     values (:key, 1, 'a', 'retrying', 9e15), (:key, 2, 'a', 'deadLetter', null)`,
    { key },
  )
  setProgramState(tx, key, 'active')
  expect(programByKey(tx, key)).toMatchObject({ state: 'active', failures: 0, nextProbeAt: null })
  expect(tx.all('select event, next_try_at as at from program_delivery order by event')).toEqual([
    { event: 1, at: testNow },
    { event: 2, at: null },
  ])
})

test('a name is taken in whichever capitals, and a program keeps its own; its contacts are those of its present key', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const [bot, other] = ['Bot', 'Other'].map((name) => addProgram(tx, { ...plainProgram, id: name, name }))
  if (bot === undefined || other === undefined) throw new Error('There are two programs.')
  expect(() => addProgram(tx, { ...plainProgram, id: 'x', name: 'BOT' })).toThrow('programNameTaken')
  expect(() => changeProgram(tx, other, { name: 'bot' })).toThrow('programNameTaken')
  changeProgram(tx, bot, { name: 'bot' })
  recordContact(tx, { program: bot, keyHash: 'old', at: 5 })
  expect(programByKey(tx, bot)).toMatchObject({ name: 'bot', lastContactAt: null })
  recordContact(tx, { program: bot, keyHash: 'hash', at: 6 })
  expect(programByKey(tx, bot)?.lastContactAt).toBe(6)
  changeProgram(tx, bot, { keyHash: 'new' })
  expect(programByKey(tx, bot)?.lastContactAt).toBeNull()
})
