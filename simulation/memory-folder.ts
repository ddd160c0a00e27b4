import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A folder for data directories, in memory where the system has one: simulations write and copy them all the time. */
export function memoryFolder(): Disposable & { readonly path: string } {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(path.join(parent, 'switchboard-simulation-'))
  return {
    path: folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
