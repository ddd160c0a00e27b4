import { expect, test } from '../support/test.ts'
import {
  chatList,
  chatRow,
  clickAt,
  composer,
  conversation,
  message,
  openChat,
  rail,
  views,
} from '../support/window.ts'

test('messages and files are scheduled, listed, changed, survive a restart and go when told; a used-up quota is said in the words of the service, over the restart, until what it refused is answered', async ({
  app,
  orderDesk,
}) => {
  const lena = orderDesk.person('79990001122', { name: 'Lena' })
  lena.says('Hello?')
  const boris = orderDesk.person('79990003344', { name: 'Boris' })
  boris.says('Good day')
  for (const hour of [9, 10, 11]) orderDesk.phone.says(`It is ${hour} o’clock`, { to: boris })
  let page = await app.open({ instances: [orderDesk] })
  const dialog = page.getByRole('dialog', { name: 'Send later' })

  await test.step('files are sent later with their text, and what is scheduled in any chat has a list of its own', async () => {
    const schedule = async (day: string): Promise<void> => {
      await dialog.getByLabel('Day').fill(day)
      await dialog.getByLabel('Time').fill('09:00')
      await dialog.getByRole('button', { name: 'Schedule' }).click()
      await expect(dialog).toBeHidden()
    }
    const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

    await openChat(page, 'Lena')
    await page
      .locator('input[data-attach]')
      .setInputFiles([{ name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 offer') }])
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    await composer(page).fill('The offer')
    await page.keyboard.press('Control+Shift+Enter')
    await schedule(inDays(3))
    await expect(message(page, 'offer.pdf')).toContainText('Scheduled:')
    await expect(message(page, 'The offer')).toContainText('Scheduled:')
    await expect(composer(page)).toHaveValue('')
    await openChat(page, 'Boris')
    await composer(page).fill('See you')
    await page.keyboard.press('Control+Shift+Enter')
    await schedule(inDays(2))

    await chatList(page).getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('menuitem', { name: 'Scheduled 2' }).click()
    const rows = chatList(page).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Boris')
    await expect(rows.first()).toContainText(/Goes .+ See you/)
    await expect(rows.last()).toContainText('Lena')
    await message(page, 'See you').getByRole('button', { name: 'Cancel' }).click()
    await expect(rows).toHaveCount(1)
    await chatRow(page, 'Lena').click()
    await chatList(page).getByRole('radio', { name: 'All' }).click()
    expect(orderDesk.sends).toHaveLength(0)
  })
  const scheduled = message(page, 'Good morning, Lena.')

  await test.step('a time that is over is refused at its place, and nothing is lost', async () => {
    await composer(page).fill('Good morning, Lena.')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(dialog.getByLabel('Time')).toBeFocused()
    await expect(dialog.getByRole('button', { name: /^Tomorrow/, pressed: true })).toBeVisible()
    await dialog.getByLabel('Day').fill('2020-01-01')
    await expect(dialog.getByRole('alert')).toHaveText('This time has passed. Choose a later one.')
    await expect(dialog.getByRole('button', { name: 'Schedule' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: /^Tomorrow/ }).click()
    await expect(dialog.getByRole('status')).toContainText('Will be sent tomorrow')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(dialog).toBeHidden()
    await expect(composer(page)).toHaveValue('')
    await expect(scheduled).toContainText('Scheduled: tomorrow, 09:00')
    // The customer has no answer yet.
    await expect(conversation(page).getByRole('button', { name: 'Close without a reply' })).toBeVisible()
    await expect(chatRow(page, 'Lena')).toContainText('Hello?')
  })

  await test.step('what comes while it waits is read as it is seen', async () => {
    lena.says('Are you there?', { at: Date.now() + 2000 })
    await expect(message(page, 'Are you there?')).toBeVisible()
    await expect(chatRow(page, 'Lena')).toContainText('Are you there?')
    await expect(chatRow(page, 'Lena').getByRole('img', { name: /unread/ })).toHaveCount(0)
    await expect(conversation(page).getByRole('status').filter({ hasText: 'Are you there?' })).toBeAttached()
  })

  await test.step('its time is changed, and Outgoing finds it', async () => {
    await scheduled.getByRole('button', { name: 'Change time' }).click()
    await dialog.getByLabel('Time').fill('10:30')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(scheduled).toContainText('Scheduled: tomorrow, 10:30')
    await views(page).getByRole('link', { name: 'Outgoing' }).click()
    await page
      .getByRole('group', { name: 'Count by status' })
      .getByRole('button', { name: /Scheduled/ })
      .click()
    const table = page.getByRole('table', { name: 'Outgoing messages' })
    await expect(table.getByRole('row').filter({ hasText: 'Good morning, Lena.' })).toContainText('Scheduled')
  })

  const banner = () => page.getByRole('alert').filter({ hasText: 'Order desk: the plan’s quota is used up' })
  await test.step('a used-up quota is said in the words of the service, and messages still arrive', async () => {
    await expect(banner()).toBeHidden()
    orderDesk.notify('quotaExceeded', {
      quotaData: { method: 'sendMessage', used: 3, total: 3, description: 'Only 3 chats are allowed' },
    })
    await expect(banner()).toContainText('New messages still arrive.')
    await expect(banner()).toContainText('The service counted 3 of 3 (sendMessage).')
    await expect(banner()).toContainText('sendMessage 3/3: Only 3 chats are allowed')
    await expect(banner().getByRole('button', { name: 'Show requests' })).toBeVisible()
    await expect(rail(page).getByRole('link', { name: /^Order desk.*quota used up/ })).toBeVisible()
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    boris.says('Are you open?')
    await expect(chatRow(page, 'Boris')).toContainText('Are you open?')
  })

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

  await test.step('what was scheduled is there after the restart, and goes when the person says so; the quota lets it through', async () => {
    await openChat(page, 'Lena')
    const there = message(page, 'Good morning, Lena.')
    await expect(there).toContainText('Scheduled: tomorrow, 10:30')
    expect(orderDesk.sends).toHaveLength(0)
    await there.getByRole('button', { name: 'Send now' }).click()
    await expect.poll(() => orderDesk.sends.length).toBe(1)
    await expect(there).not.toContainText('Scheduled')
    await expect(banner()).toBeHidden()
    await expect(rail(page).getByRole('link', { name: /^Order desk.*live/ })).toBeVisible()
  })
})
