import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { endProcess, startWebHost } from '../e2e/support/running-app.ts'
import { manualStatus } from '../src/emulator/world/behaviour.ts'
import { launchChromium } from '../e2e/support/quiet-chromium.ts'
import { budgets, slid } from './lib/budgets.ts'
import { benchWindow } from './lib/window.ts'
import { createSteps, figure, percentile, spread } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { createWorkMeter } from './lib/work-meter.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * What a person waits for, in Chromium on the browser host, in one run: a message that enters the queue until its text
 * is painted in the open chat; Enter until the own bubble is painted (the durable commit is in it); a status at the
 * service until its tick is painted. Each includes the call that makes it happen at the emulator, about 1 ms. Then what
 * the page's main thread and core work while one message a second comes in. `--busy N` runs N endless loops beside it,
 * each a process: people's machines do other things too.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    busy: { type: 'string', default: '0' },
    /** How long one message a second comes in, s. */
    steady: { type: 'string', default: '60' },
  },
})
const count = Number(values.count)
const idInstance = '1103000001'
const token = 'bench0000000000000000000000000000000000000000000000'
const person = '79990001122'

const loops = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
const emulator = await startEmulator()
const { control } = emulator
await control.do('instance.add', { idInstance, token })
await control.do('instance.behave', { idInstance, behaviour: { autoStatus: manualStatus } })
await control.do('person.add', { idInstance, phone: person, name: 'Anna' })
await control.do('says', { idInstance, by: { person }, text: 'The first of them' })

const dir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-bench-'))
const addInstances = path.join(dir, 'instances.json')
const added = {
  name: 'Bench',
  colour: 'teal',
  apiUrl: emulator.url,
  idInstance,
  token,
  family: 'v3',
  mode: 'full',
  storeToken: false,
}
await writeFile(addInstances, JSON.stringify([added]))
const host = await startWebHost({ dataDir: path.join(dir, 'data'), addInstances })
const browser = await launchChromium()

/**
 * Resolves with the moment (epoch ms) of the first frame in which the log shows the text, or the named mark beside it.
 */
const shown = (page: Page, text: string, mark: string | null): Promise<number> =>
  page.evaluate(
    ([wanted, name]) =>
      new Promise<number>((resolve) => {
        const poll = (): boolean => {
          for (const article of document.querySelectorAll('[role="log"] article')) {
            if (!article.textContent?.includes(wanted)) continue
            if (name === null || article.querySelector(`[aria-label="${name}"]`)) return true
          }
          return false
        }
        const done = (): void => {
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            // After the frame was handed over: a task behind the frame's own work.
            channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
            channel.port2.postMessage(null)
          })
        }
        if (poll()) return done()
        const observer = new MutationObserver(() => {
          if (!poll()) return
          observer.disconnect()
          done()
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      }),
    [text, mark] as const,
  )

/** Resolves with the moment (epoch ms) at which Chromium got the next key, without what the driver does before it. */
const keyAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const options = { capture: true, once: true }
        addEventListener('keydown', (event) => resolve(performance.timeOrigin + event.timeStamp), options)
      }),
  )

/** Processor time of the page's main thread, and of core with the page's, as shares of one core. */
async function workOfMessages(page: Page): Promise<{ readonly window: number; readonly both: number }> {
  const [alone, both] = [await createWorkMeter(page, null), await createWorkMeter(page, host.child.pid ?? 0)]
  const before = { at: now(), window: await alone(), both: await both() }
  for (let second = 0; second < Number(values.steady); second++) {
    await control.do('says', { idInstance, by: { person }, text: `Steady number ${second}.` })
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  const ms = now() - before.at
  return { window: ((await alone()) - before.window) / ms, both: ((await both()) - before.both) / ms }
}

const now = (): number => performance.timeOrigin + performance.now()

try {
  const page = await browser.newPage(benchWindow)
  await page.goto(host.url)
  await page.getByRole('region', { name: 'Chats' }).getByRole('listitem').filter({ hasText: 'Anna' }).click()
  await page.getByRole('log').getByRole('article').first().waitFor()

  const step = createSteps(3)
  step(`${count} messages that come in`)
  const arrivals: number[] = []
  for (let index = 0; index < count; index++) {
    const text = `Arrival number ${index}.`
    const painted = shown(page, text, null)
    const start = now()
    await control.do('says', { idInstance, by: { person }, text })
    arrivals.push((await painted) - start)
  }
  process.stdout.write(
    `queue to screen   ${spread(arrivals)}   aim: p50 ${budgets.queueToScreenP50.aim} ms, p99 ${budgets.queueToScreenP99.aim} ms\n`,
  )

  step(`${count / 2} answers and their ticks`)
  const bubbles: number[] = []
  const ticks: number[] = []
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  for (let index = 0; index < count / 2; index++) {
    const text = `Answer number ${index}.`
    await box.fill(text)
    const pressed = keyAt(page)
    const painted = shown(page, text, null)
    await box.press('Enter')
    bubbles.push((await painted) - (await pressed))
    await control.do('until', { effect: { kind: 'sent', idInstance, text }, withinMs: 20_000 })
    const world = await control.do('snapshot')
    const sent = world.instances
      .find((one) => one.idInstance === idInstance)
      ?.chats.flatMap((chat) => chat.messages)
      .find((message) => message.text === text)
    if (sent === undefined) throw new Error(`The emulator does not show "${text}".`)
    const ticked = shown(page, text, 'Delivered')
    const at = now()
    await control.do('message.becomes', { idInstance, idMessage: sent.idMessage, status: 'delivered' })
    ticks.push((await ticked) - at)
  }
  process.stdout.write(`Enter to bubble   ${spread(bubbles)}   aim: p95 ${budgets.enterToBubbleP95.aim} ms\n`)
  process.stdout.write(`status to tick    ${spread(ticks)}   aim: p99 ${budgets.statusToTickP99.aim} ms\n`)
  step(`one message a second, for ${values.steady} s`)
  const work = await workOfMessages(page)
  const share = (of: number): string => `${figure(100 * of)} %`
  process.stdout.write(
    `one message a second: the window works ${share(work.window)} of a core, with core ${share(work.both)}   aim: window ${budgets.windowAtOneASecond.aim} %\n${machineLoad()}\n`,
  )
  const worse = slid({
    queueToScreenP50: percentile(arrivals, 0.5),
    queueToScreenP99: percentile(arrivals, 0.99),
    enterToBubbleP95: percentile(bubbles, 0.95),
    statusToTickP99: percentile(ticks, 0.99),
    windowAtOneASecond: 100 * work.window,
  })
  process.stdout.write(worse.map((line) => `${line}\n`).join(''))
  if (worse.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await endProcess(host.child, 'SIGTERM')
  await emulator.stop()
  for (const loop of loops) loop.kill()
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
}
