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
  await expect(details(page)).not.toContainText('Same number')

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
    await expect(page.getByText('Lena Fischer is saved')).toBeVisible()
    expect(lena.contactName).toBe('Lena Fischer')
    await expect(chatRow(page, 'Lena Fischer')).toBeVisible()
    await expect(details(page).getByRole('button', { name: 'Edit contact' })).toBeVisible()
  })

  await test.step('the other instance, by keyboard and back by mouse', async () => {
    const same = details(page).getByRole('region', { name: 'Same number on other instances' })
    await expect(same.getByRole('button')).toContainText(['Warehouse'])
    await same.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByRole('heading', { name: 'L. Fischer', exact: true })).toBeVisible()
    await clickAt(page, same.getByRole('button', { name: /Order desk/ }))
    await expect(conversation(page).getByRole('heading', { name: 'Lena Fischer', exact: true })).toBeVisible()
  })
})
