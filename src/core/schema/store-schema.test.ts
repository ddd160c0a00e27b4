import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { storeSchema } from './store-schema.ts'

test('tables that changed have a new number: a store of an earlier commit would be opened, and lack a column', () => {
  using db = new DatabaseSync(':memory:')
  for (const { up } of storeSchema) up(db)
  const statements = db.prepare('select sql from sqlite_schema where sql is not null order by type, name').all()
  const digest = createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, 16)
  expect({ version: storeSchema.at(-1)?.version, digest }).toEqual({ version: 115, digest: '2e2b0f547a1cea56' })
})
