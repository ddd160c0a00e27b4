import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/open-test-database.ts'
import { takeKeyed, type TakenProgram } from './take-keyed.ts'

const first: TakenProgram = {
  ...{ team: 'f2f1c0de-0000-4000-8000-000000000001', name: 'CRM', keyId: 'abcdefgh', keyHash: 'one', version: 1 },
  state: 'active',
  settings: {
    ...{ purpose: 'script', protocol: 'jsonl', instances: null, kinds: null, labels: null, groups: true },
    ...{
      rights: ['see'],
      sendLimits: { minute: 9, hour: 9, day: 9 },
      writesFirst: false,
      readWhenWritten: false,
      keyExpiresAt: null,
    },
  },
}

test('a desk that had an earlier version of a team’s program has the same of it as a desk that takes it anew', () => {
  const next: TakenProgram = {
    ...{ ...first, name: 'Shop', keyHash: 'two', version: 2, state: 'paused' },
    settings: {
      ...{ purpose: 'bot', protocol: 'jsonl', instances: [], kinds: ['incomingMessageReceived'], labels: ['vip'] },
      ...{ groups: false, rights: ['see', 'send'], sendLimits: { minute: 1, hour: 2, day: 3 }, writesFirst: true },
      ...{ readWhenWritten: true, keyExpiresAt: 1 },
    },
  }
  const rowsAfter = (...versions: readonly TakenProgram[]) => {
    using database = openTestDatabase()
    for (const program of versions) takeKeyed(database.tx, { programs: [program], gone: [], lacking: [] }, 0)
    return database.tx.all<Readonly<Record<string, unknown>>>('select * from program')
  }
  expect(rowsAfter(first, next)).toEqual(rowsAfter(next))
  const [before, after] = [rowsAfter(first)[0], rowsAfter(next)[0]]
  const same = ['key', 'id', 'protocol', 'created_at', 'team_id']
  for (const column of same) expect(after?.[column], column).toEqual(before?.[column])
})
