import type { Page } from '@playwright/test'
import { composer, conversation, isMarked, log, message, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

const quote = (page: Page) => conversation(page).getByRole('group', { name: /^Reply to/ })

test('a quote is taken away and leads to its message, keys mark what is selected, and a text that is too long stays', async ({
  desk,
  open,
}) => {
  desk.customer('Boris', 'Good day')
  const anna = desk.customer('Anna', 'Can you take the old one?')
  const page = await open()
  await openChat(page, 'Anna')

  await test.step('a quote is taken away by Escape and by its button, and leads to its message; keys mark what is selected', async () => {
    await message(page, 'Can you take').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Reply' }).click()
    await expect(composer(page)).toBeFocused()
    await page.keyboard.type('Yes')
    await page.keyboard.press('Escape')
    await expect(quote(page)).toHaveCount(0)
    await expect(composer(page)).toHaveValue('Yes')

    const preview = conversation(page).getByRole('group', { name: 'Preview', exact: true })
    const keys = [
      ['ControlOrMeta+b', '*Yes*'],
      ['ControlOrMeta+i', '_Yes_'],
      ['ControlOrMeta+Shift+x', '~Yes~'],
      ['ControlOrMeta+e', '`Yes`'],
    ] as const
    for (const [key, marked] of keys) {
      await composer(page).fill('Yes')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press(key)
      await expect(composer(page)).toHaveValue(marked)
      await expect(preview).toHaveText(marked)
    }
    await composer(page).fill('Yes')

    await message(page, 'Can you take').hover()
    await message(page, 'Can you take').getByRole('button', { name: 'Reply' }).click()
    const goneTo = isMarked(page, 'Can you take the old one?')
    await quote(page)
      .getByRole('button', { name: /Can you take/ })
      .click()
    await goneTo
    await quote(page).getByRole('button', { name: 'Do not quote' }).click()
    await expect(quote(page)).toHaveCount(0)
    await composer(page).fill('')
  })

  await test.step('a paste of 30,000 characters keeps the text and explains, and the draft keeps it too', async () => {
    const tooLong = 'x'.repeat(30_000)
    await composer(page).fill(tooLong)
    await composer(page).press('ControlOrMeta+a')
    await composer(page).press('ControlOrMeta+x')
    await expect(composer(page)).toHaveValue('')
    await composer(page).press('ControlOrMeta+v')
    await expect(composer(page)).toHaveValue(tooLong)
    await expect(
      page.getByText('A message has 20,000 characters at most: shorten it by 10,000 characters'),
    ).toBeVisible()
    await expect(page.getByText('30,000 of 20,000 characters')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await composer(page).press('Enter')
    await openChat(page, 'Boris')
    await openChat(page, 'Anna')
    await expect(composer(page)).toHaveValue(tooLong)
    expect(desk.inputs('messages.send')).toEqual([])
    await composer(page).fill('')
  })

  await test.step('the limit: 20,000 characters with emoji go out', async () => {
    const full = '👍'.repeat(10_000)
    await composer(page).fill(full)
    await expect(page.getByText('20,000 of 20,000 characters')).toBeVisible()
    await composer(page).press('End')
    await composer(page).pressSequentially('!')
    await expect(page.getByText('20,001 of 20,000 characters')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await composer(page).press('Backspace')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => desk.inputs('messages.send')).toMatchObject([{ text: full }])
  })

  await test.step('what the service holds back until its account is logged in again says so', async () => {
    const waitReason = { kind: 'held', heldUntil: Date.UTC(2100, 0, 1) } as const
    desk.sent(anna, 'Patience', { status: { kind: 'pending', changeable: false, waitReason } })
    await expect(message(page, 'Patience').getByRole('img', { name: 'Waiting' })).toBeVisible()
    await expect(message(page, 'Patience')).toContainText('instance not authorized, kept until')
  })
})

test('a sent text that is changed takes a new line by Shift and Enter and goes by Enter alone, is kept over another chat, and is reached by the up arrow', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Boris', 'Good day')
  const anna = desk.customer('Anna', 'When?')
  const sent = desk.sent(anna, 'It is ready', { status: { kind: 'sent', changeable: false }, at: Date.now() })
  desk.answer('messages.edit', ({ message: key, text }) => desk.edited(anna, key, text))
  const page = await open()
  await openChat(page, 'Anna')
  const editor = log(page).getByRole('textbox', { name: 'Edit message' })

  await test.step('what was changed so far is there after a look elsewhere; Enter sends it', async () => {
    await message(page, 'It is ready').focus()
    await page.keyboard.press('e')
    await expect(editor).toBeFocused()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('at noon')
    await page.keyboard.press('Alt+Enter')
    await expect(editor).toHaveValue('It is ready\nat noon')
    // A message is deleted, and never changed to nothing.
    await editor.fill(' ')
    await page.keyboard.press('Enter')
    await editor.fill('It is ready\nat noon')
    await openChat(page, 'Boris')
    await expect(message(page, 'Good day')).toBeVisible()
    await openChat(page, 'Anna')
    await message(page, 'It is ready').focus()
    await page.keyboard.press('e')
    await expect(editor).toHaveValue('It is ready\nat noon')
    await expect(editor).toBeFocused()
    expect(desk.inputs('messages.edit')).toEqual([])
    await page.keyboard.press('Enter')
    await expect(message(page, 'at noon')).toBeFocused()
    expect(desk.inputs('messages.edit')).toMatchObject([{ message: sent, text: 'It is ready\nat noon' }])
  })

  await test.step('the up arrow changes the last own message from an empty composer, and leads back there', async () => {
    await composer(page).fill('x')
    await page.keyboard.press('ArrowUp')
    await expect(editor).toHaveCount(0)
    await composer(page).fill('')
    await page.keyboard.press('ArrowUp')
    await expect(editor).toHaveValue('It is ready\nat noon')
    await expect(editor).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(editor).toHaveCount(0)
    await expect(composer(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('.')
    await page.keyboard.press('Enter')
    await expect(editor).toHaveCount(0)
    await expect(message(page, 'at noon.')).toBeVisible()
    await expect(composer(page)).toBeFocused()
    // The focus stays where the person went while it was saved.
    const letGo = pipe.hold('messages.edit')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.inputs('messages.edit').length).toBe(3)
    await message(page, 'When?').focus()
    letGo()
    await expect(editor).toHaveCount(0)
    await expect(message(page, 'When?')).toBeFocused()
  })

  await test.step('a change that is saved late closes no other one that was begun meanwhile', async () => {
    desk.sent(anna, 'It costs 5', { status: { kind: 'sent', changeable: false }, at: Date.now() })
    const letGo = pipe.hold('messages.edit')
    await message(page, 'at noon').focus()
    await page.keyboard.press('e')
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.inputs('messages.edit').length).toBe(4)
    await message(page, 'It costs 5').focus()
    await page.keyboard.press('e')
    await expect(editor).toHaveValue('It costs 5')
    letGo()
    // The window has the answer by the time it shows this.
    desk.says(anna, 'Thanks')
    await expect(message(page, 'Thanks')).toBeVisible()
    await expect(editor).toHaveValue('It costs 5')
    await page.keyboard.press('Escape')
  })

  await test.step('what others wrote is theirs: the letter goes on into the answer', async () => {
    await message(page, 'When?').focus()
    await page.keyboard.press('e')
    await expect(editor).toHaveCount(0)
    await expect(composer(page)).toHaveValue('e')
  })
})

test('of more files than go at once the rest is left out, and that is said', async ({ desk, open, pipe }) => {
  desk.customer('Anna')
  desk.answer('uploads.begin', ({ name }) => ({ upload: name, address: 'spool/one', name }))
  for (const name of ['uploads.arrange', 'uploads.discard'] as const) desk.fallBack(name, undefined)
  const letGo = pipe.hold('uploads.begin')
  const page = await open()
  await openChat(page, 'Anna')
  const paper = { mimeType: 'application/pdf', buffer: Buffer.from('An offer') }
  const papers = Array.from({ length: 101 }, (_, index) => ({ ...paper, name: `Offer ${index + 1}.pdf` }))
  await page.locator('input[data-attach]').setInputFiles(papers)
  const tray = conversation(page).getByRole('group', { name: 'Attachments' })
  await expect(tray).toContainText('100 files go as 100 messages')
  await expect(tray).toContainText('1 file was left out: at most 100 at once.')
  await tray.getByRole('button', { name: 'Remove all' }).click()
  letGo()
  await expect(tray).toHaveCount(0)
  // Core lets go of the one that was being announced, or it would stand there again after a reload.
  await expect.poll(() => desk.inputs('uploads.discard')).toEqual([{ uploads: ['Offer 1.pdf'] }])
})

test('a poll and a contact are what was written last, one send each however often it is tried, and a late one closes no other dialog', async ({
  desk,
  open,
  pipe,
}) => {
  desk.setInstance({ family: 'telegram' })
  desk.customer('Boris')
  const anna = desk.customer('Anna')
  desk.answer('contacts.list', () => ({ total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }))
  desk.answer('messages.sendContent', () => ({ message: desk.sent(anna, 'It went') }))
  const page = await open()
  await openChat(page, 'Anna')
  const dialog = page.getByRole('dialog')
  const begin = async (kind: string) => {
    await page.getByRole('button', { name: 'More to send' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  const send = () => dialog.getByRole('button', { name: 'Send' }).click()
  const sends = () => desk.inputs('messages.sendContent')

  await begin('Poll')
  await dialog.getByLabel('Question').fill('Which day?')
  await dialog.getByLabel('Option 1').fill('Monday')
  await dialog.getByLabel('Option 2').fill('Tuesday')
  await dialog.getByLabel('Several answers allowed').check()
  await dialog.getByLabel('Quiz with one right answer').check()
  for (const tries of [1, 2]) {
    pipe.cutAt('messages.sendContent', 'answer')
    await send()
    await expect.poll(() => sends().length).toBe(tries)
    await expect(dialog.getByRole('alert')).toContainText('was lost')
    pipe.mend()
  }
  await dialog.getByLabel('Question').fill('Which day then?')
  const letGo = pipe.hold('messages.sendContent')
  await send()
  await expect.poll(() => sends().length).toBe(3)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await begin('Contact')
  const whom = dialog.getByLabel('Name or phone number')
  await whom.fill('Bor')
  await dialog.getByRole('option', { name: /Boris/ }).click()
  letGo()
  await expect(message(page, 'It went')).toHaveCount(3)
  const [first, again, other] = sends()
  expect(again).toEqual(first)
  expect(other?.sendId).not.toBe(first?.sendId)
  expect(first?.content).toMatchObject({ kind: 'poll', multiple: false, correct: 0 })

  await whom.fill('79990001122')
  await send()
  await expect.poll(() => sends()[3]?.content).toMatchObject({ kind: 'contact', phone: '79990001122', chatId: '' })
})
