import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { openBrowser } from './open-browser.ts'

test.skipIf(process.platform !== 'linux')('says whether there is a program that opens addresses', async () => {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  vi.stubEnv('PATH', dir.path)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await openBrowser('http://127.0.0.1:1/')).toBe(false)
  const opener = path.join(dir.path, 'xdg-open')
  writeFileSync(opener, '#!/bin/sh\n')
  chmodSync(opener, 0o755)
  expect(await openBrowser('http://127.0.0.1:1/')).toBe(true)
})
