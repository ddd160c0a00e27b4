import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from './database.ts'
import type { EngineHost } from './engine-host.ts'
import { postReplies } from './post-replies.ts'
import { StoreError } from '../store-error.ts'
import type { Call, Reply, ToWorker, WorkerSetup } from '../store-protocol.ts'
import { createTxSession, type ReadTx, type StatementWatch, type TxSession } from '../tx.ts'
import { toWireError } from '../wire-error.ts'

export type ReadFunction = (tx: ReadTx, input: never) => unknown

/**
 * A reading worker's body: each call runs in a read transaction of its own, so it sees one whole state of the store,
 * the newest committed one when it starts. Calls cancelled before they start are not run.
 */
export function runReader(
  host: EngineHost,
  setup: WorkerSetup,
  reads: Readonly<Record<string, ReadFunction>>,
  watch?: StatementWatch,
): void {
  let opened: { readonly db: DatabaseSync; readonly session: TxSession } | null = null
  // Opened at the first call: the worker can be started while the writer still makes the file.
  const open = () => {
    if (opened !== null) return opened
    const db = openDatabase(setup.path, { readOnly: true })
    opened = { db, session: createTxSession(db, watch) }
    return opened
  }
  let queue: Call[] = []
  let scheduled = false
  let closing = false

  const run = (call: Call): Reply => {
    try {
      const read = reads[call.name]
      if (read === undefined) throw new StoreError('intent', 'There is no read of this name.')
      const { db, session } = open()
      try {
        session.begin(call.now)
        db.exec('begin')
        return { id: call.id, ok: true, value: read(session.tx, call.input as never) }
      } finally {
        if (db.isTransaction) db.exec('rollback')
      }
    } catch (error) {
      return { id: call.id, ok: false, error: toWireError(error) }
    }
  }
  const take = (message: ToWorker) => {
    if (message.kind === 'close') closing = true
    if (message.kind === 'calls') queue.push(...message.calls)
    if (message.kind === 'cancel') queue = queue.filter((call) => call.id !== message.id)
  }
  const flush = () => {
    scheduled = false
    for (let next = host.take(); next !== undefined; next = host.take()) take(next)
    const call = queue.shift()
    if (call !== undefined) postReplies(host, [run(call)])
    if (queue.length > 0) schedule()
    else if (closing) {
      opened?.db.close()
      host.post({ kind: 'closed' })
      host.close()
    }
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    host.later(flush)
  }
  host.onMessage((message) => {
    take(message)
    schedule()
  })
  host.post({ kind: 'ready', from: 0, to: 0 })
}
