import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Locator, Page } from '@playwright/test'
import { endProcess, startWebHost } from '../e2e/support/running-app.ts'
import { openTestStore } from '../src/core/testing/open-test-store.ts'
import { storeFileName } from '../src/core/store/client/open-store.ts'
import { annotateArchive, labelName } from './lib/annotate-archive.ts'
import { archivesDir } from './lib/archives-dir.ts'
import { launchChromium } from '../e2e/support/quiet-chromium.ts'
import { benchWindow } from './lib/window.ts'
import { createSteps, figure, median, percentile, printTable, startTable, type Table } from './lib/figures.ts'
import { fillArchive } from './lib/fill-archive.ts'
import { machineLoad } from './lib/machine-load.ts'
import { nothingPage, painted, paintedAt, type Sight } from './lib/painted.ts'
import { createWorkMeter, type WorkMeter } from './lib/work-meter.ts'
import { fling, scrollCells, scrollHead } from './lib/scrolling.ts'

/**
 * What a person who reads waits for, in Chromium on the browser host, with 1,000,000 messages in 10,000 chats, the
 * largest of 100,000, a tenth waiting for an answer and a third with labels: from the click or key itself to the frame
 * that shows what was asked for. "First" is seen for the first time since the page was loaded, "again" comes from the
 * page's memory. "Work" is what the page's main thread and core (without Chromium's other processes) did for it: near
 * the time itself on a machine that has nothing else to do.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    chats: { type: 'string', default: '10000' },
    times: { type: 'string', default: '40' },
    starts: { type: 'string', default: '9' },
    folder: { type: 'string', default: path.join(archivesDir, 'archive') },
  },
})
const messages = Number(values.messages)
const chats = Number(values.chats)
const times = Number(values.times)
const size = { messages, chats, largest: Math.floor(messages / 10), ownEvery: 10, observationsPerOwn: 10 }
/** With a list to be painted, and hardly anything in it. */
const smallest = { messages: 24, chats: 12, largest: 2, ownEvery: 10, observationsPerOwn: 1 }

const scratch = mkdtempSync(path.join(os.tmpdir(), 'switchboard-bench-'))
const full = path.join(scratch, 'full')
const empty = path.join(scratch, 'empty')
for (const [dir, made] of [
  [full, fillArchive(values.folder, size)],
  [empty, fillArchive(values.folder, smallest)],
] as const) {
  cpSync(made, dir, { recursive: true })
  // Comes up to date, if it was made before.
  await (await openTestStore(dir)).close()
}
annotateArchive(path.join(full, storeFileName))

const head = ['from the click or key to the picture', 'p50 ms', 'p95 ms', 'aim p95', 'n', 'work p50', 'work p95']
/** Begins with the first row, behind the time that the starts take. */
let table: Table | null = null
interface Taken {
  readonly ms: number
  /** Processor time of the page's main thread and of core. */
  readonly workMs: number
}
const add = (what: string, taken: readonly Taken[], aim?: number): void => {
  const part = (share: number, of: (one: Taken) => number) => figure(percentile(taken.map(of), share))
  const [ms, work] = [(one: Taken) => one.ms, (one: Taken) => one.workMs]
  table ??= startTable(head, 50)
  table.add([
    what,
    part(0.5, ms),
    part(0.95, ms),
    String(aim ?? '-'),
    String(taken.length),
    part(0.5, work),
    part(0.95, work),
  ])
}

let meter: WorkMeter | null = null
async function measured(page: Page, sight: Sight, act: () => Promise<unknown>): Promise<Taken> {
  const before = (await meter?.()) ?? 0
  const ms = await painted(page, sight, act)
  return { ms, workMs: ((await meter?.()) ?? Number.NaN) - before }
}

/** Of a chat of the archive as `fillArchive` makes it. */
function newestOf(chat: number): number {
  if (chat === 1) return size.largest
  for (let key = messages; ; key--) if (2 + (key % (chats - 1)) === chat) return key
}
const chatList = (page: Page) => page.getByRole('region', { name: 'Chats' })
const instanceTile = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Instances' }).getByRole('link', { name })

/** Chats that are not unread (those open where reading goes on): spread over the list, each for the first time. */
async function openChats(page: Page): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (let screen = 0; taken.length < times; screen++) {
    await page.locator('.chat-list').evaluate(
      (list, top) => {
        list.scrollTop = top
      },
      700 + ((screen * 7919) % (chats - 40)) * 64,
    )
    await page.locator('[data-chat]').nth(4).waitFor()
    await settled(page)
    const keys = await page.locator('[data-chat]').evaluateAll((found) => {
      const list = document.querySelector('.chat-list')?.getBoundingClientRect()
      return found
        .filter((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return list !== undefined && top >= list.top && bottom <= list.bottom
        })
        .map((row) => Number(row.getAttribute('data-chat')))
    })
    for (const key of keys.filter((one) => one % 5 !== 0).slice(0, 4)) {
      if (taken.length >= times) break
      taken.push(
        await measured(page, { kind: 'message', key: newestOf(key) }, () =>
          page.locator(`[data-chat="${key}"]`).click(),
        ),
      )
      await settled(page)
    }
  }
  return taken
}

