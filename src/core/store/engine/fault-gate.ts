import type { DatabaseSync } from 'node:sqlite'
import { faultCodes, faultSlot } from '../store-faults.ts'

/** The worker's side of the faults: asked before each batch and before each commit. */
export interface FaultGate {
  beforeBatch(): void
  beforeCommit(): void
}

class InjectedError extends Error {
  readonly errcode: number

  constructor(errcode: number, message: string) {
    super(message)
    this.errcode = errcode
  }
}

/** `buffer` null: no faults, no cost. */
export function createFaultGate(db: DatabaseSync, buffer: SharedArrayBuffer | null, die: () => never): FaultGate {
  if (buffer === null) return { beforeBatch: () => undefined, beforeCommit: () => undefined }
  const slots = new Int32Array(buffer)
  let applied = 0
  return {
    beforeBatch() {
      const wanted = Atomics.load(slots, faultSlot.fault)
      if (wanted === applied) return
      applied = wanted
      const fault = faultCodes[wanted]
      const pages = Number(db.prepare('pragma page_count').get()?.['page_count'] ?? 1)
      db.exec(`pragma max_page_count = ${fault === 'full' ? pages : 4294967294}`)
      db.exec(`pragma query_only = ${fault === 'readOnly' ? 1 : 0}`)
    },
    beforeCommit() {
      const fault = faultCodes[Atomics.load(slots, faultSlot.fault)]
      // Ends this thread alone, in the middle of a transaction.
      if (fault === 'dying') die()
      if (fault === 'failing') throw new InjectedError(10, 'disk I/O error')
      if (fault === 'damaged') throw new InjectedError(11, 'database disk image is malformed')
      const delay = Atomics.load(slots, faultSlot.delayMs)
      if (delay > 0) Atomics.wait(slots, 7, 0, delay)
      while (Atomics.load(slots, faultSlot.hold) === 1) {
        Atomics.store(slots, faultSlot.held, 1)
        Atomics.notify(slots, faultSlot.held)
        Atomics.wait(slots, faultSlot.hold, 1)
      }
      Atomics.store(slots, faultSlot.held, 0)
      Atomics.add(slots, faultSlot.commits, 1)
    },
  }
}
