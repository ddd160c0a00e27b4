import type { ChatKey, InstanceKey } from '../../src/contract/ids.ts'
import { goToHash } from '../support/inspect.ts'
import { chatList, chatRow, composer, conversation, log, message, openChat, paste } from '../support/window.ts'
import { expect, holdScript, test } from './window-test.ts'

/**
 * Delays of the pipe in each direction, ms. Keys are held for five seconds while what they are for opens, of which a
 * slow machine needs the rest.
 */
const delays = [0, 300]

test('a range is what stood on the screen, though a chat moved meanwhile', async ({ desk, open, pipe }) => {
  const page = await open()
  for (const delayMs of delays) {
    await test.step(`over a pipe of ${delayMs} ms`, async () => {
      pipe.delayMs = 0
      const [eva, , carl, boris] = ['Eva', 'Dora', 'Carl', 'Boris', 'Anna'].map((name) =>
        desk.customer(`${name} ${delayMs}`),
      )
      const row = (name: string) => chatRow(page, `${name} ${delayMs}`).getByRole('button').first()
      await expect(row('Anna')).toBeVisible()
      pipe.delayMs = delayMs
      await row('Boris').click({ modifiers: ['Control'] })
      // Boris and Carl are chosen; Eva, who stood below them, is not.
      if (eva !== undefined) desk.says(eva, 'News')
      if (delayMs === 0) await expect(chatList(page).getByRole('listitem').first()).toContainText('Eva')
      const before = desk.inputs('chats.setDone').length
      await row('Carl').click({ modifiers: ['Shift'] })
      await page.keyboard.press('Alt+e')
      const done = () => desk.inputs('chats.setDone').slice(before)
      await expect.poll(() => done().length).toBe(2)
      expect(done().map(({ chat }) => chat)).toEqual([boris, carl])
    })
  }
})

test('Enter in the palette opens a result of the text that stands there', async ({ desk, open, pipe }) => {
  for (const name of ['Marta', 'Marius', 'Dorota', 'Dorian']) desk.customer(name)
  const page = await open()
  await expect(chatRow(page, 'Marta')).toBeVisible()
  for (const [index, delayMs] of delays.entries()) {
    const [wanted, other, letters, more] =
      index === 0 ? ['Marta', /^Marius/, 'Mar', 'ta'] : ['Dorota', /^Dorian/, 'Dor', 'ota']
    await test.step(`over a pipe of ${delayMs} ms`, async () => {
      pipe.delayMs = delayMs
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox')).toBeFocused()
      await page.keyboard.type(letters)
      // Letters are for the field, whatever was pressed beside it.
      await page.getByRole('option', { name: other }).click({ button: 'right' })
      await page.keyboard.type(more)
      await page.keyboard.press('Enter')
      await page.keyboard.type('Your order')
      await expect(composer(page)).toHaveValue('Your order')
      await expect(conversation(page).getByRole('heading', { name: wanted })).toBeVisible()
    })
  }
  await test.step('and what is typed on is for the dialog that it opens', async () => {
    desk.answer('contacts.list', () => ({ total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }))
    desk.fallBack('chats.suggestRecipient', undefined)
    pipe.delayMs = 0
    const letGo = pipe.hold('search.chats')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('>zebra')
    await expect(page.getByRole('dialog')).toContainText('Only “Actions” was searched')
    await page.getByRole('combobox').fill('')
    await page.keyboard.type('New message')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Dor')
    letGo()
    await expect(page.getByRole('combobox', { name: 'Name, number or chat ID' })).toHaveValue('Dor')
  })
})

