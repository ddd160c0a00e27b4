import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { composer, openChat } from '../support/window.ts'
import { Pipe } from './pipe.ts'
import { ScriptedDesk } from './scripted-desk.ts'

export interface WindowFixtures {
  /** What stands behind the window. */
  readonly desk: ScriptedDesk
  /** The connection between the two. */
  readonly pipe: Pipe
  /** Opens the window of the desk. */
  readonly open: () => Promise<Page>
  /** Opens a second window of the desk, which lasts for the test. Its pipe is never slow. */
  readonly openAnother: () => Promise<Page>
}

interface WorkerFixtures {
  /** Where the built window is served. */
  readonly origin: string
  /** The page of all tests of a worker, whose scripts are compiled once. Each test loads it anew. */
  readonly shared: { readonly page: Page; pipe: Pipe | null }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

const viewport = { width: 1440, height: 900 }

/** The paths at which a window connects. */
const rpc = /\/rpc$/

/**
 * The built window in a real browser, with a scripted desk in place of a host: no core, no store, no service. What a
 * press does, and to which chat, shows in the calls that reach the desk.
 */
export const test = base.extend<WindowFixtures, WorkerFixtures>({
  origin: [
    async ({}, use) => {
      const built = path.join(import.meta.dirname, '../../out/renderer')
      const server = createServer(({ url = '/' }, response) => {
        const { pathname } = new URL(url, 'http://window')
        const file = pathname === '/' ? 'index.html' : pathname.slice(1)
        readFile(path.join(built, file)).then(
          (bytes) =>
            response
              .setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
              .setHeader('cache-control', 'max-age=3600')
              .end(bytes),
          () => response.writeHead(404).end(),
        )
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ locale: 'en-GB', viewport, reducedMotion: 'reduce' })
      const page = await context.newPage()
      const shared: WorkerFixtures['shared'] = { page, pipe: null }
      await page.routeWebSocket(rpc, (route) => shared.pipe?.accept(route))
      await use(shared)
      await context.close()
    },
    { scope: 'worker' },
  ],
  desk: async ({}, use) => {
    const desk = new ScriptedDesk()
    await use(desk)
    expect([...desk.unknownCalls], 'calls that the scripted desk does not know').toEqual([])
  },
  pipe: async ({ desk, shared }, use) => {
    const pipe = new Pipe(desk)
    shared.pipe = pipe
    await use(pipe)
    shared.pipe = null
    await shared.page.goto('about:blank')
    pipe.cut()
  },
  open: async ({ shared, pipe, origin }, use) => {
    await use(async () => {
      void pipe
      // A test before may have changed them.
      await shared.page.setViewportSize(viewport)
      await shared.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await shared.page.goto(origin)
      return shared.page
    })
  },
  openAnother: async ({ shared, desk, origin }, use) => {
    const pages: Page[] = []
    await use(async () => {
      const page = await shared.page.context().newPage()
      pages.push(page)
      const pipe = new Pipe(desk)
      await page.routeWebSocket(rpc, (route) => pipe.accept(route))
      await page.goto(origin)
      return page
    })
    for (const page of pages) await page.close()
  },
})

/** Sends a text to Anna whose answer is kept back; the returned function lets it go. */
export async function sendHeld(page: Page, pipe: Pipe, text: string): Promise<() => void> {
  await openChat(page, 'Anna')
  await expect(composer(page)).toBeFocused()
  const letGo = pipe.hold('messages.send')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  return letGo
}

/**
 * Keeps a script of the window back; the returned function lets it come once the window has asked for it. However slow
 * the machine is, the keyboard is held for it until the test ends that by `endHold()` in the page.
 */
export async function holdScript(page: Page, name: string): Promise<() => Promise<void>> {
  const script = new RegExp(`/${name}-[^/]*\\.js$`)
  await page.evaluate((longestHoldMs) => {
    const { setTimeout } = globalThis
    const ends: (() => void)[] = []
    const late = (run: () => void, ms: number) => (ms === longestHoldMs ? -ends.push(run) : setTimeout(run, ms))
    Object.assign(globalThis, { setTimeout: late, endHold: () => ends.splice(0).forEach((run) => run()) })
  }, 5000)
  const asked = page.waitForRequest(script)
  let bring = (): void => undefined
  const brought = new Promise<void>((resolve) => {
    bring = resolve
  })
  await page.route(
    script,
    async (route) => {
      await brought
      await route.continue()
    },
    { times: 1 },
  )
  return async () => {
    await asked
    bring()
  }
}

export { expect }