/** Two frames without anything left to do; on a machine that is never idle, after 2 s each. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const idle = { timeout: 2000 }
        requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), idle)), idle)
      }),
  )

async function pressNothing(browser: Browser): Promise<readonly Taken[]> {
  const page = await browser.newPage(benchWindow)
  const taken: Taken[] = []
  for (let round = 0; round < times; round++) {
    await page.setContent(nothingPage)
    taken.push(await measured(page, { kind: 'nothing' }, () => page.getByRole('button').click()))
  }
  await page.close()
  return taken
}

/** From the wish to load the page anew to the painted list, with the host running. */
async function reload(page: Page): Promise<void> {
  const taken: Taken[] = []
  await page.goto('about:blank')
  await page.goto(address('#/chats/all'))
  for (let round = 0; round < times; round++) {
    await page.locator('[data-chat="1"]').waitFor()
    await settled(page)
    const before = (await meter?.()) ?? 0
    const began = performance.timeOrigin + performance.now()
    await page.reload({ waitUntil: 'commit' })
    const at = await paintedAt(page, { kind: 'chats', instance: null })
    taken.push({ ms: at - began, workMs: ((await meter?.()) ?? Number.NaN) - before })
  }
  add('a reload to the list', taken, 300)
}

/** After each reload some chat, the first that this page shows, and then the largest. */
async function openLargest(page: Page): Promise<void> {
  const first: Taken[] = []
  const largest: Taken[] = []
  for (let round = 0; round < Math.ceil(times / 3); round++) {
    await page.goto('about:blank')
    await page.goto(address('#/chats/all'))
    await page.locator('[data-chat="1"]').waitFor()
    await settled(page)
    const keys = await page
      .locator('[data-chat]')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-chat'))))
    const other = keys.find((key) => key !== 1 && key % 5 !== 0) ?? 1
    for (const [taken, chat] of [
      [first, other],
      [largest, 1],
    ] as const) {
      await settled(page)
      taken.push(
        await measured(page, { kind: 'message', key: newestOf(chat) }, () =>
          page.locator(`[data-chat="${chat}"]`).click(),
        ),
      )
    }
  }
  add('the first chat after a reload', first)
  add(`a chat of ${size.largest} to its last message`, largest, 100)
}

async function switchInstances(page: Page): Promise<void> {
  const first: Taken[] = []
  const again: Taken[] = []
  for (let round = 0; round < Math.ceil(times / 4); round++) {
    await page.goto('about:blank')
    await page.goto(address('#/chats/all'))
    await page.locator('[data-chat="1"]').waitFor()
    await settled(page)
    for (const [taken, index] of [
      [first, 0],
      [first, 1],
      [again, 0],
      [again, 1],
    ] as const) {
      const tile = instanceTile(page, new RegExp(`Shop ${index}`))
      taken.push(await measured(page, { kind: 'chats', instance: index + 1 }, () => tile.click()))
      await settled(page)
    }
  }
  add('instance switch, first', first, 100)
  add('instance switch, again', again, 100)
}

/** Typed letter by letter, each letter measured; a letter is not typed before the one before it was answered. */
async function search(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address('#/chats/all'))
  await page.locator('[data-chat="1"]').waitFor()
  const field = chatList(page).getByRole('searchbox')
  const [joined, alone] = [await searchIn(page, field, 'Everything'), await searchIn(page, field, 'Messages')]
  add('search of everything, each letter to its hits', joined.found, 80)
  add('search of messages, each letter to its hits', alone.found, 80)
  add('search of messages, each letter to "nothing found"', alone.none, 80)
}

interface Searched {
  readonly found: readonly Taken[]
  readonly none: readonly Taken[]
}

async function searchIn(page: Page, field: Locator, place: 'Everything' | 'Messages'): Promise<Searched> {
  // Nothing is called so, in any place.
  await field.fill('qqq')
  await chatList(page).getByRole('radio', { name: place }).click()
  const found: Taken[] = []
  const none: Taken[] = []
  for (const typed of [
    'delivery',
    'доставка',
    'order12',
    'order del',
    'invoice',
    'привет',
    'deliz',
    'road sch',
    'warehouse',
  ]) {
    await field.fill(typed.slice(0, 1))
    await page.locator('.chats .hit').first().waitFor()
    await settled(page)
    for (let length = 2; length <= typed.length; length++) {
      const text = typed.slice(0, length)
      if (text.endsWith(' ')) {
        await page.keyboard.press('Space')
        continue
      }
      const words = text === 'deliz' ? [] : text.split(' ')
      const sight: Sight = { kind: 'hits', text, words }
      await field.focus()
      const key = typed[length - 1] ?? ''
      const taken = await measured(page, sight, () =>
        /[a-z0-9]/.test(key) ? page.keyboard.press(key) : pressLetter(page, key),
      )
      ;(words.length === 0 ? none : found).push(taken)
      await settled(page)
    }
  }
  return { found, none }
}

