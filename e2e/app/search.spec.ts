import { expect, test } from '../support/test.ts'
import { chatList, chatRow, composer, log, message, openChat } from '../support/window.ts'

// 130 messages come through the queue, one after the other.
test.describe.configure({ timeout: 120_000 })

test('a search within a chat leads to every hit, however many there are', async ({ app, emulator, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  for (let line = 1; line <= 130; line++)
    anna.says(`Line ${line} of the list`, { at: orderDesk.now() - 60_000 * (131 - line) })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance, { withinMs: 60_000 })
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

test('whoever presses Ctrl+F types into the search, not into the composer, and Escape leads back to the messages', async ({
  app,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('The pallet is at gate 4')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await expect(message(page, 'The pallet')).toBeVisible()
  await composer(page).focus()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('pallet')
  const field = page.getByRole('searchbox', { name: 'Search messages of this chat' })
  await expect(field).toHaveValue('pallet')
  await expect(composer(page)).toHaveValue('')
  // The first one empties the field, the second one closes it.
  await field.press('Escape')
  await field.press('Escape')
  await expect(log(page)).toBeFocused()
})

test('messages can be searched from the list, however many chats match, and the way back is seen too', async ({
  app,
  emulator,
  orderDesk,
}) => {
  for (let customer = 1; customer <= 40; customer++) {
    orderDesk
      .person(String(79_990_000_000 + customer), { name: `Customer ${customer}` })
      .says(`Order ${customer}`, { at: orderDesk.now() - 60_000 * customer })
  }
  orderDesk.person('79990001122', { name: 'Anna' }).says('The customer at gate 4 is waiting')
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance, { withinMs: 60_000 })
  const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await field.fill('customer')
  await expect(chatRow(page, 'Customer').first()).toBeVisible()
  await page.getByRole('button', { name: 'Search messages for “customer”' }).click()
  const hits = page.getByRole('list', { name: 'Messages found' })
  await expect(hits.getByRole('listitem')).toHaveText([/Anna.*The customer at gate 4/])
  await page.getByRole('button', { name: 'Search chats instead' }).click()
  await expect(chatRow(page, 'Customer').first()).toBeVisible()
})

test('in a narrow window the strip shows every chat again once a search led to one', async ({ app, orderDesk }) => {
  for (const [phone, name] of [
    ['79990001122', 'Anna'],
    ['79990003344', 'Boris'],
  ] as const) {
    orderDesk.person(phone, { name }).says(`From ${name}`)
  }
  const page = await app.open({ instances: [orderDesk] })
  await page.setViewportSize({ width: 760, height: 600 })
  await expect(chatRow(page, 'Boris')).toBeVisible()
  await chatList(page).getByRole('button', { name: 'Search chats' }).click()
  await chatList(page).getByRole('searchbox', { name: 'Search', exact: true }).fill('ann')
  await expect(chatRow(page, 'Boris')).toHaveCount(0)
  await chatRow(page, 'Anna').click()
  await expect(message(page, 'From Anna')).toBeVisible()
  await expect(chatRow(page, 'Boris')).toBeVisible()
})

test('people are found by their own names, in the groups in which they write, and a message by its id', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const ivan = orderDesk.person('79990007788', { name: 'Vanya', contactName: 'Ivan Petrov' })
  const routes = orderDesk.group('-10000000482113', { subject: 'Night routes' }).add(ivan.chatId)
  const said = ivan.says('The bridge is closed', { to: routes })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance, { withinMs: 60_000 })
  await chatList(page).getByRole('searchbox', { name: 'Search', exact: true }).fill('vany')
  await expect(chatRow(page, 'Night routes')).toContainText('Found: Vanya')

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await palette.getByRole('combobox').fill('7788')
  await expect(palette.getByRole('option', { name: /Night routes/ })).toBeVisible()
  await palette.getByRole('combobox').fill(said.id)
  await expect(palette.getByRole('option', { name: /The bridge is closed/ })).toBeVisible()
})
