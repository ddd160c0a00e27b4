import { goToHash, tableRow } from '../support/inspect.ts'
import { chatList, chatRow, composer, conversation, message, openChat, rail, views } from '../support/window.ts'
import { answerOutgoing, outgoingRow } from './outgoing-rows.ts'
import { expect, test } from './window-test.ts'

test.beforeEach(async ({ desk, open }) => {
  desk.customer('Anna')
  desk.customer('Boris')
  await expect(chatRow(await open(), 'Boris')).toBeVisible()
})

test('what is typed goes where the eye is: into the search of an empty pane, into the answer of a chat, also after Alt and the down arrow', async ({
  shared: { page },
}) => {
  await test.step('what is typed into an empty pane looks for a chat, and with a chat open it is the answer', async () => {
    await conversation(page).getByText('No chat selected').click()
    await page.keyboard.type('Anna')
    const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
    await expect(field).toHaveValue('Anna')
    await openChat(page, 'Anna')
    await expect(composer(page)).toBeFocused()
    await views(page).getByRole('link', { name: 'Chats' }).focus()
    await page.keyboard.type('It is')
    await expect(composer(page)).toHaveValue('It is')
    await chatList(page).getByRole('button', { name: 'Clear search' }).click()
    await composer(page).fill('')
  })

  await test.step('Alt and the down arrow open the chat that waits longest, and what is typed then is its answer', async () => {
    await openChat(page, 'Anna')
    await page.getByRole('button', { name: 'Search or jump' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(conversation(page).getByRole('heading', { name: 'Boris' })).toBeVisible()
    await expect(composer(page)).toBeFocused()
  })

  await test.step('Alt and the down arrow go on whatever moves by the arrow alone', async () => {
    const isAt = (name: string) => expect(conversation(page).getByRole('heading', { name })).toBeVisible()
    await openChat(page, 'Boris')
    for (const [field, next] of [
      [chatList(page).getByRole('radio', { name: 'All' }), 'Anna'],
      [chatList(page).getByRole('searchbox', { name: 'Search', exact: true }), 'Boris'],
      [conversation(page).getByRole('button', { name: 'More', exact: true }), 'Anna'],
    ] as const) {
      await field.focus()
      await page.keyboard.press('Alt+ArrowDown')
      await isAt(next)
      await expect(composer(page)).toBeFocused()
    }
    await expect(chatList(page).getByRole('radio', { name: 'All' })).toBeChecked()
  })
})

test('the focus comes back from dialogs, emoji and a cleared search, and a key has one name', async ({
  shared: { page },
}) => {
  await test.step('a dialog gives the focus back to where it was, and to nobody where nothing had it', async () => {
    await page.getByRole('button', { name: 'Add instance' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(rail(page).getByRole('button', { name: 'Add instance' })).toBeFocused()
    await conversation(page).getByText('No chat selected').click()
    for (const key of ['Alt+n', 'Control+/']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(rail(page).locator(':focus')).toHaveCount(0)
    }

    await openChat(page, 'Anna')
    await expect(composer(page)).toBeFocused()
    for (const action of ['New message', 'All shortcuts']) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill(`>${action}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: /New message|Shortcuts/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(composer(page)).toBeFocused()
    }
  })

  await test.step('who clears a search types on', async () => {
    const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
    await field.fill('Anna')
    await chatList(page).getByRole('button', { name: 'Clear search' }).click()
    await expect(field).toBeFocused()
  })

  await test.step('an emoji that was picked is written on after', async () => {
    await openChat(page, 'Anna')
    await composer(page).fill('Thanks')
    await conversation(page).getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('searchbox', { name: /emoji/i }).fill('thumbs up')
    await page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first().click()
    await expect(composer(page)).toBeFocused()
    await page.keyboard.type(' a lot')
    await expect(composer(page)).toHaveValue(/^Thanks\p{Emoji}.* a lot$/u)

    await conversation(page).getByRole('button', { name: 'Emoji' }).click()
    await page.keyboard.press('Escape')
    await expect(conversation(page).getByRole('button', { name: 'Emoji' })).toBeFocused()
  })

  await test.step('the palette and the list of shortcuts name the same key for a new message', async () => {
    await page.keyboard.press('Control+/')
    const listed = page.getByRole('dialog', { name: 'Shortcuts' }).locator('dl.shorts > div')
    await expect(listed.filter({ hasText: 'New message' }).locator('dd')).toHaveText('AltN')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('>New message')
    await expect(page.getByRole('option', { name: /New message/ }).locator('kbd')).toHaveText(['Alt', 'N'])
    await page.keyboard.press('Escape')
  })
})

test('a chat that was opened by New message is written to at once; Alt and the down arrow lead on from no chat', async ({
  desk,
  shared: { page },
}) => {
  const clara = desk.customer('Clara')
  const { chatId } = desk.chat(clara).row
  const known = { chatId, kind: 'exact', display: chatId, existing: clara, account: 'unknown' } as const
  desk.answer('chats.suggestRecipient', () => known)
  desk.answer('chats.open', () => ({ chat: clara }))
  desk.answer('contacts.list', () => ({ total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }))
  for (const before of ['no chat', 'the same chat']) {
    await test.step(before, async () => {
      await rail(page)
        .getByRole('link', { name: /^Order desk/ })
        .focus()
      await page.keyboard.press('Alt+n')
      await page.getByRole('combobox', { name: 'Name, number or chat ID' }).fill(chatId)
      await expect(page.getByRole('dialog').getByRole('status')).toContainText(chatId)
      await page.keyboard.press('Enter')
      await expect(conversation(page).getByRole('heading', { name: 'Clara' })).toBeVisible()
      await expect(composer(page)).toBeFocused()
    })
  }

  await test.step('Alt and the down arrow lead on while the only instance is being chosen by itself', async () => {
    await page.evaluate(() => {
      location.hash = '#/chats'
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true }))
    })
    await expect(page).toHaveURL(/#\/chats\/1\/\d+$/)
    await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
  })
})

test('a panel that closes gives the focus back to the row that was read last, or to what opened it', async ({
  desk,
  shared: { page },
}) => {
  const anna = desk.customer('Anna')
  const rows = Array.from({ length: 30 }, (_, index) =>
    outgoingRow(anna, 'Anna', desk.sent(anna, `Line ${index}.`), `Line ${index}.`),
  ).toReversed()
  answerOutgoing(desk, rows)
  desk.answer('contacts.list', () => ({ total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }))
  desk.answer('groups.list', () => ({ groups: [], nextAt: null }))
  for (const name of ['account.state', 'login.state', 'account.read'] as const) desk.fallBack(name, undefined)
  const panel = page.getByRole('complementary', { name: 'Details' })
  await test.step('a drawer over the table: Escape leads to the last row, and an arrow goes on there', async () => {
    await page.setViewportSize({ width: 1000, height: 800 })
    await goToHash(page, '#/outgoing/all')
    await tableRow(page, 'Outgoing', 'Line 20.').click()
    await expect(panel).toBeFocused()
    await panel.getByRole('button', { name: 'Next' }).click()
    const next = tableRow(page, 'Outgoing', 'Line 19.')
    await expect(next).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(next).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(next).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a panel that a button opened: Escape leads back to it, but not out of a field', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await goToHash(page, '#/instance/1/contacts')
    const opener = page.getByRole('button', { name: 'Check numbers' })
    await opener.press('Enter')
    const field = page.getByRole('textbox', { name: 'Numbers' })
    await field.fill('79990001122')
    await field.press('Escape')
    await expect(field).toHaveValue('79990001122')
    await field.press('Shift+Tab')
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

test('a day is asked for at once, also while messages are being selected', async ({ shared: { page } }) => {
  await openChat(page, 'Anna')
  await message(page, 'Hello from Anna').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await expect(conversation(page).getByRole('heading', { name: '1 message' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('>Jump to a date')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Jump to date' })).toBeVisible()
})
