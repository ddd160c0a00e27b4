import { expect, test } from 'vitest'
import type { LabelKey } from '../../../../contract/ids.ts'
import { createTestArchive, testNow } from '../../../testing/create-test-archive.ts'
import { addProgram, changeProgram, programByKey, recordContact, recordTrouble } from './program-row.ts'
import type { NewProgram, Program } from './program-row.ts'

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
