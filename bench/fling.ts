import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { endProcess, startWebHost } from '../e2e/support/running-app.ts'
import { launchChromium } from '../e2e/support/quiet-chromium.ts'
import { benchWindow } from './lib/window.ts'
import { fillMixed, mixedInstance } from './lib/fill-mixed.ts'
import { createSteps, startTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { fling, scrollCells, scrollHead } from './lib/scrolling.ts'

/**
 * Flinging up through a chat of 10,000 messages of every kind, as fast as the window takes turns of the wheel, beside a
 * scrolling list of as many empty rows of the same mean height, in the same run. Aim: the 95th percentile of frames
 * under 34 ms, at most 1% of tasks over 50 ms, and no more elements however far it goes.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    /** CSS px of a turn of the wheel. */
    step: { type: 'string', default: '500' },
    /** At most, ms. */
    during: { type: 'string', default: '90000' },
  },
})
const messages = Number(values.messages)
const wheelStep = Number(values.step)

const dir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-bench-'))
const dataDir = path.join(dir, 'data')
await mkdir(dataDir)
const emulator = await fillMixed(dataDir, messages)
const addInstances = path.join(dir, 'instances.json')
await writeFile(addInstances, JSON.stringify([{ ...mixedInstance, apiUrl: emulator.url }]))
const host = await startWebHost({ dataDir, addInstances })
const browser = await launchChromium()
try {
  process.stdout.write(`${machineLoad()}\n`)
  const page = await browser.newPage(benchWindow)
  await page.goto(host.url)
  await page.getByRole('region', { name: 'Chats' }).getByRole('listitem').filter({ hasText: 'Anna' }).click()
  await page.getByRole('log').getByRole('article').first().waitFor()
  await emulator.untilWaiting(mixedInstance.idInstance, { withinMs: 60_000 })
  const step = createSteps(2)
  const table = startTable(['flinging', ...scrollHead], 36)
  step(`${messages} messages of every kind`)
  const log = await fling(page, {
    selector: '#log',
    step: -wheelStep,
    ms: Number(values.during),
    // The first message of all.
    until: `document.querySelector('#log [data-message="1"]') !== null`,
  })
  table.add([`${messages} messages of every kind`, ...scrollCells(log)])
  // Wherever it ended, there is something to read.
  await page.getByRole('log').getByRole('article').first().waitFor()
  const height = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('.log-row')]
    return Math.round(rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0) / rows.length)
  })
  await page.close()

  const empty = await browser.newPage(benchWindow)
  await empty.setContent(
    `<div id="log" style="height: 780px; overflow-y: auto">${`<div style="height: ${height}px"></div>`.repeat(messages)}</div>`,
  )
  await empty.locator('#log').evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  step('empty rows')
  const nothing = await fling(empty, {
    selector: '#log',
    step: -wheelStep,
    ms: Number(values.during),
    until: `document.querySelector('#log').scrollTop === 0`,
  })
  table.add([`${messages} empty rows of ${height} px`, ...scrollCells(nothing)])
  process.stdout.write(`${machineLoad()}\n`)
} finally {
  await browser.close()
  await endProcess(host.child, 'SIGTERM')
  await emulator.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
}
