import { expect, test } from '../support/test.ts'
import { chatList, chatRow, message, openChat } from '../support/window.ts'

// 130 messages come through the queue, one after the other.

test('a search within a chat leads to every hit, however many there are @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  for (let line = 1; line <= 130; line++)
    anna.says(`Line ${line} of the list`, { at: orderDesk.now() - 60_000 * (131 - line) })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  await openChat(page, 'Anna')
  await page.getByRole('button', { name: 'Search in this chat' }).click()
  const field = page.getByRole('searchbox', { name: 'Search messages of this chat' })
  await field.fill('line')
  const place = page.getByRole('search').getByRole('status')
  await expect(place).toHaveText('1 of 100+')
  for (let step = 2; step <= 100; step++) await field.press('Enter')
  await expect(place).toHaveText('100 of 100+')
  await field.press('Enter')
  await expect(place).toHaveText('101 of 130')
  await expect(message(page, 'Line 30 of')).toBeInViewport()
})

test('one search finds chats, then messages, however many there are of each, and the keyboard goes through all of them', async ({
  app,
  emulator,
  orderDesk,
}) => {
  for (let customer = 1; customer <= 40; customer++) {
    orderDesk
      .person(String(79_990_000_000 + customer), { name: `Customer ${customer}` })
      .says(`Order ${customer}`, { at: orderDesk.now() - 60_000 * customer })
  }
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  for (let gate = 1; gate <= 14; gate++)
    anna.says(`The customer at gate ${gate} is waiting`, { at: orderDesk.now() - 1000 * (15 - gate) })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
  await expect(chatRow(page, 'Anna')).toContainText('gate 14')
  await field.fill('customer')
  const chats = chatList(page).getByRole('list', { name: 'Chats' })
  const messages = chatList(page).getByRole('list', { name: 'Messages' })
  await expect(chats.getByRole('listitem')).toHaveCount(6)
  await expect(messages.getByRole('listitem').first()).toHaveText(/Anna.*The customer at gate 14/)
  // Down through what was found and up again to the field.
  for (let row = 1; row <= 7; row++) await page.keyboard.press('ArrowDown')
  await expect(messages.getByRole('button', { name: /gate 14 / })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()

  await chatList(page).getByRole('button', { name: 'All messages' }).click()
  await expect(page.getByRole('radio', { name: 'Messages' })).toBeChecked()
  await expect(page.getByRole('list', { name: 'Messages found' }).getByRole('listitem')).toHaveCount(14)
  await page.getByRole('radio', { name: 'Everything' }).click()
  await chatList(page).getByRole('button', { name: 'All chats' }).click()
  await expect(chatRow(page, 'Customer').first()).toHaveAttribute('aria-setsize', '40')
  // Escape leads back to where the search began, from wherever it is pressed.
  await chatRow(page, 'Customer').first().getByRole('button').focus()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await field.fill('no such thing')
  await expect(chatList(page)).toContainText('Nothing found for “no such thing”')
})

test('people are found by their own names, in the groups in which they write, and a message by its id @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const ivan = orderDesk.person('79990007788', { name: 'Vanya', contactName: 'Ivan Petrov' })
  const routes = orderDesk.group('-10000000482113', { subject: 'Night routes' }).add(ivan.chatId)
  const written = ivan.says('The bridge is closed', { to: routes })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  await chatList(page).getByRole('searchbox', { name: 'Search', exact: true }).fill('vany')
  await expect(chatRow(page, 'Night routes')).toContainText('Found: Vanya')

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await palette.getByRole('combobox').fill('7788')
  await expect(palette.getByRole('option', { name: /Night routes/ })).toBeVisible()
  await palette.getByRole('combobox').fill(written.id)
  await expect(palette.getByRole('option', { name: /The bridge is closed/ })).toBeVisible()
})
