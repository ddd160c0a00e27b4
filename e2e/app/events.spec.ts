import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import { openView, rowTop, table, tableRow, tick } from '../support/inspect.ts'
import { expect, test } from '../support/test.ts'
import { conversation, details } from '../support/window.ts'

test.beforeEach(({ orderDesk }) => {
  orderDesk.behave({ autoStatus: manualStatus })
})

test('notifications appear as they come, stand still while paused, are filtered, and set aside where they can’t be applied', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const boris = orderDesk.person('79990003344', { name: 'Boris' })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  await openView(page, 'Events')
  const rows = table(page, 'Events').locator('.tbl-body').getByRole('row')
  // What was empty when it was paused stays empty.
  await page.getByRole('button', { name: 'Pause list' }).click()
  const written = anna.says('First')
  await expect(page.getByRole('button', { name: '1 new notification' })).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume list' }).click()
  await expect(tableRow(page, 'Events', 'First')).toContainText('Done')
  await expect(tableRow(page, 'Events', 'First')).toContainText('Incoming message')
  await expect(tableRow(page, 'Events', 'First')).toContainText('Anna')

  await page.getByRole('button', { name: 'Pause list' }).click()
  boris.says('Second')
  await expect(page.getByRole('button', { name: '1 new notification' })).toBeVisible()
  await expect(tableRow(page, 'Events', 'Second')).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume list' }).click()
  await expect(tableRow(page, 'Events', 'Second')).toBeVisible()

  anna.edits(written, 'First, corrected')
  await expect(rows).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Receipt, message or chat ID, or time' }).fill(boris.chatId)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Second')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await tick(page, 'Anna')
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Kind', exact: true }).click()
  await tick(page, /^Incoming message incomingMessageReceived/)
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(2)

  const health = page.getByRole('group', { name: 'Queue health' })
  await expect(health.getByRole('group', { name: 'Receiving' })).toContainText('Listening')
  await expect(health.getByRole('group', { name: 'Since last answer' })).toContainText('ago')
  await expect(health.getByRole('group', { name: 'Lag, median' })).toContainText('p95')
  // An empty wait changes nothing that is stored, and is an answer all the same.
  emulator.clock.advance(30_000)
  await expect(health.getByRole('group', { name: 'Since last answer' })).toContainText('empty')

  await test.step('what could not be applied is set aside with its reason, tried again, and never holds up the rest', async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    orderDesk.notifyRaw('no object at all')
    orderDesk.notifyRaw({
      typeWebhook: 'stateInstanceChanged',
      instanceData: { idInstance: 1101009999, wid: '79990009999@c.us', typeInstance: 'v3' },
      timestamp: Math.floor(Date.now() / 1000),
      stateInstance: 'blocked',
    })
    orderDesk.notify('somethingOfTheFuture', { detail: 'x' })
    anna.says('After all that')
    await expect(tableRow(page, 'Events', 'After all that')).toContainText('Done')
    const chip = page.getByRole('button', { name: 'Quarantined 2' })
    await chip.click()
    await expect(rows).toHaveCount(2)
    await rows.last().click()
    await expect(details(page).getByText('Unreadable body')).toBeVisible()
    await expect(details(page)).toContainText('It was saved as received and taken off the queue')
    await expect(details(page)).toContainText('no object at all')
    await details(page).getByRole('button', { name: 'Next' }).isDisabled()
    await details(page).getByRole('button', { name: 'Previous' }).click()
    await expect(details(page)).toContainText('It names another instance.')
    await details(page).getByRole('button', { name: 'Apply again' }).click()
    await expect(page.getByText('It still can’t be applied')).toBeVisible()
    await details(page).getByRole('button', { name: 'Remove' }).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Quarantined 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()

    const unknown = tableRow(page, 'Events', 'somethingOfTheFuture')
    await expect(unknown).toContainText('Unknown kind')
    await unknown.click()
    await expect(details(page)).toContainText('This version does not know this kind.')
    const saved = await app.saving(() => details(page).getByRole('button', { name: 'Save' }).click())
    expect(JSON.parse(saved.text)).toMatchObject({ body: { typeWebhook: 'somethingOfTheFuture', detail: 'x' } })
    expect(saved.text).not.toContain(orderDesk.token)
  })
})

test('a notification tells when what happened to it, and leads to its message and to the others about it @nightly', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const sent = orderDesk.phone.says('On its way', { to: anna })
  sent.becomes('delivered')
  const page = await app.open({ instances: [orderDesk] })
  await openView(page, 'Events')
  await tableRow(page, 'Events', 'Message status').click()
  const history = details(page).locator('.tl').getByRole('listitem')
  // The service may still be answering the delete while what was saved is applied, or not: in the order in which it
  // happened.
  const times = /^Event time.*Received.*(Applied.*Deleted from the queue|Deleted from the queue.*Applied)/
  await expect(details(page).locator('.tl')).toHaveText(times)
  await expect(history).toHaveCount(4)
  await expect(details(page).locator('.code')).toContainText('"delivered"')
  await details(page)
    .getByRole('button', { name: /^Sent from the phone outgoingMessageReceived/ })
    .click()
  await expect(details(page).locator('.code')).toContainText('"On its way"')
  await details(page).getByRole('link', { name: 'Open in chat' }).click()
  await expect(conversation(page).getByRole('article').filter({ hasText: 'On its way' })).toBeVisible()
})

test('what is read does not move: further down, and beside an open row @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  for (let index = 0; index < 45; index += 1) anna.says(`Line ${index}.`)
  const page = await app.open({ instances: [orderDesk] })
  await openView(page, 'Events')
  await emulator.untilDeleted(45)
  await expect(tableRow(page, 'Events', 'Line 44.')).toContainText('Done')
  await tableRow(page, 'Events', 'Line 44.').hover()
  await page.mouse.wheel(0, 36 * 12)
  // What it says has no column beside an open row; its receipt has. Receipts count from 1.
  const receipt = (id: string) =>
    table(page, 'Events')
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: id, exact: true }) })
  const row = receipt('25')
  await expect(row).toBeInViewport()
  const top = await rowTop(row)
  await row.click()
  await expect(details(page)).toContainText('Line 24.')
  expect(await rowTop(row)).toBe(top)
  anna.says('News')
  await expect(page.getByRole('button', { name: '1 new notification' })).toBeVisible()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  // The button for what is new lies above the table; the row stays in its place in the table.
  expect(await rowTop(row)).toBe(top)
  await page.getByRole('button', { name: '1 new notification' }).click()
  await expect(receipt('46')).toBeInViewport()
})
