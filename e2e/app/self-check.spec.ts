import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { rail, views } from '../support/window.ts'

async function selfCheck(page: Page, name: string): Promise<Locator> {
  await rail(page)
    .getByRole('link', { name: new RegExp(name) })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Self-check' }).click()
  return page.getByRole('dialog', { name: `Self-check of ${name}` })
}

test('the self-check tells each step as it ends; neither it, the support bundle nor a log holds the token', async ({
  app,
  emulator,
  orderDesk,
}) => {
  orderDesk.set({ stateWebhook: 'no', delaySendMessagesMilliseconds: 3000 })
  const page = await app.open({ instances: [orderDesk], env: { SWITCHBOARD_LOG_LEVEL: 'debug' } })
  await emulator.untilWaiting(orderDesk.idInstance)
  const slow = emulator.fault({ kind: 'delay', ms: 45_000 }, { operation: 'lastOutgoingMessages' })
  const dialog = await selfCheck(page, 'Order desk')
  const steps = dialog.getByRole('list', { name: 'Connection check' })
  const step = (text: string) => steps.getByRole('listitem').filter({ hasText: text })
  const passed = (text: string) => step(text).getByRole('img', { name: 'Passed' })
  // The service takes its time over the last step: what came before is told already.
  await expect(passed('The API answers')).toBeVisible()
  await expect(passed('ID and token accepted')).toBeVisible()
  await expect(passed('Authorization')).toBeVisible()
  await expect(passed('Settings of the instance')).toBeVisible()
  await expect(steps).toHaveAttribute('aria-busy', 'true')
  await expect(passed('Recent outgoing messages')).toHaveCount(0)
  emulator.faults.remove(slow)
  emulator.clock.advance(45_000)
  await expect(dialog).toContainText('9 of 9 checks passed')
  await expect(steps).toHaveAttribute('aria-busy', 'false')
  await expect(step('Settings of the instance')).toContainText('No webhook URL is set.')
  await expect(step('Settings of the instance')).toContainText('Off: account state (stateWebhook).')
  await expect(step('Settings of the instance')).toContainText('3 s between two sends')
  await expect(step('Notification queue')).toContainText('Switchboard reads this queue all the time.')
  await expect(step('Limits')).toContainText('No rate limits in effect.')
  await expect(step('Clock')).toContainText('apart')

  orderDesk.set({ webhookUrl: 'https://hooks.example/in' })
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(step('Settings of the instance').getByRole('img', { name: 'Worth knowing' })).toBeVisible()
  await expect(dialog).toContainText(/7 of 9|8 of 9/)
  const text = await app.copying(() => dialog.getByRole('button', { name: 'Copy' }).click())
  expect(text).toContain('[Passed] ID and token accepted')
  expect(text).toContain('[Worth knowing] Settings of the instance')
  expect(text).not.toContain(orderDesk.token)

  await test.step('the support bundle is saved as it was read, and neither it nor a log holds the token', async () => {
    // The field's errors repeat the path, and with it the token (service 10.7).
    const body = JSON.stringify({
      statusCode: 400,
      path: `/v3/waInstance1/getSettings/${orderDesk.token}`,
      message: 'no',
    })
    emulator.fault({ kind: 'refuse', status: 400, body }, { operation: 'getSettings' })
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await expect(step('Settings of the instance')).toContainText(/no$/)
    await page.keyboard.press('Escape')
    await views(page).getByRole('link', { name: 'Settings' }).click()
    await page.locator('.opt').filter({ hasText: 'Diagnostics bundle' }).getByRole('button', { name: 'Show' }).click()
    const bundle = page.getByRole('dialog', { name: 'Diagnostics bundle' })
    await expect(bundle.locator('pre')).toContainText('getSettings 400')
    const shown = await bundle.locator('pre').textContent()
    const saved = await app.saving(() => bundle.getByRole('button', { name: 'Save' }).click())
    expect(saved.text).toBe(shown)
    for (const section of ['Program', 'Settings', 'Instances', 'Requests, newest first', 'Log'])
      expect(shown).toContain(section)
    expect(shown).not.toContain(orderDesk.token)

    await app.stop()
    // Whatever the program wrote: logs, the archive, the request log, exports.
    const files = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      files
        .filter((file) => file.isFile() && file.name !== 'add-instances.json')
        .map(async (file) => [file.name, await readFile(path.join(file.parentPath, file.name), 'latin1')] as const),
    )
    expect(texts.map(([name]) => name)).toEqual(expect.arrayContaining(['switchboard.log', 'requests.db']))
    // Each request is in the log, since SWITCHBOARD_LOG_LEVEL asked for all that there is to tell.
    expect(new Map(texts).get('switchboard.log')).toMatch(/"level":20.*"operation":"getSettings".*"status":400/)
    expect(texts.filter(([, text]) => text.includes(orderDesk.token)).map(([name]) => name)).toEqual([])
  })
})

test('a refused token is said at its step, and what rests on it is not tried @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  emulator.fault({ kind: 'refuse', status: 401 }, { operation: 'getStateInstance' })
  const dialog = await selfCheck(page, 'Order desk')
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'ID or token refused' }).getByRole('img', { name: 'Failed' }),
  ).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Not checked' })).not.toHaveCount(0)
})
