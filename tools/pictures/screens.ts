import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { launchChromium } from '../../e2e/support/quiet-chromium.ts'
import { endProcess, type WebHostProcess } from '../../e2e/support/running-app.ts'
import { createControlClient } from '../../src/emulator/control-client.ts'
import { createEmulator } from '../../src/emulator/create-emulator.ts'
import { prepareWorld } from './scenes.ts'
import { shiftClock } from './time.mjs'
import type { Shot, Stage } from './shot.ts'
import { shots } from './shots.ts'
import { startStage } from './stages.ts'
import { buildNewcomer, buildPictureWorld, buildTroubledWorld, type Staging } from './world.ts'

/**
 * `npm run screens` draws every view and state, light and dark, wide and narrow, English and Russian: the real product
 * on the emulated service, with a fixed seed and a fixed day. Names given as arguments draw only those. Pictures go to
 * .screens/, which git ignores; one that docs/screens holds, because a document shows it, is drawn anew there.
 */
const screensFolder = path.resolve(import.meta.dirname, '../../docs/screens')
const drawn = path.resolve(import.meta.dirname, '../../.screens')
const fileOf = (name: string): string => {
  const file = `${name}.png`
  return path.join(existsSync(path.join(screensFolder, file)) ? screensFolder : drawn, file)
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !shots.some((shot) => shot.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no picture ${unknown.join(', ')}. There are:\n${shots.map(({ name }) => name).join('\n')}\n`,
  )
  process.exit(1)
}
const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

const preloaded = (script: string): string => `--import=${path.join(import.meta.dirname, script)}`

/** The moment at which the world stands: a Friday, 14:20 in the pictures. */
const moment = Date.parse('2026-11-20T12:20:00Z')
const offset = moment - Date.now()
const habits = (shot?: Shot): BrowserContextOptions => ({
  viewport: { width: shot?.width ?? 1440, height: shot?.height ?? 900 },
  deviceScaleFactor: shot?.zoom ?? 1,
  colorScheme: shot?.scheme ?? 'light',
  locale: shot?.locale ?? 'en-GB',
  timezoneId: 'Europe/Vilnius',
  reducedMotion: 'reduce',
})

async function openPage(browser: Browser, url: string, shot?: Shot, held?: ReadonlySet<string>): Promise<Page> {
  const context = await browser.newContext(habits(shot))
  await context.addInitScript(shiftClock, offset)
  const page = await context.newPage()
  await page.routeWebSocket(/\/rpc$/, (pipe) => {
    const server = pipe.connectToServer()
    pipe.onMessage((text) => {
      const { name = '' } = JSON.parse(String(text)) as { readonly name?: string }
      if (held?.has(name) !== true) server.send(text)
    })
  })
  await page.goto(url)
  await page.getByRole('main').waitFor()
  return page
}

/** Nothing is being read, fetched or drawn any more, in what is in view. Rejects with what is still busy after 30 s. */
async function settled(page: Page): Promise<void> {
  const busy = () =>
    page.evaluate(async () => {
      const seen = (element: Element): boolean => {
        const { top, bottom } = element.getBoundingClientRect()
        const room = (element.closest('.scroll') ?? document.documentElement).getBoundingClientRect()
        return bottom > Math.max(0, room.top) && top < Math.min(innerHeight, room.bottom)
      }
      const images = [...document.images].filter(seen)
      await Promise.all(images.filter((image) => image.complete).map((image) => image.decode().catch(() => undefined)))
      await document.fonts.ready
      const working = [...document.querySelectorAll('[aria-busy="true"], .is-busy, .spin, .skel')].filter(seen)
      return [...working, ...images.filter((image) => !image.complete)].map((element) =>
        element.outerHTML.slice(0, 160),
      )
    })
  await expect.poll(busy, { timeout: 30_000 }).toEqual([])
}

async function draw(browser: Browser, url: string, shot: Shot): Promise<void> {
  const held = new Set<string>()
  const page = await openPage(browser, url, shot, held)
  try {
    await shot.arrange(page, { service, newcomer, hold: (...names) => names.forEach((name) => held.add(name)) })
    if (shot.busy !== true) await settled(page)
    await page.mouse.move(0, 0)
    await page.screenshot({ path: fileOf(shot.name), animations: 'disabled', caret: 'hide' })
  } catch (error) {
    // What was there instead says more than the name of what did not come.
    await page.screenshot({ path: path.join(drawn, `${shot.name}-failed.png`) })
    throw error
  } finally {
    await page.context().close()
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

mkdirSync(drawn, { recursive: true })
// Settings show this path, so it has to be the same each time.
const dir = path.join(os.tmpdir(), 'switchboard-pictures')
const owner = path.join(dir, 'owner')
if (existsSync(owner) && runs(Number(readFileSync(owner, 'utf8')))) {
  process.stderr.write(`Another program draws pictures in ${dir}.\n`)
  process.exit(1)
}
rmSync(dir, { recursive: true, force: true })
mkdirSync(dir)
writeFileSync(owner, String(process.pid))
const emulator = createEmulator({ seed: 7, limits: 'off', clock: { mode: 'manual', startAt: moment } })
await emulator.start()
const service = createControlClient(emulator.url)
const inputs = { world: buildPictureWorld(emulator), trouble: buildTroubledWorld(emulator) }
const newcomer = buildNewcomer(emulator)
// The service's time stands still, so its long polls would never end: an empty answer now and then, as in a quiet hour.
const rest = setInterval(() => {
  for (const instance of emulator.world.instances()) instance.notifications.endWaits()
}, 8000)
const browser = await launchChromium()
const hosts = new Map<Stage, WebHostProcess>()
const ends: (() => Promise<unknown>)[] = []
try {
  const staging: Staging = {
    emulator,
    inputs,
    dir,
    env: {
      SWITCHBOARD_PASSPHRASE: 'pictures',
      TZ: 'Europe/Vilnius',
      // A stage that fails while it starts leaves hosts that nobody else ends.
      NODE_OPTIONS: [
        '--disable-warning=ExperimentalWarning',
        ...['time.mjs', '../process/end-with-parent.mjs'].map(preloaded),
      ].join(' '),
      PICTURE_TIME_OFFSET_MS: String(offset),
    },
    atEnd: (end) => void ends.push(end),
    async visit(url, at) {
      const page = await openPage(browser, url)
      await at(page)
      await page.context().close()
    },
  }
  for (const stage of new Set(chosen.map(({ on = 'world' }) => on))) hosts.set(stage, await startStage(stage, staging))
  const world = hosts.get('world')
  if (world) {
    const page = await openPage(browser, world.url)
    await prepareWorld(page, emulator)
    // The header says what is still being read; in the pictures nothing is.
    await expect(page.getByText(/^Reading chats/)).toHaveCount(0, { timeout: 60_000 })
    await page.context().close()
  }
  for (const shot of chosen) {
    const host = hosts.get(shot.on ?? 'world')
    if (!host) continue
    try {
      await draw(browser, host.url, shot)
      process.stdout.write(`${path.relative(process.cwd(), fileOf(shot.name))}\n`)
    } catch (error) {
      process.exitCode = 1
      process.stderr.write(`${shot.name}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
} finally {
  await browser.close()
  for (const { child } of hosts.values()) await endProcess(child, 'SIGTERM')
  for (const end of ends.toReversed()) await end().catch(() => undefined)
  clearInterval(rest)
  await emulator.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}
