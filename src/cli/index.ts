#!/usr/bin/env node
import { homedir } from 'node:os'
import process from 'node:process'
import { runCli } from './run-cli.ts'

const interrupted = new AbortController()
// The second one ends it at once.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
// Writing after a reader has gone is answered by the write itself.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const code = await runCli(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  cwd: process.cwd(),
  home: homedir(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupted.signal,
})
// Connections that are kept open would hold the process for seconds.
process.exit(code)
