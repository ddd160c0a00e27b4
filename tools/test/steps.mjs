import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { ended, start } from '../process/children.mjs'
import { projectRoot } from '../project-root.mjs'

/**
 * Where the log of a step stays until the step runs again. Not below node_modules: an installation removes that first.
 */
export const logFolder = path.join(projectRoot, '.logs')

/** How often a long step says that it goes on where its line cannot be drawn anew, ms. */
const reminderMs = 60_000

/** How long the output of a program that has ended may stay open, ms: what it left behind may hold it for good. */
const lateOutputMs = 2_000

/**
 * Runs one step to its end and answers its exit code. All that it writes goes into a log; the person sees one line with
 * the title and how long it took, and of a step that fails everything, with where it can be read again.
 * @param options.name names the log, where the title would be too long
 * @param options.testsIn for a runner of tests: how many passed tests a line tells of. Such lines are counted and go
 * into the log only; a line of which it answers undefined is shown as it comes: failures, and the runner's own closing
 * counts.
 * @param options.onStart is called with the child process, and onEnd when it has ended
 * @param options.remind takes a line now and then, in place of `out`, while the step runs
 */
export async function runStep(title, command, args, options = {}) {
  const { name = title, testsIn, out = process.stderr, logs = logFolder, onStart, onEnd, remind, ...starting } = options
  mkdirSync(logs, { recursive: true })
  const file = path.join(logs, `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.log`)
  const log = createWriteStream(file)
  const colours = testsIn && out.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = start(command, args, {
    ...starting,
    env: { ...starting.env, ...colours },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  onStart?.(child)
  const line = openLine(title, out, remind)
  const take = (text) => {
    log.write(`${text}\n`)
    if (testsIn === undefined) return
    const passed = testsIn(stripVTControlCharacters(text))
    if (passed === undefined) line.say(text)
    else line.count(passed)
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', take)
  const closed = once(child, 'close').catch(() => undefined)
  const code = await ended(child).finally(async () => {
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, lateOutputMs).unref())])
    log.end()
    await once(log, 'close')
    line.end()
    onEnd?.()
  })
  if (code !== 0) {
    if (testsIn === undefined) out.write(`\n${readFileSync(file, 'utf8').trim()}\n`)
    out.write(`\n${title} failed: what it said is above, and all of it in ${path.relative(projectRoot, file)}.\n`)
  }
  return code
}

/**
 * Runs steps side by side and resolves with their exit codes. Each is shown whole when it has ended; until then the
 * long ones say now and then how far they are.
 * @param steps title, command and args of each, and what it has of the options of {@link runStep} for itself
 * @param options those of all
 */
export function runTogether(steps, { out = process.stderr, ...options } = {}) {
  out.write(`${steps.map(({ title }) => title).join(', ')} ...\n`)
  const remind = (line) => void out.write(`${line}\n`)
  return Promise.all(
    steps.map(async ({ title, command, args, ...own }) => {
      let output = ''
      const shown = { write: (text) => void (output += text) }
      const code = await runStep(title, command, args, { ...options, ...own, remind, out: shown })
      out.write(output)
      return code
    }),
  )
}

/** The one line of a step: drawn anew every second on a terminal, else begun now and finished by `end`. */
function openLine(title, out, remind) {
  const began = Date.now()
  let passed = 0
  let begun = false
  let blank = true
  const text = () => `${title} ... ${passed > 0 ? `${passed} passed, ` : ''}${duration(Date.now() - began)}`
  const draw = () => out.write(`\r\x1b[2K${text()}`)
  const tick = () => {
    if (out.isTTY) draw()
    else if (remind) remind(text())
    else say(text())
  }
  const say = (line) => {
    // Of several empty lines one is enough: what stood between them is in the log.
    if (blank && line.trim() === '') return
    blank = line.trim() === ''
    if (out.isTTY) out.write('\r\x1b[2K')
    else if (begun) out.write('\n')
    begun = false
    out.write(`${line}\n`)
    if (out.isTTY) draw()
  }
  if (out.isTTY) draw()
  else out.write(`${title} ... `)
  begun = true
  const timer = setInterval(tick, out.isTTY ? 1_000 : reminderMs)
  return {
    say,
    count: (tests) => {
      passed += tests
    },
    end() {
      clearInterval(timer)
      if (out.isTTY) out.write(`\r\x1b[2K${text()}\n`)
      else out.write(begun ? `${duration(Date.now() - began)}\n` : `${text()}\n`)
    },
  }
}

/** Such as `8 s` and `2 min 5 s`. */
export function duration(ms) {
  const seconds = Math.round(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * Lines of vitest's default reporter that tell of what passed: a file with so many tests, a suite or a slow test in it.
 */
export function vitestPassed(line) {
  const file = /^ (?:✓|√|↓) .*?\((\d+) tests?\b/.exec(line)
  if (file) return Number(file[1])
  return /^ +(?:✓|√|↓) |^ RUN |^JSON report written/.test(line) ? 0 : undefined
}

/** Lines of Playwright's list reporter that tell of a test which passed or was skipped. */
export function playwrightPassed(line) {
  const found = /^ +(✓|ok|-) +\d+ \[/.exec(line)
  if (!found) return undefined
  return found[1] === '-' ? 0 : 1
}
