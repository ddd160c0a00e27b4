import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { launch, type JournalEntry } from '../e2e/stand-in/driver.mjs'
import { archivesDir } from './lib/archives-dir.ts'
import { createSteps, figure, median, printTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { fillArchive } from './lib/fill-archive.ts'

/**
 * What the built main program does from its first line to the request for a window, and to the first query it answered
 * to the page: with 100,000 messages stored against an empty store, by turns. On the stand-in for Electron, so the
 * milliseconds are not Electron's; the ratio is what the archive adds, and is to stay below 1.2.
 */
const rounds = Number(process.argv[2] ?? 7)
const limit = 1.2
const mainEntry = path.resolve(import.meta.dirname, '../out/main/index.js')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'switchboard-bench-'))

interface Start {
  readonly window: number
  readonly answer: number
}

const isAnswer = ({ type, dir, args }: JournalEntry): boolean =>
  type === 'ipc' && dir === 'out' && String(args).includes('\\"kind\\":\\"reply\\"')

async function start(dataDir: string): Promise<Start> {
  const app = await launch({ mainEntry, args: ['--data-dir', dataDir], journalIpc: true })
  try {
    const answered = await app.waitFor(isAnswer, 0, 60_000)
    const entered = app.journal()[0]?.ms ?? 0
    const [requested] = app.journal('window-created')
    return { window: (requested?.ms ?? Number.NaN) - entered, answer: answered.ms - entered }
  } finally {
    await app.close(20_000).catch(() => app.kill())
  }
}

try {
  const filled = path.join(scratch, 'filled')
  const empty = path.join(scratch, 'empty')
  const made = fillArchive(path.join(archivesDir, 'archives'), {
    messages: 100_000,
    chats: 500,
    largest: 5000,
    ownEvery: 4,
    observationsPerOwn: 3,
  })
  cpSync(made, filled, { recursive: true })
  mkdirSync(empty)
  const starts: Record<'empty' | 'filled', Start[]> = { empty: [], filled: [] }
  process.stdout.write(`${machineLoad()}\n`)
  const step = createSteps(2 * (rounds + 1))
  // The first of each warms the file system and the code cache.
  for (let round = -1; round < rounds; round++) {
    for (const [name, dataDir] of [
      ['empty', empty],
      ['filled', filled],
    ] as const) {
      step(`start, ${name}`)
      const measured = await start(dataDir)
      if (round >= 0) starts[name].push(measured)
    }
  }
  const row = (what: string, key: keyof Start): { readonly ratio: number; readonly cells: readonly string[] } => {
    const [without, stored] = [
      median(starts.empty.map((one) => one[key])),
      median(starts.filled.map((one) => one[key])),
    ]
    return {
      ratio: stored / without,
      cells: [what, `${figure(without)} ms`, `${figure(stored)} ms`, figure(stored / without)],
    }
  }
  const rows = [row('entry to window request', 'window'), row('entry to first answered query', 'answer')]
  printTable([['median of ' + rounds, 'empty', '100,000 messages', 'ratio'], ...rows.map(({ cells }) => cells)])
  const met = rows.every(({ ratio }) => ratio <= limit)
  process.stdout.write(`aim: ratio at most ${limit}: ${met ? 'met' : 'missed'}\n`)
  if (!met) process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
