import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { endStoreWorkerAt, startInBrowser } from '../support/running-app.ts'
import { expect, passphrase, test } from '../support/test.ts'
import { chatRow, message, openChat } from '../support/window.ts'

test('two programs on one queue both say so, and both have every message in the end @nightly', async ({
  app,
  browser,
  contextOptions,
  orderDesk,
}) => {
  test.slow()
  const first = await app.open({ instances: [orderDesk] })
  // The same instance in another data directory, as on another computer.
  const second = await startInBrowser(
    browser,
    {
      dataDir: path.join(app.dataDir, 'elsewhere'),
      addInstances: path.join(app.dataDir, 'add-instances.json'),
      env: { SWITCHBOARD_PASSPHRASE: passphrase },
    },
    contextOptions,
  )
  const windows = [first, second.page]
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'another program reads the same queue' })
  const rows = async () => (await Promise.all(windows.map((page) => notice(page).count()))).join(' ')
  let count = 0
  await expect
    .poll(() => {
      anna.says(`Message ${++count}.`)
      return rows()
    })
    .toBe('1 1')
  for (const page of windows) {
    await expect(notice(page)).toContainText('messages may be missing until a history is read')
    await openChat(page, 'Anna')
    for (let one = Math.max(1, count - 3); one <= count; one += 1)
      await expect(message(page, `Message ${one}.`)).toHaveCount(1)
  }
  await second.stop()
})

test('an archive whose worker died is said, nothing is deleted meanwhile, and it goes on by itself @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  test.slow()
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('While all was well')
  const sign = path.join(app.dataDir, 'end-store-worker')
  /** What a start of the worker comes before, ms. */
  const page = await app.open({
    instances: [orderDesk],
    env: endStoreWorkerAt(sign),
  })
  await expect(chatRow(page, 'Anna')).toContainText('While all was well')
  await expect.poll(() => orderDesk.notifications.size).toBe(0)

  await writeFile(sign, '')
  const banner = page.getByRole('alert').filter({ hasText: 'The archive cannot be written right now' })
  await expect(banner).toContainText('Nothing is taken from the queues meanwhile')
  const deletes = () => emulator.recorder.list({ operation: 'deleteNotification' }).length
  const before = deletes()
  anna.says('While it was down')
  await openChat(page, 'Anna')
  await expect(message(page, 'While all was well')).toBeVisible()
  await expect(banner).toBeVisible()
  expect([deletes(), orderDesk.notifications.size]).toEqual([before, 1])

  await rm(sign)
  await expect(message(page, 'While it was down')).toHaveCount(1)
  await expect(banner).toBeHidden()
  await expect.poll(() => orderDesk.notifications.size).toBe(0)
})
