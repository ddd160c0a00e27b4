import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

test.skipIf(process.platform === 'win32')(
  'a bench that is ended by a signal leaves nothing that it started',
  async () => {
    const bench = spawn(process.execPath, [path.join(import.meta.dirname, 'run.ts'), 'emulator'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    bench.stderr.resume()
    for await (const line of createInterface({ input: bench.stdout })) if (line.startsWith('Instant requests')) break
    bench.kill('SIGTERM')
    // Its output is closed once the last of its programs has ended.
    const [code] = await once(bench, 'close')
    expect(code).toBe(143)
  },
)
