import { chatList, chatRow, composer, details, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

test('what a key did to a chat is said, and the chat below it is the next', async ({ desk, open }) => {
  const [clara] = ['Clara', 'Boris', 'Anna'].map((name) => desk.customer(name))
  const page = await open()
  const row = (name: string) => chatRow(page, name).getByRole('button').first()
  await row('Boris').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Chat archived', { exact: true })).toBeVisible()
  await expect(row('Clara')).toBeFocused()

  // Also where a person marked it as unread.
  desk.change(clara ?? (0 as never), { unread: 0, markedUnread: true })
  await expect(chatRow(page, 'Clara').getByRole('img', { name: 'Marked as unread' })).toBeVisible()
  await page.keyboard.press('Alt+u')
  await expect.poll(() => desk.inputs('chats.markRead')).toMatchObject([{ chat: clara }])
})

test('the menu of a muted chat unmutes it', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  desk.change(anna, { mutedUntil: 'forever' })
  const page = await open()
  await chatRow(page, 'Anna').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Unmute' }).click()
  await expect.poll(() => desk.chat(anna).row.mutedUntil).toBeNull()
})

test('chats that were made one person’s are separated by Undo', async ({ desk, open }) => {
  const clara = desk.customer('Clara')
  const anna = desk.customer('Anna')
  for (const name of ['people.merge', 'people.separate'] as const) desk.answer(name, () => undefined)
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Control+.')
  await details(page).getByRole('button', { name: 'Merge with another chat' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('Cla')
  await dialog.getByRole('option', { name: /Clara/ }).click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => desk.inputs('people.separate')).toEqual([{ chat: anna, other: clara }])
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

test('chosen chats that were assigned go back by Undo to whom each had', async ({ desk, open }) => {
  const [boris, anna] = ['Boris', 'Anna'].map((name) => desk.customer(name))
  desk.joinTeam()
  desk.assignToYara(anna ?? (0 as never))
  const page = await open()
  for (const name of ['Anna', 'Boris']) await chatRow(page, name).click({ modifiers: ['Control'] })
  await page.getByRole('toolbar', { name: 'Selected chats' }).getByRole('button', { name: 'Assign to' }).click()
  await page.getByRole('menuitem', { name: 'Me', exact: true }).click()
  await expect(page.getByText('2 chats assigned to you')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  const assignee = (chat: typeof anna) => desk.chat(chat ?? (0 as never)).row.assignee?.name ?? null
  await expect.poll(() => [assignee(anna), assignee(boris)]).toEqual(['Yara', null])
})

test('of chosen chats of which some are archived the others are archived', async ({ desk, open }) => {
  const [clara, boris, anna] = ['Clara', 'Boris', 'Anna'].map((name) => desk.customer(`${name} Ray`))
  desk.change(boris ?? (0 as never), { archived: true })
  const page = await open()
  await chatList(page).getByRole('searchbox', { name: 'Search', exact: true }).fill('Ray')
  await chatList(page).getByRole('radio', { name: 'Chats' }).click()
  for (const name of ['Anna', 'Boris', 'Clara']) await chatRow(page, name).click({ modifiers: ['Control'] })
  await page.getByRole('toolbar', { name: 'Selected chats' }).getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('2 chats archived')).toBeVisible()
  expect(desk.inputs('chats.setArchived')).toEqual([
    { chat: anna, archived: true },
    { chat: clara, archived: true },
  ])
})

test('Escape that is held closes the menu above a selection alone', async ({ desk, open }) => {
  for (const name of ['Clara', 'Boris', 'Anna']) desk.customer(name)
  const page = await open()
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  for (const name of ['Anna', 'Boris']) await chatRow(page, name).click({ modifiers: ['Control'] })
  await chatRow(page, 'Boris').click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.down('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.down('Escape')
  await expect(bar).toContainText('2 selected')
  await page.keyboard.up('Escape')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
})

test('no more chats are selected than one step takes back, and a range that comes late takes nothing selected since', async ({
  desk,
  open,
  pipe,
}) => {
  const guests = Array.from({ length: 502 }, (_, index) => desk.customer(`Guest ${String(index).padStart(3, '0')}`))
  desk.customer('Anna')
  const page = await open()
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  const fromTopToEnd = async () => {
    await chatRow(page, 'Anna').click({ modifiers: ['Control'] })
    await expect(bar).toContainText('1 selected')
    await page.keyboard.press('End')
    await expect(chatRow(page, 'Guest 000').getByRole('button').first()).toBeFocused()
    await chatRow(page, 'Guest 000').click({ modifiers: ['Shift'] })
  }
  await fromTopToEnd()
  await expect(bar).toContainText('500 selected, no more at once')
  await chatRow(page, 'Guest 001').click({ modifiers: ['Control'] })
  await expect(bar).toContainText('500 selected, no more at once')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  const letGo = pipe.hold('chats.list', '"limit":200')
  await fromTopToEnd()
  await expect(bar).toBeHidden()
  await chatRow(page, 'Guest 001').click({ modifiers: ['Control'] })
  letGo()
  // The window has the range by the time it shows this.
  desk.change(guests[2] ?? (0 as never), { title: 'Guest 002 again' })
  await expect(chatRow(page, 'Guest 002 again')).toBeVisible()
  await expect(bar).toContainText('1 selected')
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
