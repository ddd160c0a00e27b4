import { expectAccessible } from '../support/accessible.ts'
import { expect, test, warehouseInit } from '../support/test.ts'
import { chatRow, clickAt, conversation, details, openChat } from '../support/window.ts'

test('the person of a chat is added to the contacts from it, and leads to the chats of the same number elsewhere', async ({
  app,
  orderDesk,
  emulator,
}) => {
  const warehouse = emulator.addInstance(warehouseInit)
  const lena = orderDesk.person('79990001122', { name: 'lena_1987' })
  lena.says('Is it ready?')
  warehouse.person('79990001122', { name: 'L. Fischer' }).says('When do you open?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
  const page = await app.open({ instances: [orderDesk, warehouse] })
  await openChat(page, 'Boris')
  await conversation(page).getByRole('button', { name: 'Details', exact: true }).click()
  await expect(details(page).getByRole('button', { name: 'Add to contacts' })).toBeVisible()
  await expect(details(page)).not.toContainText('Other chats of this person')

  await test.step('added with the name that the customer uses, changed there and then', async () => {
    await openChat(page, 'lena_1987')
    await clickAt(page, details(page).getByRole('button', { name: 'Add to contacts' }))
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('lena_1987')
    await dialog.getByRole('textbox', { name: 'First name' }).fill('x'.repeat(300))
    await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('x'.repeat(255))
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Lena')
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Fischer')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved “Lena Fischer”')).toBeVisible()
    expect(lena.contactName).toBe('Lena Fischer')
    await expect(chatRow(page, 'Lena Fischer')).toBeVisible()
    await expect(details(page).getByRole('button', { name: 'Edit contact' })).toBeVisible()
  })

  await test.step('the other instance, by keyboard and back by mouse', async () => {
    const same = details(page).getByRole('region', { name: 'Person' })
    await same.getByRole('button', { name: /Warehouse/ }).focus()
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByRole('heading', { name: 'L. Fischer', exact: true })).toBeVisible()
    await clickAt(page, same.getByRole('button', { name: /Order desk/ }))
    await expect(conversation(page).getByRole('heading', { name: 'Lena Fischer', exact: true })).toBeVisible()
  })

  const person = details(page).getByRole('region', { name: 'Person' })
  await test.step('a name and a field of one’s own, shown in every chat of the person', async () => {
    await person.getByRole('button', { name: 'Name this person' }).click()
    await page.keyboard.type('Lena from the bakery')
    await clickAt(page, person.getByRole('button', { name: 'Add field' }))
    await person.getByRole('textbox', { name: 'Field name' }).fill('x'.repeat(101))
    await person.getByRole('textbox', { name: 'Value', exact: true }).fill('Rye, unsliced')
    await page.keyboard.press('Enter')
    await expect(person.getByRole('alert')).toContainText('101 characters')
    await person.getByRole('textbox', { name: 'Field name' }).fill('Orders')
    await page.keyboard.press('Enter')
    await expect(person).toContainText('Rye, unsliced')
    await expect(chatRow(page, 'Lena from the bakery')).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('merged by hand with another chat, and separated again', async () => {
    await clickAt(page, person.getByRole('button', { name: 'Merge with another chat' }))
    const dialog = page.getByRole('dialog', { name: /Who else is Lena/ })
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('Bori')
    await expect(dialog.getByRole('option', { name: /Boris/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Boris')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(chatRow(page, 'Lena from the bakery')).toHaveCount(3)
    await expect(person).toContainText('Merged by hand')
    await person.getByRole('button', { name: 'Separate' }).click()
    await expect(chatRow(page, 'Boris')).toBeVisible()
    await expect(person).not.toContainText('Merged by hand')
  })
})
