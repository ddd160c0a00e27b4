import { expect, test } from '../support/test.ts'
import { chatList, chatRow, clickAt, composer, conversation, message, openChat, views } from '../support/window.ts'

test('messages and files are scheduled, listed, changed, survive a restart and go when told; what was sent is taken back within five seconds', async ({
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

  await test.step('what was sent is taken back within five seconds, by mouse, by key and from another chat', async () => {
    const before = orderDesk.sends.length
    const arrived = () => orderDesk.sends.slice(before).map(({ content }) => ('text' in content ? content.text : ''))
    const toast = page.getByRole('region', { name: 'Program messages' })
    await views(page).getByRole('link', { name: 'Settings' }).click()
    const setting = page.getByRole('switch', { name: 'Undo send' })
    await expect(setting).not.toBeChecked()
    await setting.click()
    await expect(setting).toBeChecked()
    await views(page).getByRole('link', { name: 'Chats' }).click()
    await openChat(page, 'Lena')

    await test.step('below the bubble, by mouse', async () => {
      await composer(page).fill('To the wrong person')
      await page.keyboard.press('Enter')
      const bubble = message(page, 'To the wrong person')
      await expect(bubble).toContainText('Goes out in a few seconds')
      await expect(composer(page)).toHaveValue('')
      await clickAt(page, bubble.getByRole('button', { name: 'Undo' }))
      await expect(composer(page)).toHaveValue('To the wrong person')
      await expect(bubble).toHaveCount(0)
    })

    await test.step('by key, in the empty field', async () => {
      await page.keyboard.press('Enter')
      await expect(composer(page)).toHaveValue('')
      await page.keyboard.press('Control+z')
      await expect(composer(page)).toHaveValue('To the wrong person')
      await expect(composer(page)).toBeFocused()
      await expect(toast.getByText('Message goes out')).toHaveCount(0)
    })

    await test.step('from another chat, which it leads back from', async () => {
      await page.keyboard.press('Enter')
      await expect(composer(page)).toHaveValue('')
      await chatRow(page, 'Boris').click()
      await expect(page.getByRole('heading', { name: 'Boris', exact: true })).toBeVisible()
      await expect(toast).toContainText('Message goes out in 5 seconds')
      await clickAt(page, toast.getByRole('button', { name: 'Undo' }))
      await expect(page.getByRole('heading', { name: 'Lena', exact: true })).toBeVisible()
      await expect(composer(page)).toHaveValue('To the wrong person')
    })

    await test.step('left alone, it goes once', async () => {
      await composer(page).fill('To Lena')
      await page.keyboard.press('Enter')
      await expect.poll(arrived).toEqual(['To Lena'])
      await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0)
      await expect(message(page, 'To Lena').getByRole('button', { name: 'Undo' })).toHaveCount(0)
    })
  })
})