/** The list of who waits, with how long, out of the list of all; and the list of a label. */
async function filterList(page: Page): Promise<void> {
  const waiting: Taken[] = []
  const labelled: Taken[] = []
  await page.goto('about:blank')
  await page.goto(address('#/chats/all'))
  await page.locator('[data-chat="1"]').waitFor()
  for (let round = 0; round < times; round++) {
    await settled(page)
    const filter = chatList(page).getByRole('radio', { name: /^Waiting/ })
    waiting.push(await measured(page, { kind: 'waiting' }, () => filter.click()))
    await settled(page)
    await chatList(page).getByRole('radio', { name: 'All', exact: true }).click()
    await page.locator('[data-chat="1"]').waitFor()
    await settled(page)
    await chatList(page).getByRole('button', { name: 'Label', exact: true }).click()
    const label = page.getByRole('menuitemcheckbox', { name: labelName(round) })
    await label.waitFor()
    labelled.push(await measured(page, { kind: 'labelled', name: labelName(round) }, () => label.click()))
    await settled(page)
    await chatList(page)
      .getByRole('button', { name: /^Clear/ })
      .click()
    await page.locator('[data-chat="1"]').waitFor()
  }
  add('the list of who waits', waiting, 100)
  add('the list of a label', labelled, 100)
}

/** A key that Chromium's table of keys does not have. */
async function pressLetter(page: Page, letter: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter })
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter })
  await client.detach()
}

/** From the start of the host's process to the painted list, in a browser that runs already. */
async function start(browser: Browser, dataDir: string): Promise<number> {
  const page = await browser.newPage(benchWindow)
  const began = performance.timeOrigin + performance.now()
  const host = await startWebHost({ dataDir })
  await page.goto(host.url, { waitUntil: 'commit' })
  const at = await paintedAt(page, { kind: 'chats', instance: null })
  await page.close()
  await endProcess(host.child, 'SIGTERM')
  return at - began
}

let base = ''
const address = (hash: string): string => new URL(hash, base).href

const browser = await launchChromium()
try {
  process.stdout.write(`${messages} messages in ${chats} chats; ${machineLoad()}\n`)
  const starts: Record<'full' | 'empty', number[]> = { full: [], empty: [] }
  const step = createSteps(2 * (Number(values.starts) + 1))
  // The first of each warms the file system and the code cache.
  for (let round = -1; round < Number(values.starts); round++) {
    for (const [name, dir] of [
      ['empty', empty],
      ['full', full],
    ] as const) {
      step(`start, ${name}`)
      const taken = await start(browser, dir)
      if (round >= 0) starts[name].push(taken)
    }
  }
  const ratio = median(starts.full) / median(starts.empty)

  const host = await startWebHost({ dataDir: full })
  const page = await browser.newPage(benchWindow)
  await page.goto(host.url)
  await page.locator('[data-chat]').first().waitFor()
  // The key of the first address became a cookie of its path.
  base = page.url().split('#')[0] ?? ''
  add('a button of an empty page, for comparison', await pressNothing(browser))
  meter = await createWorkMeter(page, host.child.pid ?? 0)
  add('a chat to its last message', await openChats(page), 100)
  await reload(page)
  await openLargest(page)
  await switchInstances(page)
  await filterList(page)
  await search(page)

  await page.goto('about:blank')
  await page.goto(address('#/outgoing/all?q=minutes%3Dall'))
  await page.locator('.tbl-body [role="row"]').nth(5).waitFor()
  await settled(page)
  const table = await fling(page, { selector: '.tbl-wrap', step: 600, ms: 15_000 })
  printTable([
    ['scrolling', ...scrollHead],
    [`Outgoing, ${Math.floor(messages / size.ownEvery)} rows`, ...scrollCells(table)],
  ])

  process.stdout.write(
    `start to the painted list: ${figure(median(starts.full))} ms, with an archive of ${smallest.messages} messages ${figure(median(starts.empty))} ms: ratio ${figure(ratio)} (aim at most 1.2; medians of ${starts.full.length})\n`,
  )
  process.stdout.write(`${machineLoad()}\n`)
  await endProcess(host.child, 'SIGTERM')
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
}
