import { expect, test } from '../support/test.ts'
import { chatList, chatRow, composer, conversation, message, openChat, views } from '../support/window.ts'

test('messages and files are scheduled, listed, changed, survive a restart and go when told', async ({
  app,
  orderDesk,
}) => {
  const lena = orderDesk.person('79990001122', { name: 'Lena' })
  lena.says('Hello?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
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

  await test.step('it is there after a restart, and goes when the person says so', async () => {
    await app.stop()
    page = await app.open()
    await views(page).getByRole('link', { name: 'Chats' }).click()
    await openChat(page, 'Lena')
    const there = message(page, 'Good morning, Lena.')
    await expect(there).toContainText('Scheduled: tomorrow, 10:30')
    expect(orderDesk.sends).toHaveLength(0)
    await there.getByRole('button', { name: 'Send now' }).click()
    await expect.poll(() => orderDesk.sends.length).toBe(1)
    await expect(there).not.toContainText('Scheduled')
  })
})
