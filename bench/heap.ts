import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from '@playwright/test'
import { endProcess, startWebHost } from '../e2e/support/running-app.ts'
import { launchChromium } from '../e2e/support/quiet-chromium.ts'
import { benchWindow } from './lib/window.ts'
import { figure } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * What the window keeps of messages that it received in an open chat, after garbage was collected: under 1 MB for each
 * 1,000 while the chat is open, and nothing once another chat is open.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '3000' } } })
const count = Number(values.count)
/**
 * Before anything is counted: what is compiled as messages come (0.9 MB of it in the first thousands), caches filled
 * once.
 */
const warmUp = 2000
const idInstance = '1103000003'
const token = 'bench0000000000000000000000000000000000000000000000'
const anna = '79990001122'
const boris = '79990003344'

const emulator = await startEmulator()
const { control } = emulator
await control.do('instance.add', { idInstance, token })
await control.do('person.add', { idInstance, phone: anna, name: 'Anna' })
await control.do('person.add', { idInstance, phone: boris, name: 'Boris' })
await control.do('says', { idInstance, by: { person: boris }, text: 'Another chat' })
await control.do('says', { idInstance, by: { person: anna }, text: 'The first of them' })

const dir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-bench-'))
const addInstances = path.join(dir, 'instances.json')
await writeFile(addInstances, JSON.stringify([{ name: 'Bench', apiUrl: emulator.url, idInstance, token }]))
const host = await startWebHost({ dataDir: path.join(dir, 'data'), addInstances })
const browser = await launchChromium()

let sent = 0
/** Anna says so many, and the last of them is in the open chat. */
async function receive(page: Page, messages: number): Promise<void> {
  for (let index = 0; index < messages; index++) {
    sent += 1
    await control.do('says', {
      idInstance,
      by: { person: anna },
      text: `Message ${sent}. The pallets for bay two are wrapped and labelled.`,
    })
  }
  await page.getByRole('log').getByText(`Message ${sent}.`, { exact: false }).waitFor({ timeout: 600_000 })
}

async function open(page: Page, name: string, text: RegExp): Promise<void> {
  await page.getByRole('region', { name: 'Chats' }).getByRole('listitem').filter({ hasText: name }).click()
  await page.getByRole('log').getByText(text).first().waitFor()
}

/** MB. Twice, since what ends in the first collection may let go of more. */
async function heap(client: CDPSession): Promise<number> {
  for (let round = 0; round < 2; round++) {
    await client.send('HeapProfiler.collectGarbage')
  }
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

try {
  process.stdout.write(`${machineLoad()}\n`)
  const page = await browser.newPage(benchWindow)
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.enable')
  await page.goto(host.url)
  await open(page, 'Boris', /Another chat/)
  await open(page, 'Anna', /The first of them/)
  await receive(page, warmUp)
  await open(page, 'Boris', /Another chat/)
  const apart = await heap(client)
  await open(page, 'Anna', new RegExp(`Message ${sent}\\.`))
  const before = await heap(client)
  await receive(page, count)
  const after = await heap(client)
  const elements = await page.evaluate(() => document.getElementsByTagName('*').length)
  await open(page, 'Boris', /Another chat/)
  const left = await heap(client)
  const growth = (after - before) / (count / 1000)
  const retained = left - apart
  process.stdout.write(
    `open chat: ${figure(before)} MB, after ${count} messages ${figure(after)} MB: ${figure(growth)} MB for each 1,000 (aim under 1); ${elements} elements\n`,
  )
  process.stdout.write(
    `another chat: ${figure(apart)} MB before, ${figure(left)} MB after: ${figure(retained)} MB more (aim none; below ${figure(retained / (count / 1000))} MB for each 1,000)\n`,
  )
  process.stdout.write(`${machineLoad()}\n`)
} finally {
  await browser.close()
  await endProcess(host.child, 'SIGTERM')
  await emulator.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
}
