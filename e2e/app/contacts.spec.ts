import { expect, test } from '../support/test.ts'
import { chatRow, views } from '../support/window.ts'

test('a contact is added by its number, refused in the service’s words, renamed and deleted, and the chat stays', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'anna_1987' })
  anna.says('Good morning')
  const page = await app.open({ instances: [orderDesk] })
  await expect(chatRow(page, 'anna_1987')).toBeVisible()
  await views(page).getByRole('link', { name: 'Instance' }).click()
  await page.getByRole('tab', { name: 'Contacts' }).click()
  const row = (name: string) => page.getByRole('table', { name: 'Contacts' }).getByRole('row').filter({ hasText: name })
  const panel = page.getByRole('complementary', { name: 'Contact' })

  await test.step('a number that is none is said beside its field, one without an account in the service’s words', async () => {
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Anna')
    await dialog.getByRole('textbox', { name: 'Number' }).fill('by the harbour')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Number' })).toHaveAccessibleDescription(/No phone number/)
    await dialog.getByRole('textbox', { name: 'Number' }).fill('+7 999 000-99-99')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('79990009999@c.us not found')
    await dialog.getByRole('textbox', { name: 'Number' }).fill('+7 999 000-11-22')
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('from Sales')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Anna from Sales is saved')).toBeVisible()
    expect(anna.contactName).toBe('Anna from Sales')
  })
  await test.step('its name is changed', async () => {
    await row('Anna from Sales').click()
    await panel.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit contact' })
    await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Anna')
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('of the harbour')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(panel).toContainText('Anna of the harbour')
    expect(anna.contactName).toBe('Anna of the harbour')
  })
  await test.step('deleted after a question, it is only in chats', async () => {
    await panel.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(question).toContainText('The chat and its history stay.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(anna.contactName).toBe('Anna of the harbour')
    await panel.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Anna of the harbour is no contact any more')).toBeVisible()
    expect(anna.contactName).toBe('')
    await expect(row('anna_1987')).toContainText('Only in chats')
  })
  await views(page).getByRole('link', { name: 'Chats' }).click()
  await expect(chatRow(page, 'Good morning')).toBeVisible()
})
