import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { endProcess, startWebHost } from '../e2e/support/running-app.ts'
import { createEmulator } from '../src/emulator/create-emulator.ts'
import { buildPictureWorld } from './picture-world.ts'

/**
 * `npm run screens` draws every view and state into docs/screens, light and dark, wide and narrow, English and Russian:
 * the real product on the emulated service, with a fixed seed and a fixed clock of the emulator.
 */
const out = path.resolve(import.meta.dirname, '../docs/screens')
const wanted = process.argv.slice(2)

interface Shot {
  readonly name: string
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly locale?: 'en-GB' | 'ru-RU'
  /** `empty` is the program before anything was added. */
  readonly on?: 'world' | 'empty'
  readonly arrange: (page: Page) => Promise<void>
}

const tab = (page: Page, index: number) => page.locator('.view-tab').nth(index)
const openChat = async (page: Page, title: string): Promise<void> => {
  await page.locator('.rail').getByRole('link').nth(1).click()
  await page.getByRole('listitem').filter({ hasText: title }).first().click()
  await page.getByRole('log').getByRole('article').first().waitFor()
}
const openDetails = async (page: Page): Promise<void> => {
  const panel = page.getByRole('complementary')
  if (!(await panel.isVisible())) await page.getByRole('button', { name: /^(Details|Подробности)$/ }).click()
  await panel.waitFor()
}
const showsCounts = (page: Page): Promise<void> => page.locator('.chart svg').waitFor()
const openRow = async (page: Page, index: number): Promise<void> => {
  await tab(page, index).click()
  const row = page.getByRole('table').getByRole('row').nth(2)
  await row.click()
  await page.getByRole('complementary').locator('.code .j').first().waitFor()
}

const group = 'Delivery routes'
const shots: readonly Shot[] = [
  ...(['light', 'dark'] as const).flatMap((scheme): Shot[] => [
    {
      name: `chats-${scheme}`,
      scheme,
      arrange: async (page) => {
        await openChat(page, group)
        await openDetails(page)
      },
    },
    { name: `every-kind-${scheme}`, scheme, height: 2600, arrange: (page) => openChat(page, 'Every kind') },
    {
      name: `outgoing-${scheme}`,
      scheme,
      arrange: async (page) => {
        await openRow(page, 1)
        await showsCounts(page)
      },
    },
    { name: `events-${scheme}`, scheme, arrange: (page) => openRow(page, 2) },
    { name: `requests-${scheme}`, scheme, arrange: (page) => openRow(page, 3) },
    { name: `settings-${scheme}`, scheme, height: 2600, arrange: (page) => tab(page, 4).click() },
    {
      name: `palette-${scheme}`,
      scheme,
      arrange: async (page) => {
        await openChat(page, group)
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill('pallet')
        await page.getByRole('option').first().waitFor()
      },
    },
    { name: `first-run-${scheme}`, scheme, on: 'empty', arrange: (page) => page.getByRole('main').waitFor() },
    {
      name: `add-instance-${scheme}`,
      scheme,
      on: 'empty',
      arrange: async (page) => {
        await page
          .getByRole('button', { name: /Add (an )?instance/ })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ]),
  { name: 'chats-all-light', arrange: (page) => page.getByRole('listitem').first().waitFor() },
  {
    name: 'chats-1100-ru-light',
    width: 1100,
    locale: 'ru-RU',
    arrange: async (page) => {
      await openChat(page, group)
      await openDetails(page)
    },
  },
  { name: 'chats-760-dark', width: 760, height: 700, scheme: 'dark', arrange: (page) => openChat(page, group) },
  { name: 'outgoing-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: (page) => tab(page, 1).click() },
  { name: 'outgoing-760-dark', width: 760, height: 700, scheme: 'dark', arrange: (page) => tab(page, 1).click() },
  {
    name: 'events-760-ru-dark',
    width: 760,
    height: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: (page) => tab(page, 2).click(),
  },
  { name: 'requests-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: (page) => openRow(page, 3) },
  { name: 'settings-760-ru-light', width: 760, height: 900, locale: 'ru-RU', arrange: (page) => tab(page, 4).click() },
  {
    name: 'add-instance-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'empty',
    arrange: async (page) => {
      await page.getByRole('main').getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

async function draw(browser: Browser, urls: Readonly<Record<'world' | 'empty', string>>, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: shot.width ?? 1440, height: shot.height ?? 900 },
    colorScheme: shot.scheme ?? 'light',
    locale: shot.locale ?? 'en-GB',
    timezoneId: 'Europe/Vilnius',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(urls[shot.on ?? 'world'])
  await page.getByRole('main').waitFor()
  if (shot.on !== 'empty') await page.getByRole('listitem').first().waitFor()
  await shot.arrange(page)
  // Pictures, avatars and the first reads have arrived when nothing is busy any more.
  await page.waitForFunction(
    () => [...document.images].every((image) => image.complete) && document.fonts.status === 'loaded',
  )
  await page.mouse.move(0, 0)
  await page.screenshot({ path: path.join(out, `${shot.name}.png`), animations: 'disabled', caret: 'hide' })
  await context.close()
}

mkdirSync(out, { recursive: true })
const dir = mkdtempSync(path.join(os.tmpdir(), 'switchboard-screens-'))
const emulator = createEmulator({ seed: 7, clock: { mode: 'manual', startAt: Date.now() } })
await emulator.start()
const instances = buildPictureWorld(emulator)
const addInstances = path.join(dir, 'instances.json')
writeFileSync(addInstances, JSON.stringify(instances))
const world = await startWebHost({
  dataDir: path.join(dir, 'world'),
  addInstances,
  env: { SWITCHBOARD_PASSPHRASE: 'pictures' },
})
const empty = await startWebHost({ dataDir: path.join(dir, 'empty'), env: { SWITCHBOARD_PASSPHRASE: 'pictures' } })
const browser = await chromium.launch({
  executablePath: process.env['SWITCHBOARD_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
try {
  for (const shot of shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    try {
      await draw(browser, { world: world.url, empty: empty.url }, shot)
      process.stdout.write(`${shot.name}\n`)
    } catch (error) {
      process.exitCode = 1
      process.stderr.write(`${shot.name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`)
    }
  }
} finally {
  await browser.close()
  await endProcess(world.child, 'SIGTERM')
  await endProcess(empty.child, 'SIGTERM')
  await emulator.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}
