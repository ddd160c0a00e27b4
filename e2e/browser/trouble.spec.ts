import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endStoreWorkerAt } from '../support/running-app.ts'
import { expect, test } from '../support/test.ts'
import { chatRow, message, openChat } from '../support/window.ts'

test('an archive whose worker died is said, nothing is deleted meanwhile, and it goes on by itself', async ({
  app,
  emulator,
  orderDesk,
}) => {
  test.slow()
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('While all was well')
  const sign = path.join(app.dataDir, 'end-store-worker')
  /** What a start of the worker comes before, ms. */
  const afterStart = { timeout: 60_000 }
  const page = await app.open({
    instances: [orderDesk],
    env: endStoreWorkerAt(sign),
  })
  await expect(chatRow(page, 'Anna')).toContainText('While all was well', afterStart)
  await expect.poll(() => orderDesk.notifications.size).toBe(0)

  await writeFile(sign, '')
  const banner = page.getByRole('alert').filter({ hasText: 'The archive cannot be written right now' })
  await expect(banner).toContainText('Nothing is taken from the queues meanwhile', afterStart)
  const deletes = () => emulator.recorder.list({ operation: 'deleteNotification' }).length
  const before = deletes()
  anna.says('While it was down')
  await openChat(page, 'Anna')
  await expect(message(page, 'While all was well')).toBeVisible()
  await expect(banner).toBeVisible()
  expect([deletes(), orderDesk.notifications.size]).toEqual([before, 1])

  await rm(sign)
  await expect(message(page, 'While it was down')).toHaveCount(1, afterStart)
  await expect(banner).toBeHidden(afterStart)
  await expect.poll(() => orderDesk.notifications.size).toBe(0)
})
