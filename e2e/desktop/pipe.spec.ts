import { expect, test, type Page } from '@playwright/test'
import path from 'node:path'
import type { SwitchboardBridge } from '../../src/rpc/bridge.ts'
import { conformanceCases } from '../../src/rpc/testing/conformance.ts'
import type { ClientLink, ClientLinkListener } from '../../src/rpc/link.ts'
import { launch } from '../stand-in/driver.mjs'

declare global {
  interface Window {
    readonly switchboard?: SwitchboardBridge
    readonly receivedByTest?: (text: string) => Promise<void>
  }
}

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

test("the pipe over Electron's IPC: every case of rpc's conformance", async () => {
  const app = await launch({ mainEntry: path.resolve(import.meta.dirname, 'pipe-main.ts') })
  // One program for all cases: each client is a new page to the host, as after a reload.
  const pipe = await connect(await app.firstPage())
  for (const { name, run } of conformanceCases) {
    await test.step(name, async () => {
      await run(pipe)
      expect(app.journal('page-exception')).toEqual([])
    })
  }
  await app.kill()
})
