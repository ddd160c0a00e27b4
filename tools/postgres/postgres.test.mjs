import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'

test('a database that is stopped while it is made leaves no folder', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const script = `import('./tools/postgres/postgres.mjs').then(({ startPostgres }) => startPostgres())`
  const child = spawn(process.execPath, ['-e', script], { cwd: projectRoot, env: { ...process.env, TMPDIR: folder } })
  onTestFinished(() => void child.kill('SIGKILL'))
  // While initdb runs a process of the database without a server, the file has its number below zero.
  const isBegun = () =>
    readdirSync(folder)
      .map((name) => path.join(folder, name, 'data/postmaster.pid'))
      .some((file) => existsSync(file) && readFileSync(file, 'utf8').startsWith('-'))
  await expect.poll(isBegun, { interval: 1 }).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => readdirSync(folder)).toEqual([])
})
