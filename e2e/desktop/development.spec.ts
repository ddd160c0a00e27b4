import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { resolveConfig } from 'electron-vite'
import { createServer, type ViteDevServer } from 'vite'
import { contentSecurityPolicy } from '../../src/core/hosting/security-headers.ts'
import { projectRoot } from '../support/running-app.ts'
import { message, openChat } from '../support/window.ts'
import { expect, test as base } from './shell-test.ts'

/** Vite names its port to the page before it listens, so 0 would not do. */
async function freePort(): Promise<number> {
  const server = createHttpServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Vite as `npm run dev` starts it, on a port of its own. */
const test = base.extend<{ readonly vite: ViteDevServer & { readonly address: string } }>({
  vite: async ({ shell }, use) => {
    const { config } = await resolveConfig({ root: projectRoot, logLevel: 'error' }, 'serve', 'development')
    const server = await createServer({
      ...config?.renderer,
      server: { ...config?.renderer?.server, host: 'localhost', port: await freePort() },
      // Apart from that of a developer whose program runs meanwhile.
      cacheDir: path.join(shell.dataDir, 'vite'),
    })
    await server.listen()
    await use(Object.assign(server, { address: `http://localhost:${server.config.server.port}` }))
    await server.close()
  },
})

test('in development the page comes from Vite by its own address: pictures are shown, files are sent, changes arrive @nightly', async ({
  shell,
  vite,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Anna' }).sendsImage({ caption: 'Bay 3' })
  const { app, page } = await shell.open({ instances: [orderDesk], env: { ELECTRON_RENDERER_URL: vite.address } })
  await openChat(page, 'Anna')
  const picture = message(page, 'Bay 3').getByRole('img').first()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)

  await page.locator('input[data-attach]').setInputFiles({
    name: 'Exchange.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 a few bytes'),
  })
  const sendButton = page.getByRole('button', { name: /^Send/ }).first()
  await expect(sendButton).toBeEnabled()
  await sendButton.click()
  await expect.poll(() => orderDesk.sends.map(({ content }) => content.kind)).toContain('file')

  expect((await app.windows())[0]?.url).toMatch(/^app:\/\/bundle\//)
  const policy = await page.evaluate(async () => (await fetch('index.html')).headers.get('content-security-policy'))
  expect(policy).toContain(contentSecurityPolicy.split('; ')[0])
  await app.waitFor({ type: 'console', text: /\[vite\] connected/ })
})