test('letters, Enter, Alt+Down and letters without a pause stay whole', async ({ desk, open, pipe }) => {
  const page = await open()
  for (const delayMs of delays) {
    await test.step(`over a pipe of ${delayMs} ms`, async () => {
      pipe.delayMs = 0
      const names = ['Anna', 'Boris', 'Carl'].map((name) => `${name} ${delayMs}`)
      const chats = names.map((name) => desk.customer(name))
      await openChat(page, names[0] ?? '')
      await expect(message(page, `Hello from ${names[0]}`)).toBeVisible()
      await expect(composer(page)).toBeFocused()
      pipe.delayMs = delayMs
      for (const [index, name] of names.entries()) {
        await page.keyboard.type(`For ${name}`)
        await page.keyboard.press('Enter')
        if (index < names.length - 1) await page.keyboard.press('Alt+ArrowDown')
      }
      // Enter before a chat is on the screen sends nothing: the text waits there, whole.
      const written = (chat: ChatKey) =>
        [
          ...desk.inputs('messages.send').flatMap((send) => (send.chat === chat ? [send.text] : [])),
          desk.chat(chat).draft.draftText,
        ].join('')
      await expect.poll(() => chats.map(written)).toEqual(names.map((name) => `For ${name}`))
    })
  }
})

test('keys that come before a dialog are for it, and never in an answer: labels, a time to send at', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna')
  const label = desk.label('Urgent')
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.type('At noon')

  await test.step('labels', async () => {
    const bring = await holdScript(page, 'label-dialog')
    await page.keyboard.press('Alt+l')
    await page.keyboard.type('Urg')
    await page.keyboard.press('Enter')
    await bring()
    const field = page.getByRole('dialog').getByRole('searchbox')
    await expect(field).toHaveValue('Urg')
    await field.press('Enter')
    await expect.poll(() => desk.inputs('labels.set')).toMatchObject([{ chat: anna, label, on: true }])
    await page.keyboard.press('Escape')
    await expect(composer(page)).toBeFocused()
  })
  await test.step('a time', async () => {
    const bring = await holdScript(page, 'send-later-dialog')
    await page.keyboard.press('Control+Shift+Enter')
    await page.keyboard.press('Enter')
    await bring()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await expect(composer(page)).toHaveValue('At noon')
  expect(desk.inputs('messages.send')).toEqual([])
})

test('a dialog that comes late has the letters that were typed for it, unless the person went on elsewhere', async ({
  desk,
  open,
}) => {
  desk.customer('Anna')
  for (const elsewhere of [false, true]) {
    const page = await open()
    await openChat(page, 'Anna')
    await composer(page).click()
    const bring = await holdScript(page, 'label-dialog')
    await page.keyboard.press('Alt+l')
    await page.keyboard.type('Urg')
    await page.evaluate('endHold()')
    if (elsewhere) await page.keyboard.type('!')
    await bring()
    const field = page.getByRole('dialog').getByRole('searchbox')
    await expect(field).toHaveValue(elsewhere ? '' : 'Urg')
    await field.clear()
    await page.keyboard.press('Escape')
    await expect(composer(page)).toHaveValue(elsewhere ? '!' : '')
  }
})

test('Enter makes no label of what may be the beginning of one that is not read yet', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna')
  const label = desk.label('Urgent')
  const letGo = pipe.hold('labels.list')
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Alt+l')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('Urg')
  await page.keyboard.press('Enter')
  letGo()
  await expect(dialog.getByRole('checkbox', { name: 'Urgent' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => desk.inputs('labels.set')).toMatchObject([{ chat: anna, label, on: true }])
  expect(desk.inputs('labels.save')).toEqual([])
})

test('what is typed or pasted before the search is there goes into it, and never into an answer', async ({
  desk,
  open,
  shared,
}) => {
  desk.customer('Anna')
  // Held before the window opens: it fetches the script by itself once it has nothing else to do.
  const bring = await holdScript(shared.page, 'palette')
  const page = await open()
  await openChat(page, 'Anna')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('48x')
  await page.keyboard.press('Backspace')
  await paste(page.locator(':focus'), '21')
  await page.keyboard.press('Enter')
  const session = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('n')
  await compose('に')
  await session.send('Input.insertText', { text: 'に' })
  // The field that is being opened ends this one.
  await compose('は')
  // As in a busy window, where keys go before timers.
  await page.evaluate(() => {
    const { setTimeout } = globalThis
    Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => setTimeout(run, ms === 0 ? 1000 : ms) })
  })
  await bring()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('4821には')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toHaveValue('')
  expect(desk.inputs('messages.send')).toEqual([])
})

