import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../store/engine/database.ts'
import { writeMigrated } from '../testing/open-migrated.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { restoredSchema } from './restored-schema.ts'

test('a restored store has no copies of the rows that were changed, which erasing could not reach', () => {
  using dir = createTempDir()
  const file = join(dir.path, 'restored.db')
  const names = Array.from({ length: 600 }, (_, index) => `shop <${index}> ${'long '.repeat(index % 40)}`)
  writeMigrated(file)
  const before = openDatabase(file)
  const insert = before.prepare(
    `insert into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
     values (?, ?, 'https://api.example', 'v3', '/v3', ?, 'teal', 'full', 0, 1)`,
  )
  before.exec('begin')
  for (const [index, name] of names.entries()) insert.run(index + 1, `${index}`, name)
  before.exec('commit')
  before.close()
  restoredSchema.prepare(file, { receives: false, now: 1_800_000_000_000 })

  const after = openDatabase(file)
  after.exec('delete from instance where key % 3 = 0; pragma wal_checkpoint(truncate)')
  after.close()
  const bytes = readFileSync(file)
  expect(names.filter((name) => bytes.includes(name))).toEqual(names.filter((_, index) => (index + 1) % 3 > 0))
})
