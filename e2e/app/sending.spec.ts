import type { Instance } from '../../src/emulator/world/instance.ts'
import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import { startLine, type Line } from '../support/line.ts'
import { expect, test as base } from '../support/test.ts'
import { chatRow, composer, conversation, details, log, message, openChat, send, views } from '../support/window.ts'

const test = base.extend<{ readonly line: Line }>({
  line: async ({ emulator }, use) => {
    const line = await startLine(emulator.url)
    await use(line)
    await line.cut()
  },
})

/** What the service took over, in order. */
const taken = (desk: Instance): readonly string[] =>
  desk.sends.map(({ content }) => ('text' in content ? content.text : ''))

const arrived = /^(Accepted|Pending|Sent)$/
const waits = /^(Queued|Waiting)$/

test.beforeEach(({ orderDesk }) => {
  orderDesk.behave({ autoStatus: manualStatus })
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
})

test('killed in the middle of a send the customer has it once; a typed number is written to, what is refused or uncertain is tried again, and what waits for the connection goes with it @process', async ({
  app,
  emulator,
  line,
  orderDesk,
}) => {
  // The desk knows her from the list of contacts, which it reads once.
  const clara = orderDesk.person('79990005566', { name: 'Clara' })
  let page = await app.open({ instances: [orderDesk], apiUrl: line.url })
  await test.step('type, send, kill in the middle, start: it is there, it arrived, and the customer has it once', async () => {
    await openChat(page, 'Anna')
    // The service takes it and never answers.
    emulator.fault({ kind: 'hang' }, { operation: 'sendMessage', count: 1 })
    await send(page, 'Ready at noon')
    await expect(message(page, 'Ready at noon')).toBeVisible()
    await emulator.until({ kind: 'accepted', text: 'Ready at noon' })
    await app.kill()
    page = await app.open()
    await openChat(page, 'Anna')
    await expect(message(page, 'Ready at noon')).toHaveCount(1)
    await expect(message(page, 'Ready at noon').getByRole('img', { name: arrived })).toBeVisible()
    expect(taken(orderDesk)).toEqual(['Ready at noon'])
    expect(emulator.violations()).toEqual([])
  })

  await test.step('a chat begins with a typed number: what becomes of it is shown before it is used', async () => {
    await page.getByRole('button', { name: 'New message' }).click()
    const dialog = page.getByRole('dialog', { name: 'New message' })
    const open = dialog.getByRole('button', { name: 'Open chat' })
    const who = dialog.getByRole('combobox', { name: 'Name, number or chat ID' })
    await who.fill('Nobody of that name')
    await expect(dialog).toContainText('Nobody has this name, and it is not a phone number or a chat ID.')
    await expect(open).toHaveAttribute('aria-disabled', 'true')

    await who.fill('8 (999) 000-55-66')
    await expect(dialog.getByRole('status')).toContainText('+7 999 000 55 66')
    await expect(dialog.getByRole('status')).toContainText(clara.chatId)
    await expect(dialog.getByRole('status')).toContainText('Will be sent to +')
    await dialog.getByRole('button', { name: 'Check number' }).click()
    await expect(dialog.getByRole('status')).toContainText('The number has an account')
    await open.click()
    await send(page, 'We have your parcel')
    await emulator.untilSent('We have your parcel')
    expect(clara.chat.messages).toHaveLength(1)
    await expect(message(page, 'We have your parcel').getByRole('img', { name: arrived })).toBeVisible()

    // By name, with the keyboard: of two the second, and with Enter alone the first.
    orderDesk.person('79990005577', { name: 'Clarissa' }).says('Hello')
    await expect(chatRow(page, 'Clarissa')).toBeVisible()
    await page.getByRole('button', { name: 'New message' }).click()
    await who.fill('clar')
    await expect(dialog.getByRole('option')).toHaveCount(2)
    const second = (await dialog.getByRole('option').nth(1).locator('bdi').textContent()) ?? ''
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByRole('heading', { name: second, exact: true })).toBeVisible()
    await expect(composer(page)).toBeFocused()
  })

  await openChat(page, 'Anna')
  await test.step('refused: failed with the reason, and sent after Retry', async () => {
    emulator.fault({ kind: 'refuse', status: 400, body: 'Validation failed' }, { operation: 'sendMessage', count: 1 })
    await send(page, 'Try me')
    const bubble = message(page, 'Try me')
    await expect(bubble.getByRole('img', { name: 'Failed' })).toBeVisible()
    await expect(bubble).toContainText('Not sent. The API refused it.')
    await expect(bubble).toContainText('Validation failed')
    await log(page).getByRole('button', { name: 'Retry' }).click()
    await emulator.untilSent('Try me')
    await expect(bubble.getByRole('img', { name: arrived })).toBeVisible()
    expect(taken(orderDesk)).toEqual(['Ready at noon', 'We have your parcel', 'Try me'])
  })

  await test.step('all that was refused is discarded and taken back, and retried in one go, in the order in which it was written', async () => {
    emulator.fault({ kind: 'refuse', status: 466 }, { operation: 'sendMessage' })
    for (const text of ['one', 'two', 'three']) {
      await send(page, text)
      await expect(message(page, text).getByRole('img', { name: 'Failed' })).toBeVisible()
    }
    await views(page).getByRole('link', { name: 'Outgoing' }).click()
    await page
      .getByRole('group', { name: 'Count by status' })
      .getByRole('button', { name: /Failed$/ })
      .click()
    const unsent = page.getByText('3 messages from this computer were not sent')
    await expect(unsent).toBeVisible()

    await page.getByRole('button', { name: 'Discard all' }).click()
    await expect(unsent).toBeHidden()
    await expect(page.getByRole('table').getByText('two')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(unsent).toBeVisible()

    emulator.faults.clear()
    await page.getByRole('button', { name: 'Retry all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 3 messages again?' })
    await dialog.getByRole('button', { name: 'Retry all' }).click()
    await emulator.untilSent('three')
    await expect(page.getByText(/not sent$/)).toHaveCount(0)
    expect(taken(orderDesk).slice(-3)).toEqual(['one', 'two', 'three'])
  })

  await test.step('Check again finds nothing and says what that means; Send again warns, and sends it once', async () => {
    await views(page).getByRole('link', { name: 'Chats' }).click()
    const before = taken(orderDesk)
    emulator.fault({ kind: 'reset-before' }, { operation: 'sendMessage', count: 1 })
    await send(page, 'Lost on the way')
    const first = message(page, 'Lost on the way').first()
    await first.getByRole('button', { name: 'Check again' }).click()
    await expect(first).toContainText('Not found at the API so far. That does not prove that it was not sent.')

    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await first.getByRole('button', { name: 'Send again' }).click()
    await expect(dialog).toContainText('the customer gets it twice')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    expect(taken(orderDesk)).toEqual(before)

    await first.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await emulator.untilSent('Lost on the way')
    const second = message(page, 'Lost on the way').nth(1)
    await expect(second.getByRole('img', { name: arrived })).toBeVisible()
    // The question about the first one is closed, and what is known of it stays.
    await expect(first.getByRole('img', { name: 'Uncertain' })).toBeVisible()
    await expect(first.getByRole('button', { name: 'Send again' })).toHaveCount(0)
    expect(taken(orderDesk)).toEqual([...before, 'Lost on the way'])
  })

  await test.step('no connection, then back: it says so, nothing is said to be sent, and it goes by itself and once', async () => {
    const before = taken(orderDesk)
    await line.cut()
    await send(page, 'On its way')
    await send(page, 'And the invoice')
    for (const text of ['On its way', 'And the invoice']) {
      await expect(message(page, text).getByRole('img', { name: waits })).toBeVisible()
    }
    await expect(message(page, 'On its way')).toContainText('No connection: it is sent when the connection is back')
    expect(taken(orderDesk)).toEqual(before)

    await message(page, 'On its way').getByRole('button', { name: 'Edit' }).click()
    const editor = log(page).getByRole('textbox', { name: 'Edit message' })
    await editor.fill('On its way to you')
    emulator.fault({ kind: 'delay-after', ms: 1000 }, { operation: 'sendMessage', count: 1 })

    await line.mend()
    await emulator.untilSent('And the invoice')
    await expect(log(page).getByText(/^Can be changed until/)).toBeVisible()
    // It left while its text was being changed, which is not lost by that.
    await expect(editor).toHaveValue('On its way to you')
    await page.keyboard.press('Escape')
    for (const text of ['On its way', 'And the invoice']) {
      await expect(message(page, text).getByRole('img', { name: arrived })).toBeVisible()
    }
    await expect(log(page).getByText('No connection')).toHaveCount(0)
    expect(taken(orderDesk)).toEqual([...before, 'On its way', 'And the invoice'])
  })
})

test('Dismiss closes the question about a message that may have been sent for good, and sends nothing @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  let page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  emulator.fault({ kind: 'reset-before' }, { operation: 'sendMessage', count: 1 })
  await send(page, 'Never mind')
  const bubble = () => message(page, 'Never mind')
  await expect(bubble().getByRole('button', { name: 'Dismiss' })).toBeVisible()
  // Outgoing gives the reason and offers the same.
  await views(page)
    .getByRole('link', { name: /^Outgoing/ })
    .click()
  await page.getByRole('row').filter({ hasText: 'Never mind' }).click()
  const inspector = details(page)
  await expect(inspector).toContainText('the connection broke before the API answered')
  await inspector.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }).click()
  await inspector.getByRole('button', { name: 'Dismiss' }).click()
  await expect(inspector.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await views(page)
    .getByRole('link', { name: /^Chats/ })
    .click()
  await expect(bubble().getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await app.stop()
  page = await app.open()
  await openChat(page, 'Anna')
  await expect(bubble().getByRole('img', { name: 'Uncertain' })).toBeVisible()
  await expect(bubble().getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  expect(taken(orderDesk)).toEqual([])
})
