import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSecurityPolicy } from '../../src/core/hosting/security-headers.ts'
import type { RunningShell } from '../support/running-app.ts'
import { expect, orderDeskInit, startShell, test as base } from '../support/test.ts'
import { chatRow, message, views } from '../support/window.ts'

// What the rehearsal shows on the stand-in, on the real thing, wherever its runtime is. At night the stand-in runs
// these too, so that whoever has the runtime first meets no spec that is wrong itself.

/** The page's address as the main process knows it: on the stand-in the page itself has another. */
const addressOf = ({ evaluate }: RunningShell): Promise<string | undefined> =>
  evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())

const test = base.extend<{ readonly opened: RunningShell }>({
  opened: async ({ app, orderDesk }, use) => {
    orderDesk.person('79990001122', { name: 'Anna' }).says('Hello from the service')
    await app.open({ instances: [orderDesk] })
    await use(app.running as RunningShell)
  },
})

test('the page is served by its own scheme under the whole policy', async ({ opened }) => {
  const { page } = opened
  expect(await addressOf(opened)).toMatch(/^app:\/\/bundle\/index\.html/)
  await expect(chatRow(page, 'Anna')).toContainText('Hello from the service')
  expect(await page.evaluate(async () => (await fetch('index.html')).headers.get('content-security-policy'))).toBe(
    contentSecurityPolicy,
  )
})

test('the page is sandboxed and isolated, and opens nothing', async ({ opened }) => {
  const { page, evaluate } = opened
  const preferences = await evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>
    }
    const { sandbox, contextIsolation, nodeIntegration } = contents.getLastWebPreferences()
    return { sandbox, contextIsolation, nodeIntegration }
  })
  expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false })
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    await views(page)
      .getByRole('link', { name: /Settings/ })
      .click()
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
    await expect(page.getByText(/runs without its sandbox/)).toHaveCount(0)
  }
  expect(await page.evaluate(() => window.open('https://evil.example/') === null)).toBe(true)
  await page.evaluate(() => {
    location.href = 'https://evil.example/'
  })
  expect(await addressOf(opened)).toMatch(/^app:\/\/bundle\//)
  expect(await evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
})

test('the token is stored, and encrypted', async ({ app, opened: { page } }) => {
  await expect(chatRow(page, 'Anna')).toBeVisible()
  const file = path.join(app.dataDir, 'data/desktop-vault.json')
  const stored = await readFile(file, 'utf8')
  expect(stored).not.toContain(orderDeskInit.token)
  expect(Object.keys((JSON.parse(stored) as { entries: object }).entries)).toHaveLength(1)
})

test('a second start hands its link to the first', async ({ app, host, opened: { page }, orderDesk }) => {
  await expect(chatRow(page, 'Anna')).toBeVisible()
  const link = `switchboard://chat/${orderDesk.idInstance}/${orderDesk.person('79990001122').chatId}`
  const options = { dataDir: path.join(app.dataDir, 'data') }
  // It ends before it opens a window, so there is none to wait for.
  await startShell(host === 'electron' ? 'electron' : 'desktop')(options, 'en-GB', [link]).catch(() => undefined)
  await expect(message(page, 'Hello from the service')).toBeVisible()
})

test('a crashed page comes back', async ({ opened: { page, evaluate } }) => {
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await evaluate(({ BrowserWindow, dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  })
  const text = () =>
    evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript('document.body?.innerText ?? ""')
        // Until the page is back.
        .catch(() => ''),
    )
  await expect.poll(text).toContain('Anna')
})

test('no dictionary is loaded before a language is chosen', async ({ opened: { evaluate } }) => {
  expect(
    await evaluate(({ session }) => ({
      enabled: session.defaultSession.isSpellCheckerEnabled(),
      languages: process.platform === 'darwin' ? [] : session.defaultSession.getSpellCheckerLanguages(),
    })),
  ).toMatchObject({ languages: [] })
})
