import type { Locator, Page } from '@playwright/test'
import { chatList, chatRow, composer, conversation, message, openChat, rail } from '../support/window.ts'
import type { InstanceKey } from '../../src/contract/ids.ts'
import { expect, test } from './window-test.ts'

test('an Enter that is held down acts once, and never on what it has opened', async ({ desk, open }) => {
  desk.customer('Anna', 'It is on https://shop.example/lamp')
  const boris = desk.customer('Boris')
  desk.chat(boris).draft = { ...desk.chat(boris).draft, draftText: 'Not ready' }
  const page = await open()
  const expectDraft = async (written: string): Promise<void> => {
    await expect(composer(page)).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.type('.')
    await expect(composer(page)).toHaveValue(`${written}.`)
  }
  await test.step('in the palette', async () => {
    await openChat(page, 'Anna')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Boris')
    await page.keyboard.down('Enter')
    await expectDraft('Not ready')
  })
  await test.step('on a row of the list', async () => {
    await openChat(page, 'Anna')
    await chatRow(page, 'Boris').getByRole('button').first().focus()
    await page.keyboard.down('Enter')
    await expectDraft('Not ready.')
  })
  await test.step('in the search of chats', async () => {
    await openChat(page, 'Anna')
    const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
    await field.fill('Boris')
    await page.keyboard.down('Enter')
    await expectDraft('Not ready..')
    await field.fill('')
    await openChat(page, 'Anna')
  })
  expect(desk.inputs('messages.send')).toEqual([])
  await test.step('on a link, whose question it does not answer', async () => {
    await message(page, 'shop.example').getByRole('link').focus()
    await page.keyboard.down('Enter')
    const question = page.getByRole('dialog')
    await expect(question.getByRole('button', { name: 'Open' })).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    expect(desk.inputs('host.openLink')).toEqual([])
  })
  await test.step('and lines of one text go on', async () => {
    desk.settings = { ...desk.settings, enterSends: false }
    desk.changed({ kind: 'settings' })
    await expect(conversation(page).locator('.cfoot')).toContainText('Ctrl+Enter')
    await composer(page).fill('One')
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.type('three')
    await expect(composer(page)).toHaveValue('One\n\nthree')
  })
})

test('Page Down leaves the last row of the page before in sight', async ({ desk, open }) => {
  for (let guest = 60; guest > 0; guest -= 1) desk.customer(`Guest ${String(guest).padStart(2, '0')}`)
  const page = await open()
  await chatRow(page, 'Guest 01').getByRole('button').first().focus()
  await page.keyboard.press('PageDown')
  const last = chatList(page)
    .getByRole('listitem')
    .filter({ has: page.locator('button:focus') })
  const name = (await last.locator('.name').textContent()) ?? ''
  await page.keyboard.press('PageDown')
  await expect(chatRow(page, name).getByRole('button').first()).not.toBeFocused()
  await expect(chatRow(page, name)).toBeInViewport({ ratio: 1 })
})

test('a shortcut that is held down acts once', async ({ desk, open }) => {
  for (const name of ['Anna', 'Boris', 'Clara']) desk.customer(name)
  const page = await open()
  await openChat(page, 'Clara')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.down('Alt')
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')
  await page.keyboard.up('Alt')
  await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
  await page.keyboard.type('Good day')
  await expect(composer(page)).toHaveValue('Good day')
  await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
})

/** An input method has begun a letter in the field that has the focus. */
async function compose(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
}

test('an instance moves in the rail by as many places as Alt and an arrow were pressed, and keeps the focus', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  let order = [1, 2, 3, 4] as InstanceKey[]
  desk.answer('instances.list', () => order.map((key) => ({ ...desk.instance, key, name: `Desk ${key}` })))
  desk.answer('instances.reorder', ({ order: wanted }) => {
    order = [...wanted]
    desk.changed({ kind: 'instances' })
  })
  const page = await open()
  const links = rail(page).getByRole('link', { name: /^Desk/ })
  await expect(links).toHaveCount(4)
  await rail(page).getByRole('link', { name: 'Desk 1' }).focus()
  pipe.delayMs = 300
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => order).toEqual([2, 3, 4, 1])
  await expect.poll(() => pipe.isIdle).toBe(true)
  await expect(links.last()).toBeFocused()
  await expect(links.last()).toHaveAccessibleName(/Desk 1/)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => order).toEqual([2, 3, 1, 4])
  expect(desk.inputs('chats.nextWaiting')).toEqual([])
})

test('the keys of an input method are for its letters, in whatever field', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  desk.proposes(anna, 'It is ready')
  // The service takes changes of what was sent lately alone.
  const own = desk.sent(anna, 'On Tuesday', {
    at: Date.now(),
    idMessage: 'id-of-own',
    status: { kind: 'read', changeable: false },
  })
  const page = await open()
  await openChat(page, 'Anna')
  const staysAt = async (field: Locator, key: string): Promise<void> => {
    await field.focus()
    await compose(page)
    await page.keyboard.press(key)
    await expect(field).toBeFocused()
    await page.keyboard.insertText('に')
    await expect(field).toHaveValue(/に/)
  }
  await test.step('a message that is changed', async () => {
    const bubble = page.locator(`[data-message="${own}"]`)
    await bubble.focus()
    await page.keyboard.press('e')
    await staysAt(bubble.getByRole('textbox'), 'Escape')
  })
  await test.step('a proposal that is changed', async () => {
    const card = conversation(page).locator('.proposal')
    await card.getByRole('button', { name: 'Edit' }).click()
    await staysAt(card.getByRole('textbox'), 'Escape')
  })
  await test.step('the search of chats', async () => {
    const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
    await field.fill('Ann')
    await staysAt(field, 'Escape')
  })
  await test.step('the composer', () => staysAt(composer(page), 'Enter'))
  expect(desk.inputs('messages.send')).toEqual([])
})
