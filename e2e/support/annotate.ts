import { expect, test, type Page } from '@playwright/test'
import { chatList, chatRow, conversation, details } from './window.ts'

/** Makes labels and notes by keyboard on the chats of Anna, Boris and Clara, each with an unread message. */
export async function annotateByKeyboard(page: Page): Promise<void> {
  const dialog = () => page.getByRole('dialog', { name: /^Labels of/ })
  const find = () => dialog().getByRole('searchbox', { name: 'Find or create a label' })

  await test.step('a key on a row opens its labels; Enter makes one, ticks one, and ends', async () => {
    const row = chatRow(page, 'Boris').getByRole('button')
    await expect(chatList(page).getByRole('radio', { name: 'Unread 3' })).toBeVisible()
    await row.focus()
    await page.keyboard.press('Alt+l')
    await expect(dialog()).toContainText('Labels of Boris')
    await expect(find()).toBeFocused()
    for (const label of ['Urgent', 'Invoice', 'VIP']) {
      await page.keyboard.type(label)
      await page.keyboard.press('Enter')
      await expect(dialog().getByRole('checkbox', { name: label })).toBeChecked()
      await expect(find()).toHaveValue('')
    }
    await page.keyboard.type('urg')
    await page.keyboard.press('Enter')
    await expect(dialog().getByRole('checkbox', { name: 'Urgent' })).not.toBeChecked()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(dialog().getByRole('checkbox', { name: 'Urgent' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(dialog().getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
    await find().focus()
    await page.keyboard.press('Enter')
    await expect(dialog()).toBeHidden()
    await expect(row).toBeFocused()
    await expect(row).toContainText('InvoiceUrgent')
    await expect(row.getByRole('img', { name: 'VIP' })).toHaveText('+1')
  })

  await test.step('what can not be a label is refused at its place, and stays in the field', async () => {
    await chatRow(page, 'Anna').getByRole('button').click()
    await page.keyboard.press('Alt+l')
    await find().fill('A label of more than thirty-two letters')
    await page.keyboard.press('Enter')
    await expect(dialog().getByRole('alert')).toContainText('The name has 39 characters; 32 are allowed.')
    await expect(find()).toHaveValue('A label of more than thirty-two letters')
    await find().fill('')
    await dialog().getByRole('button', { name: 'Change VIP' }).click()
    const change = page.getByRole('dialog', { name: 'Change label' })
    await change.getByLabel('Name').fill('urgent')
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(change).toContainText('A label of this name already exists.')
    await change.getByLabel('Name').fill('Regular')
    const teal = change.getByRole('radio', { name: 'Teal' })
    const chosen = change.getByRole('radiogroup', { name: 'Colour' }).getByRole('radio', { checked: true })
    await teal.click()
    for (const [key, hue] of [
      ['ArrowRight', 'Blue'],
      ['ArrowDown', 'Green'],
      ['ArrowUp', 'Blue'],
      ['ArrowLeft', 'Teal'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(chosen).toHaveAccessibleName(hue)
      await expect(chosen).toBeFocused()
    }
    await page.keyboard.press('Control+ArrowRight')
    await expect(teal).toBeChecked()
    await change.getByRole('button', { name: 'Save' }).click()
    await dialog().getByRole('checkbox', { name: 'Regular' }).press('Space')
    await page.keyboard.press('Escape')
    await expect(conversation(page).getByText('Regular')).toBeVisible()
  })

  await test.step('a label narrows the list', async () => {
    await chatList(page).getByRole('button', { name: 'Label', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Urgent' }).click()
    await expect(chatList(page).getByRole('listitem')).toHaveCount(1)
    await expect(chatRow(page, 'Boris')).toBeVisible()
    await chatList(page).getByRole('radio', { name: 'Groups' }).click()
    await expect(chatList(page)).toContainText('No chats here have the label “Urgent”')
    await page.getByRole('button', { name: 'Show all chats' }).click()
    await expect(chatList(page).getByRole('listitem')).toHaveCount(3)
  })

  await test.step('notes stand in the details, with their time; one that was removed comes back', async () => {
    await page.keyboard.press('Control+.')
    const notes = details(page).getByRole('region', { name: 'Notes' })
    await notes.getByRole('button', { name: 'Add note' }).click()
    await page.keyboard.press('Control+Enter')
    await expect(notes.getByRole('alert')).toContainText('Write something first.')
    await page.keyboard.type('Wants the green chair')
    // What was begun is there when the details are opened again.
    await page.keyboard.press('Control+.')
    await expect(notes).toHaveCount(0)
    await page.keyboard.press('Control+.')
    const field = notes.getByRole('textbox', { name: 'Note' })
    await expect(field).toHaveValue('Wants the green chair')
    await field.press('Control+Enter')
    await expect(notes.getByRole('listitem')).toContainText('Wants the green chair')
    await notes.getByRole('button', { name: 'Change' }).click()
    await field.fill('x'.repeat(4001))
    await notes.getByRole('button', { name: 'Save note' }).click()
    await expect(notes.getByRole('alert')).toContainText('The note has 4,001 characters; 4,000 are allowed.')
    await field.fill('Wants the green armchair')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await expect(notes.getByRole('listitem')).toContainText('changed')
    await notes.getByRole('button', { name: 'Remove' }).click()
    await expect(notes.getByRole('listitem')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(notes.getByRole('listitem')).toContainText('Wants the green armchair')
    await page.keyboard.press('Control+.')
    await expect(conversation(page).getByRole('button', { name: '1 note' })).toBeVisible()
  })
}
