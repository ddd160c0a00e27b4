/**
 * Trouble on purpose, for tests and benches: commits held back, commits slowed down, a disk that is full, read-only,
 * failing or damaged, a worker that dies. Shared memory, so that it works while the worker is inside a commit. The
 * product never creates one.
 */
export interface StoreFaults {
  readonly buffer: SharedArrayBuffer
  /** From now on no commit passes. */
  holdCommits(): void
  releaseCommits(): void
  /** Resolves when a commit waits at the gate. */
  commitHeld(): Promise<void>
  /** Adds `ms` to each commit. */
  delayCommits(ms: number): void
  /**
   * `full` is a real SQLITE_FULL (max_page_count), `readOnly` a real SQLITE_READONLY (query_only), `dying` ends the
   * worker at its next commit; the others are thrown.
   */
  failWith(fault: StoreFault | null): void
  /** Commits that passed so far. */
  commits(): number
}

export type StoreFault = 'full' | 'readOnly' | 'failing' | 'damaged' | 'dying'

/** Slots of the shared array. */
export const faultSlot = { hold: 0, held: 1, delayMs: 2, fault: 3, commits: 4 } as const
export const faultCodes: readonly (StoreFault | null)[] = [null, 'full', 'readOnly', 'failing', 'damaged', 'dying']

export function createStoreFaults(): StoreFaults {
  const buffer = new SharedArrayBuffer(32)
  const slots = new Int32Array(buffer)
  return {
    buffer,
    holdCommits() {
      Atomics.store(slots, faultSlot.hold, 1)
    },
    releaseCommits() {
      Atomics.store(slots, faultSlot.hold, 0)
      Atomics.notify(slots, faultSlot.hold)
    },
    async commitHeld() {
      while (Atomics.load(slots, faultSlot.held) === 0) {
        const waiting = Atomics.waitAsync(slots, faultSlot.held, 0)
        if (waiting.async) await waiting.value
      }
    },
    delayCommits(ms) {
      Atomics.store(slots, faultSlot.delayMs, ms)
    },
    failWith(fault) {
      Atomics.store(slots, faultSlot.fault, faultCodes.indexOf(fault))
    },
    commits: () => Atomics.load(slots, faultSlot.commits),
  }
}
