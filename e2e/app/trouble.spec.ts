import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { damageIndex, repairCopyOf } from '../support/damage-store.ts'
import { expect, test } from '../support/test.ts'
import { chatRow, clickAt, message, openChat, rail, send, views } from '../support/window.ts'

// Each starts the product two or three times.
test('a used-up quota is said in the words of the service, over a restart, until what it refused is answered', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Good morning')
  for (const hour of [9, 10, 11]) orderDesk.phone.says(`It is ${hour} o’clock`, { to: anna })
  let page = await app.open({ instances: [orderDesk] })
  await expect(chatRow(page, 'Anna')).toContainText('11 o’clock')
  const banner = () => page.getByRole('alert').filter({ hasText: 'Order desk: the plan’s quota is used up' })
  await expect(banner()).toBeHidden()

  orderDesk.notify('quotaExceeded', {
    quotaData: { method: 'sendMessage', used: 3, total: 3, description: 'Only 3 chats are allowed' },
  })
  await expect(banner()).toContainText('New messages still arrive.')
  await expect(banner()).toContainText('The service counted 3 of 3 (sendMessage).')
  await expect(banner()).toContainText('sendMessage 3/3: Only 3 chats are allowed')
  await expect(banner().getByRole('button', { name: 'Show requests' })).toBeVisible()
  await expect(rail(page).getByRole('link', { name: /^Order desk.*quota used up/ })).toBeVisible()
  anna.says('Are you there?')
  await expect(chatRow(page, 'Anna')).toContainText('Are you there?')

  await app.stop()
  page = await app.open()
  await expect(banner()).toContainText('sendMessage 3/3: Only 3 chats are allowed')
  // In the narrow one the title is read whole, and the text stands below it.
  for (const [what, width, height, tallest] of [
    ['at 200 % zoom', 720, 450, 50],
    ['beside another program', 420, 760, 90],
  ] as const) {
    await test.step(`${what} every view is reached by the mouse, and tables show rows below the banner`, async () => {
      await page.setViewportSize({ width, height })
      const tables = { Outgoing: 'Outgoing messages', Events: 'Notifications', Requests: 'API requests' } as const
      for (const view of ['Chats', 'Outgoing', 'Events', 'Requests', 'Instance', 'Settings'] as const) {
        const link = views(page).getByRole('link', { name: new RegExp(`^${view}`) })
        await expect(link).toBeInViewport({ ratio: 1 })
        await clickAt(page, link)
        await expect(link).toHaveAttribute('aria-current', 'page')
        if (!(view in tables)) continue
        const rows = page.getByRole('table', { name: tables[view as keyof typeof tables] }).getByRole('row')
        for (const row of [1, 2, 3]) await expect(rows.nth(row)).toBeInViewport({ ratio: 1 })
        expect((await banner().boundingBox())?.height).toBeLessThan(tallest)
      }
      await views(page)
        .getByRole('link', { name: /^Outgoing/ })
        .click()
      await clickAt(page, banner().getByRole('button', { name: 'Read more' }))
      await expect(banner().getByText('New messages still arrive.')).toBeInViewport({ ratio: 1 })
      await clickAt(page, banner().getByRole('button', { name: 'Read less' }))
      await views(page)
        .getByRole('link', { name: /^Chats/ })
        .click()
    })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await openChat(page, 'Anna')
  await send(page, 'Here I am')
  await expect(banner()).toBeHidden()
  await expect(rail(page).getByRole('link', { name: /^Order desk.*live/ })).toBeVisible()
})

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
