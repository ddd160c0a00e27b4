import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fresh directory for one test; `using` (or `[Symbol.dispose]`) removes it with all that is in it. */
export function createTempDir(name = 'switchboard-test-'): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), name))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