test('what is typed after a click on a chat is in its answer, whether that was read before or is read now', async ({
  desk,
  open,
  pipe,
}) => {
  const chats = new Map(['Anna', 'Boris', 'Clara'].map((name) => [name, desk.customer(name)]))
  const page = await open()
  // Boris is read now.
  await openChat(page, 'Clara')
  for (const [name, chat] of [...chats].slice(1)) {
    await openChat(page, 'Anna')
    const letGo = pipe.hold('chats.details')
    await chatRow(page, name).click()
    await page.keyboard.type('On it')
    letGo()
    await expect(conversation(page).getByRole('heading', { name })).toBeVisible()
    await expect(composer(page)).toHaveValue('On it')
    await expect.poll(() => desk.chat(chat).draft.draftText).toBe('On it')
  }
})

test('a chat that is being opened when the connection drops stays open, with what was typed', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  desk.customer('Boris')
  const page = await open()
  await openChat(page, 'Anna')
  await expect(message(page, 'Hello from Anna')).toBeVisible()
  pipe.cutAt('chats.details', 'answer')
  await chatRow(page, 'Boris').click()
  await page.keyboard.type('First half, ')
  await page.keyboard.type('second half')
  await expect(chatList(page).getByRole('searchbox')).toHaveValue('')
  pipe.mend()
  await expect(composer(page)).toHaveValue('First half, second half')
  await expect(conversation(page).getByRole('heading', { name: 'Boris' })).toBeVisible()
})

test('what was typed for a chat that was left before it opened becomes its draft, and is in no other', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  desk.customer('Boris')
  const clara = desk.customer('Clara')
  const page = await open()
  await openChat(page, 'Anna')
  await expect(composer(page)).toBeFocused()
  const letGo = pipe.hold('chats.details')
  await chatRow(page, 'Clara').click()
  await page.keyboard.type('For Clara')
  await chatRow(page, 'Anna').click()
  await expect(composer(page)).toHaveValue('')
  letGo()
  await expect.poll(() => desk.chat(clara).draft.draftText).toBe('For Clara')
  await openChat(page, 'Clara')
  await expect(composer(page)).toHaveValue('For Clara')
})

test('Done closes what was on the screen, and a question that came meanwhile goes on waiting', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  const boris = desk.customer('Boris')
  const clara = desk.customer('Clara')
  for (let line = 1; line <= 60; line += 1) desk.says(clara, `Line ${line}`)
  desk.change(clara, { unread: 0 })
  const page = await open()
  await openChat(page, 'Anna')
  await expect(message(page, 'Hello from Anna')).toBeVisible()

  await test.step('in the open chat, while the log is still read', async () => {
    const letGo = pipe.hold('messages.window')
    desk.says(anna, 'And a refund?')
    await expect(chatRow(page, 'Anna')).toContainText('And a refund?')
    await page.keyboard.press('Alt+e')
    await expect(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
    expect(desk.chat(anna).row.waitingSince).not.toBeNull()
    letGo()
    await expect(message(page, 'And a refund?')).toBeVisible()
    await page.keyboard.press('Alt+e')
    await expect.poll(() => desk.chat(anna).row.waitingSince).toBeNull()
  })

  await test.step('nor is what came below the lines that are being read', async () => {
    await openChat(page, 'Clara')
    await expect(message(page, 'Line 60')).toBeVisible()
    await log(page).hover()
    await page.mouse.wheel(0, -1500)
    await expect(message(page, 'Line 60')).not.toBeInViewport()
    desk.says(clara, 'And where is it?')
    await expect(chatRow(page, 'Clara')).toContainText('And where is it?')
    await page.keyboard.press('Alt+e')
    await expect.poll(() => desk.inputs('chats.setDone').length).toBe(3)
    expect(desk.chat(clara).row.waitingSince).not.toBeNull()
  })

  await test.step('and of a row of the list', async () => {
    await chatRow(page, 'Boris').getByRole('button').first().focus()
    pipe.delayMs = 300
    desk.says(boris, 'Are you there?')
    await page.keyboard.press('Alt+e')
    await expect.poll(() => desk.inputs('chats.setDone').length).toBe(4)
    expect(desk.chat(boris).row.waitingSince).not.toBeNull()
  })
})

