import { chatRow, composer, details, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

test('what a key did to a chat is said, and the chat below it is the next', async ({ desk, open }) => {
  for (const name of ['Clara', 'Boris', 'Anna']) desk.customer(name)
  const page = await open()
  const row = (name: string) => chatRow(page, name).getByRole('button').first()
  await row('Boris').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Chat archived', { exact: true })).toBeVisible()
  await expect(row('Clara')).toBeFocused()
})

test('a label that one of the chosen chats has is not ticked, and is added to the others', async ({ desk, open }) => {
  const vip = desk.label('VIP')
  const [clara, boris, anna] = ['Clara', 'Boris', 'Anna'].map((name) => desk.customer(name))
  desk.change(boris ?? (0 as never), { labels: [vip] })
  const page = await open()
  for (const name of ['Anna', 'Boris', 'Clara']) await chatRow(page, name).click({ modifiers: ['Control'] })
  const labels = page.getByRole('toolbar', { name: 'Selected chats' }).getByRole('button', { name: 'Labels' })
  await labels.click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'VIP' })).not.toBeChecked()
  await page.getByRole('menuitemcheckbox', { name: 'VIP' }).click()
  await expect(page.getByText('“VIP” added to 2 chats')).toBeVisible()
  expect(desk.inputs('labels.set').map(({ chat, on }) => [chat, on])).toEqual([
    [anna, true],
    [clara, true],
  ])
})

test('the chat of a person who is erased is left', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  // It goes piece by piece.
  desk.answer('erasing.person', () => undefined)
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Control+.')
  await details(page).getByRole('button', { name: 'Erase this person' }).click()
  const dialog = page.getByRole('dialog')
  // Without the word nothing is erased.
  await expect(dialog.getByRole('button', { name: 'Erase', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox').fill('erase')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Erased', { exact: true })).toBeVisible()
  expect(desk.inputs('erasing.person')).toEqual([{ chat: anna }])
  await expect(composer(page)).toBeHidden()
})
