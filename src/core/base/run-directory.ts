import { rm } from 'node:fs/promises'
import { makeDirectory } from './make-directory.ts'

/** A directory for files of one run of the program: what earlier runs left in it is of no use to this one. */
export interface RunDirectory {
  readonly path: string
  /**
   * Removes what earlier runs left, at the first call; rejects with the system's error, and the next call tries again.
   */
  clear(): Promise<void>
  /**
   * Clears it and makes it where it is not there; rejects alike. A directory that vanished during the run is made
   * again.
   */
  ready(): Promise<void>
}

export function createRunDirectory(path: string): RunDirectory {
  let cleared: Promise<void> | null = null
  const clear = () =>
    (cleared ??= rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      // The disk may have room the next time.
      cleared = null
      throw error
    }))
  return {
    path,
    clear,
    async ready() {
      await clear()
      makeDirectory(path)
    },
  }
}
