import { DatabaseSync } from 'node:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createTempDir } from '../../testing/temp-dir.ts'
import type { ToWorker } from '../store-protocol.ts'
import type { Tx } from '../tx.ts'
import type { EngineHost } from './engine-host.ts'
import { runWriter } from './run-writer.ts'

test('a log that could not be cut is cut a little later, without another write', () => {
  using dir = createTempDir()
  const path = join(dir.path, 'store.db')
  let listener: (message: ToWorker) => void = () => undefined
  const due: (() => void)[] = []
  const runDue = () => {
    for (const run of due.splice(0)) run()
  }
  const host: EngineHost = {
    ...{ post: () => undefined, take: () => undefined, close: () => undefined, monotonic: () => 0 },
    onMessage: (next) => void (listener = next),
    die: () => {
      throw new Error('The worker does not die here.')
    },
    later: (run) => void due.push(run),
    after(_ms, run) {
      due.push(run)
      return () => undefined
    },
  }
  const erase = (tx: Tx) => {
    tx.run('insert into word values (1)')
    tx.cutLog()
  }
  const up = (db: DatabaseSync) => db.exec('create table word (n integer) strict')
  runWriter(host, { path, faults: null }, { erase }, [{ version: 1, name: 'words', up }])
  const prepare = DatabaseSync.prototype.prepare
  const failing = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql.includes('wal_checkpoint(truncate)')) throw new Error('disk I/O error')
    return prepare.call(this, sql)
  })
  listener({ kind: 'calls', calls: [{ id: 1, name: 'erase', input: undefined, now: 0, priority: 'ordinary' }] })
  runDue()
  failing.mockRestore()
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  runDue()
  expect(statSync(`${path}-wal`).size).toBe(0)
  listener({ kind: 'close' })
  runDue()
})
