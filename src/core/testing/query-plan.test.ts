import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../store/engine/migrate.ts'
import { storeSchema } from '../schema/store-schema.ts'
import { requestLogSchema } from '../inspection/tx/request-log-schema.ts'
import { scansOf } from './query-plan.ts'

function schema(steps = storeSchema): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  migrate(db, steps)
  return db
}

test('a statement that reads a whole table is found, also where only a foreign key makes it', () => {
  const db = schema()
  expect(scansOf(db, 'select key from message where key = ?')).toEqual([])
  expect(scansOf(db, 'select key from message where text = ?')).toEqual(['SCAN message'])
  expect(scansOf(db, 'select count(*) from message')).toEqual([expect.stringMatching(/^SCAN message USING COVERING/)])
  expect(scansOf(db, 'select value from json_each(?)')).toEqual([])
  db.exec('drop index outbox_chat')
  expect(scansOf(db, 'delete from chat where key = ?')).toEqual(['SCAN outbox'])
})

test('removing any row reads no whole table for what hangs on it', () => {
  for (const db of [schema(), schema(requestLogSchema)]) {
    const tables = db.prepare(`select name, wr from pragma_table_list where schema = 'main' and type = 'table'`).all()
    for (const { name, wr } of tables) {
      if (wr !== 0 || String(name).startsWith('sqlite_')) continue
      expect(scansOf(db, `delete from "${String(name)}" where rowid = ?`)).toEqual([])
    }
  }
})
