import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import path from 'node:path'
import type { SwitchboardBridge } from '../../src/rpc/bridge.ts'
import { conformanceCases } from '../../src/rpc/testing/conformance.ts'
import type { ClientLink, ClientLinkListener } from '../../src/rpc/link.ts'
import type { StandIn } from '../stand-in/driver.mjs'
import { launch } from '../stand-in/driver.mjs'

declare global {
  interface Window {
    readonly switchboard?: SwitchboardBridge
    readonly receivedByTest?: (text: string) => Promise<void>
  }
}

// One program for all cases: each client is a new page to the host, as after a reload.
test.describe.configure({ mode: 'default' })
let app: StandIn
let pipe: ReturnType<typeof connect>
test.beforeAll(async () => {
  app = await launch({ mainEntry: path.resolve(import.meta.dirname, 'pipe-main.ts') })
  pipe = connect(await app.firstPage())
})
test.afterAll(() => app.kill())

/** The page's end of the pipe, driven from here: the bridge, the IPC and the host are the product's own. */
async function connect(page: Page): Promise<{ link: ClientLink; reconnect(): Promise<void> }> {
  let listener: ClientLinkListener | undefined
  let sending: Promise<unknown> = Promise.resolve()
  await page.exposeFunction('receivedByTest', (text: string) => listener?.received(text))
  const attach = (): Promise<void> =>
    page.evaluate(() => window.switchboard?.onMessage((text) => void window.receivedByTest?.(text)))
  await attach()
  return {
    link: {
      send(text) {
        sending = sending.then(() => page.evaluate((sent) => window.switchboard?.send(sent), text))
      },
      listen(next) {
        listener = next
        queueMicrotask(() => next.opened())
        return () => {
          listener = undefined
        }
      },
    },
    async reconnect() {
      await sending
      await page.reload()
      listener?.closed()
      await attach()
      listener?.opened()
    },
  }
}

for (const { name, run } of conformanceCases) {
  test(`the pipe over Electron's IPC: ${name}`, async () => {
    await run(await pipe)
    expect(app.journal('page-exception')).toEqual([])
  })
}

test('a message from another page, from a frame, or of another type is refused, and nothing breaks', async () => {
  const page = await app.firstPage()
  const channel = 'switchboard:pipe'
  const hello = ['{"kind":"hello"}']
  await app.forgeIpc({ kind: 'send', channel, args: hello, url: 'https://evil.example/' })
  await app.forgeIpc({ kind: 'send', channel, args: hello, url: 'app://bundle.evil.example/index.html' })
  await app.forgeIpc({ kind: 'send', channel, args: hello, url: 'app://bundle/index.html', isMainFrame: false })
  await app.forgeIpc({
    kind: 'send',
    channel,
    args: [{ kind: 'hello' }],
    url: 'app://bundle/index.html',
    isMainFrame: true,
  })
  expect(await app.evaluate(() => (globalThis as unknown as { refused: string[] }).refused)).toEqual([
    'sender',
    'sender',
    'sender',
    'type',
  ])
  await expect(page).toHaveTitle('Pipe')
})