test('a chat that is marked as read in the list keeps what came meanwhile unread', async ({ desk, open, pipe }) => {
  const boris = desk.customer('Boris')
  const clara = desk.customer('Clara')
  const page = await open()
  await chatRow(page, 'Boris').getByRole('button').first().focus()
  pipe.delayMs = 300
  desk.says(boris, 'Are you there?')
  await page.keyboard.press('Alt+u')
  await expect.poll(() => desk.inputs('chats.markRead').length).toBe(1)
  expect(desk.chat(boris).row.unread).toBe(1)

  pipe.delayMs = 0
  await expect(chatRow(page, 'Boris')).toContainText('Are you there?')
  await chatRow(page, 'Clara').click({ modifiers: ['Control'] })
  pipe.delayMs = 300
  desk.says(clara, 'And you?')
  await page.getByRole('toolbar').getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(() => desk.inputs('chats.markRead').length).toBe(2)
  expect(desk.chat(clara).row.unread).toBe(1)
})

test('a question about an instance does not become one about another, where the address leads back', async ({
  desk,
  open,
}) => {
  const other = { ...desk.instance, key: 2 as InstanceKey, name: 'Another desk', idInstance: '1101000002' }
  desk.answer('instances.list', () => [desk.instance, other])
  desk.answer('groups.list', () => ({ groups: [], nextAt: null }))
  for (const name of ['account.state', 'account.read', 'login.state', 'contacts.list'] as const)
    desk.fallBack(name, undefined)
  desk.customer('Anna')
  const page = await open()
  await expect(chatRow(page, 'Anna')).toBeVisible()
  const heading = page.getByRole('heading', { level: 2 })
  for (const [key, name] of [
    [2, 'Another desk'],
    [1, desk.instance.name],
  ] as const) {
    await page.evaluate((one) => (location.hash = `#/instance/${one}/groups`), key)
    await expect(heading.filter({ hasText: name })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Log “${desk.instance.name}” out?`)
  await page.goBack()
  await expect(heading.filter({ hasText: 'Another desk' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('instances that are being read are not read a second time meanwhile', async ({ desk, open, pipe }) => {
  const other = { ...desk.instance, key: 2 as InstanceKey, name: 'Another desk', idInstance: '1101000002' }
  desk.answer('instances.list', () => [desk.instance, other])
  desk.answer('account.overview', () => [])
  for (const name of ['account.read', 'queues.read'] as const) desk.fallBack(name, undefined)
  const page = await open()
  await goToHash(page, '#/instance/all')
  const letGo = pipe.hold('queues.read')
  const readAll = page.getByRole('button', { name: 'Read all states' })
  // The table reads the counts of its first rows by itself.
  await expect.poll(() => desk.inputs('queues.read')).toHaveLength(1)
  await readAll.click()
  await expect.poll(() => desk.inputs('queues.read')).toHaveLength(2)
  await expect(readAll).toBeDisabled()
  // A person who leaves and comes back finds what they began still going on.
  await goToHash(page, '#/chats/1')
  await expect(readAll).toBeHidden()
  await goToHash(page, '#/instance/all')
  await expect(readAll).toBeDisabled()
  letGo()
  await expect(readAll).toBeEnabled()
  expect(desk.inputs('account.read')).toHaveLength(2)
})
