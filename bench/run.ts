import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { machineLoad } from './lib/machine-load.ts'

/**
 * `npm run bench` runs the measurements below, one after the other; `npm run bench -- <name> [options]` runs one of
 * them. Each is a program of its own in this folder and prints what it compares and how: each row when it is measured,
 * and on stderr what is still to be done.
 */
const usual = [
  'hostile',
  'emulator',
  'drain',
  'idle',
  'loop',
  'window',
  'archive',
  'inspection',
  'reading',
  'fling',
  'heap',
  'upload',
  'backup',
  'programs',
  'cli',
  'damage',
  'desktop-start',
] as const

const here = import.meta.dirname
const names = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'run.ts')
  .map((file) => path.basename(file, '.ts'))

/** Windows has no process groups. */
const detached = process.platform !== 'win32'
let running: ChildProcess | null = null
/** Ends the running measurement with everything that it started: emulators, hosts, browsers and servers. */
function endRunning(): void {
  if (running?.pid === undefined) return
  try {
    process.kill(detached ? -running.pid : running.pid, 'SIGTERM')
  } catch {
    // Nothing of it runs any more.
  }
}
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => {
    endRunning()
    process.exit(code)
  })

function run(name: string, args: readonly string[]): Promise<number> {
  process.stdout.write(`\n== ${name}, ${machineLoad()}\n`)
  running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(here, `${name}.ts`), ...args], {
    stdio: 'inherit',
    detached,
  })
  return new Promise((resolve) =>
    running?.once('exit', (code) => {
      // A measurement that failed may have left what it started.
      endRunning()
      resolve(code ?? 1)
    }),
  )
}

const [name, ...args] = process.argv.slice(2)
if (name !== undefined && !names.includes(name)) {
  process.stderr.write(`There is no measurement "${name}". There are: ${names.join(', ')}.\n`)
  process.exit(2)
}
const wanted = name === undefined ? usual : [name]
const failed: string[] = []
for (const [index, each] of wanted.entries()) {
  if (wanted.length > 1) process.stderr.write(`[${index + 1}/${wanted.length}] ${each}\n`)
  const code = await run(each, name === undefined ? [] : args)
  if (code === 0) continue
  failed.push(`${each} (code ${code})`)
  process.exitCode = Math.max(Number(process.exitCode ?? 0), code)
}
if (failed.length > 0)
  process.stdout.write(`\nAn aim missed, or not measured, for the reason above: ${failed.join(', ')}.\n`)
