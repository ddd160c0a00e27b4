import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { damageIndex, repairCopyOf } from '../support/damage-store.ts'
import { expect, test } from '../support/test.ts'
import { chatRow, message, openChat } from '../support/window.ts'

test('a damaged archive that can’t be repaired yet is said, stays readable and takes nothing from the queue @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Before the damage')
  let page = await app.open({ instances: [orderDesk] })
  await expect(chatRow(page, 'Anna')).toContainText('Before the damage')
  await expect.poll(() => orderDesk.notifications.size).toBe(0)
  await app.stop()

  const store = path.join(app.dataDir, 'data', 'switchboard.db')
  damageIndex(store, 'inbox_body')
  page = await app.open()
  await expect(chatRow(page, 'Anna')).toContainText('Before the damage')
  await mkdir(repairCopyOf(store))
  const deletes = () => emulator.recorder.list({ operation: 'deleteNotification' }).length
  const before = deletes()
  anna.says('After the damage')

  const banner = page.getByRole('alert').filter({ hasText: 'The archive is damaged and could not be repaired yet' })
  await expect(banner).toContainText('Nothing is taken from the queues')
  await openChat(page, 'Anna')
  await expect(message(page, 'Before the damage')).toBeVisible()
  await banner.getByRole('button', { name: 'Show storage' }).click()
  await expect(page.getByRole('region', { name: 'Storage' })).toBeVisible()
  await expect(banner).toBeVisible()
  expect([deletes(), orderDesk.notifications.size]).toEqual([before, 1])

  await app.stop()
  await rm(repairCopyOf(store), { recursive: true })
  page = await app.open()
  const recovered = page.getByRole('status').filter({ hasText: 'Data was recovered after an unexpected stop' })
  await expect(recovered).toContainText('1 message was checked')
  await expect(chatRow(page, 'Anna')).toContainText('After the damage')
  await openChat(page, 'Anna')
  await expect(message(page, 'Before the damage')).toHaveCount(1)
  await expect(message(page, 'After the damage')).toHaveCount(1)
  await recovered.getByRole('button', { name: 'Show details' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('switchboard.db.damaged-')
  await page.keyboard.press('Escape')
  await recovered.getByRole('button', { name: 'Dismiss' }).click()
  await expect(recovered).toBeHidden()
})
