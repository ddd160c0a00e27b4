import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { RunningShell } from '../support/running-app.ts'
import { expect, test } from '../support/test.ts'
import { chatRow, rail } from '../support/window.ts'

// What e2e/desktop/real-shell.spec.ts rehearses, as far as a spec can see it in real Electron.

const shellOf = ({ running }: { readonly running: unknown }): RunningShell => running as RunningShell

test('the window is shown', async ({ app }) => {
  await app.open()
  const visible = () => shellOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(visible).toBe(true)
})

test('the check after an unclean end comes to its end, its process goes, and the program can be quit', async ({
  app,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('Hello')
  const page = await app.open({ instances: [orderDesk] })
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await app.kill()
  const later = await app.open()
  await expect(chatRow(later, 'Anna')).toBeVisible()
  const children = () =>
    shellOf(app).evaluate(
      ({ app: electronApp }) =>
        electronApp.getAppMetrics().filter(({ name }) => name === 'Node Utility Process').length,
    )
  await expect.poll(children).toBe(0)
  await app.stop()
})

test('the demo runs in a process of its own, and goes', async ({ app }) => {
  const page = await app.open()
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(rail(page).getByRole('link', { name: /\(sample\)/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'End the demo' }).click()
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
})

test('our own page may fill the screen, and nothing else is granted', async ({ app }) => {
  const page = await app.open()
  const filled = await page.evaluate(() =>
    document.documentElement.requestFullscreen().then(
      () => 'filled',
      (error: Error) => error.message,
    ),
  )
  expect(filled).toBe('filled')
  await page.evaluate(() => document.exitFullscreen())
})

test("the window's buttons leave the logo free", async ({ app }) => {
  test.skip(process.platform !== 'darwin', 'they stand on the left on macOS alone')
  const page = await app.open()
  expect((await page.locator('.titlebar .mark').boundingBox())?.x).toBeGreaterThanOrEqual(70)
})

test('an error of our own is logged and said before the program ends', async ({ app }) => {
  await app.open()
  const { evaluate, exited } = shellOf(app)
  await evaluate(({ dialog }) => {
    dialog.showErrorBox = () => undefined
    setTimeout(() => {
      throw new Error('a bug of ours')
    }, 100)
  })
  expect(await exited).toBe(1)
  const logs = path.join(app.dataDir, 'data/logs')
  const texts = await Promise.all((await readdir(logs)).map((file) => readFile(path.join(logs, file), 'utf8')))
  expect(texts.join('')).toContain('a bug of ours')
})
