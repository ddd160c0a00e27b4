import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * `npm run bench` runs the measurements below, one after the other; `npm run bench -- <name> [options]` runs one of
 * them. Each is a program of its own in this folder and prints what it compares and how.
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
  'send-crash',
  'upload',
  'crash',
  'programs',
  'cli',
  'damage',
  'desktop-start',
] as const

const here = import.meta.dirname
const names = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => path.basename(file, '.ts'))

function run(name: string, args: readonly string[]): Promise<number> {
  process.stdout.write(`\n== ${name}\n`)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(here, `${name}.ts`), ...args],
    {
      stdio: 'inherit',
    },
  )
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

const [name, ...args] = process.argv.slice(2)
if (name !== undefined && !names.includes(name)) {
  process.stderr.write(`There is no measurement "${name}". There are: ${names.join(', ')}.\n`)
  process.exit(2)
}
let worst = 0
for (const each of name === undefined ? usual.filter((one) => names.includes(one)) : [name]) {
  worst = Math.max(worst, await run(each, name === undefined ? [] : args))
}
process.exitCode = worst
