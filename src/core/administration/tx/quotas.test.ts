import { expect, test } from 'vitest'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import { administrationReads } from './administration-intents.ts'

test('the last report of a quota is found behind any number of other events, and not that of another instance', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const other = archive.addInstance('1101000002')
  const receive = (of: number, kind: string, raw: object) =>
    tx.run(
      `insert into journal (instance, type_webhook, state, received_at, raw, raw_hash, bytes, tried_version)
       values (?, ?, 'applied', ?, ?, 'h', 2, '1')`,
      [of, kind, testNow, JSON.stringify({ typeWebhook: kind, timestamp: 1, ...raw })],
    )
  for (const [of, used] of [
    [instance, 95],
    [instance, 96],
    [other, 97],
  ] as const)
    receive(of, 'quotaExceeded', { quotaData: { method: 'checkWhatsapp', used, total: 100, description: '' } })
  for (let n = 0; n < 60; n++) receive(instance, 'outgoingMessageStatus', {})
  expect(administrationReads['administration.quotas'](tx, { instance })).toMatchObject([{ used: 96 }])
})
