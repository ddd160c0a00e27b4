import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import { openView, table, tableRow, tick } from '../support/inspect.ts'
import { expect, test } from '../support/test.ts'
import { details, message, openChat, send, views } from '../support/window.ts'

test.beforeEach(({ orderDesk }) => {
  orderDesk.behave({ autoStatus: manualStatus })
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
})

/** The field's errors repeat the path, and with it the token (service 10.7). */
const refusal = ({ idInstance, token }: { readonly idInstance: string; readonly token: string }) => ({
  kind: 'refuse' as const,
  status: 400,
  body: JSON.stringify({
    statusCode: 400,
    path: `/v3/waInstance${idInstance}/sendMessage/${token}`,
    message: 'Validation failed',
  }),
})

test('every call with its outcome, its attempts and where its time went; errors, and limits as they are now', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await send(page, 'Accepted')
  await emulator.untilSent('Accepted')
  await openView(page, 'Requests')
  await tableRow(page, 'Requests', 'sendMessage').click()
  await expect(details(page)).toContainText('token hidden')
  await expect(details(page).locator('.wf')).toContainText(/Rate-limit wait.*Connect.*Waiting for answer/)
  await expect(details(page)).toContainText('"Accepted"')
  await expect(details(page)).toContainText('"idMessage"')
  await expect(details(page).getByRole('button', { name: 'Ask again' })).toBeHidden()
  await page.keyboard.press('Escape')

  const rows = table(page, 'Requests').locator('.tbl-body').getByRole('row')
  await expect(rows.filter({ hasText: 'receiveNotification' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Without polling [1-9]/ }).click()
  await expect(rows.filter({ hasText: 'receiveNotification' })).not.toHaveCount(0)

  await page.getByRole('button', { name: 'Operation', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('getset')
  await tick(page, 'getSettings')
  await page.keyboard.press('Escape')
  await expect(rows.filter({ hasNotText: 'getSettings' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('textbox', { name: 'Save these filters as' }).fill('Settings reads')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  const sent = tableRow(page, 'Requests', 'sendMessage')
  await expect(sent).toHaveCount(1)
  // A time finds its minute, and one that does not exist is named.
  const [time = ''] = /\d\d:\d\d/.exec(await sent.innerText()) ?? []
  const search = page.getByRole('searchbox', { name: 'Path, body, error or time' })
  await search.fill('25:99')
  await expect(page.getByText('“25:99” is not a time')).toBeVisible()
  await search.fill(time)
  await expect(sent).toHaveCount(1)
  await page.reload()
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('button', { name: 'Settings reads', exact: true }).click()
  await expect(rows.filter({ hasNotText: 'getSettings' })).toHaveCount(0)

  const asked = emulator.recorder.list({ operation: 'getSettings' }).length
  await tableRow(page, 'Requests', 'getSettings').first().click()
  await details(page).getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('Asked again.')).toBeVisible()
  expect(emulator.recorder.list({ operation: 'getSettings' })).toHaveLength(asked + 1)

  await test.step('a call that was tried twice shows both attempts, and leads to its message', async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    emulator.fault(
      { kind: 'refuse', status: 429, headers: { 'retry-after': '1' } },
      { operation: 'sendMessage', count: 1 },
    )
    await send(page, 'Once more')
    await emulator.untilSent('Once more')
    await openView(page, 'Requests')
    const refused = tableRow(page, 'Requests', 'sendMessage').filter({ hasText: '429' })
    const accepted = tableRow(page, 'Requests', 'sendMessage').filter({ hasText: 'Answered' }).first()
    await accepted.click()
    const steps = details(page).locator('.tl').getByRole('listitem')
    await expect(steps).toHaveText([/429 Too many requests.*Attempt 1\. Tried again after/])
    await details(page).getByRole('tab', { name: 'Attempts 2' }).click()
    await expect(steps).toHaveText([/429 Too many requests/, /200 Answered.*Attempt 2, shown here/])
    await details(page).getByRole('button', { name: '429 Too many requests' }).click()
    await expect(refused).toHaveAttribute('aria-selected', 'true')
    await expect(steps).toHaveText([/Attempt 1, shown here/, /Attempt 2/])
    await details(page).getByRole('button', { name: 'Show message' }).click()
    await expect(tableRow(page, 'Outgoing', 'Once more')).toHaveAttribute('aria-selected', 'true')
    await expect(details(page).getByText('Once more').first()).toBeVisible()

    // A list or a notification may bring several; an incoming one stands in its chat.
    await openView(page, 'Requests')
    await tableRow(page, 'Requests', 'lastIncomingMessages').first().click()
    await details(page).getByRole('button', { name: 'Show message' }).click()
    await expect(message(page, 'Is it ready?')).toBeVisible()
  })

  await test.step('errors are found, grouped and taken out; the token is in none of it', async () => {
    emulator.fault(refusal(orderDesk), { operation: 'sendMessage', count: 1 })
    await send(page, 'Refused')
    await expect(message(page, 'Refused').getByRole('img', { name: 'Failed' })).toBeVisible()
    await openView(page, 'Requests')
    await page.getByRole('button', { name: /^Errors \d/ }).click()
    const failed = tableRow(page, 'Requests', 'sendMessage').filter({ hasText: 'Validation failed' })
    await expect(failed).toHaveCount(1)
    await failed.click()
    await expect(details(page)).toContainText('"statusCode"')
    await expect(page.locator('body')).not.toContainText(orderDesk.token)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByRole('button', { name: 'Errors by kind' }).click()
    await page.getByRole('button', { name: /sendMessage.*Validation failed.*1/ }).click()
    await expect(table(page, 'Requests').locator('.tbl-body').getByRole('row')).toHaveCount(1)

    const curl = await app.copying(() => details(page).getByRole('button', { name: 'Copy as cURL' }).click())
    expect(curl).toContain(`${emulator.url}/v3/waInstance${orderDesk.idInstance}/sendMessage/API_TOKEN`)
    const har = await app.saving(() => page.getByRole('button', { name: 'Export HAR' }).click())
    const { log } = JSON.parse(har.text) as { log: { entries: readonly { request: { url: string } }[] } }
    expect(log.entries.map(({ request }) => request.url)).toContain(
      `${emulator.url}/v3/waInstance${orderDesk.idInstance}/sendMessage/API_TOKEN`,
    )
    for (const text of [curl, har.text]) expect(text).not.toContain(orderDesk.token)
  })

  await test.step('limits are shown as they are now, with what waits and who backs off, and can be set', async () => {
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    emulator.fault(
      { kind: 'refuse', status: 429, headers: { 'retry-after': '90' } },
      { operation: 'sendMessage', count: 1 },
    )
    await openView(page, 'Requests')
    await page.getByRole('button', { name: 'Limits' }).click()
    const limits = page.getByRole('dialog', { name: 'Limits' })
    const history = limits.getByRole('row').filter({ hasText: 'getChatHistory' })
    await expect(history).toBeVisible()
    const field = history.getByRole('spinbutton', { name: 'Limit of getChatHistory, per second' })
    await field.fill('0.5')
    await field.press('Tab')
    await expect(history.getByRole('button', { name: 'Reset to 1' })).toBeVisible()
    await history.getByRole('button', { name: 'Reset to 1' }).click()
    await expect(field).toHaveValue('1')
    await page.keyboard.press('Escape')

    await page.goBack()
    await send(page, 'Too fast')
    await emulator.untilRequest('sendMessage')
    await openView(page, 'Requests')
    await page.getByRole('button', { name: 'Limits' }).click()
    await expect(limits.getByRole('row').filter({ hasText: 'sendMessage' })).toContainText(/until \d/)
  })
})

test('empty waits are counted, not listed; what is kept, and for how long, is shown and can be set @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  orderDesk.behave({ emptyWait: 'null' })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  await openView(page, 'Requests')
  const waits = page.getByRole('group', { name: 'Empty waits, 60 min' })
  await expect(waits).toContainText(/^0/)
  emulator.fault({ kind: 'empty-wait', form: 'null' }, { operation: 'receiveNotification', count: 2 })
  emulator.clock.advance(30_000)
  // By themselves empty waits are written down every five minutes.
  orderDesk.person('79990001122').says('And now?')
  await expect(waits).toContainText(/^[1-9]/)
  await page.getByRole('button', { name: 'Operation', exact: true }).click()
  await tick(page, 'receiveNotification')
  await page.keyboard.press('Escape')
  // Those that brought Anna's messages; the waits that brought nothing are not among them.
  await expect(tableRow(page, 'Requests', 'receiveNotification')).toHaveCount(2)

  await expect(page.getByText(/Kept for 30 days, .* of at most 200 MB/)).toBeVisible()
  await page.getByRole('link', { name: 'Change how long' }).click()
  await page.getByRole('group', { name: 'How long data is kept' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('combobox', { name: 'Keep the request log for', exact: true }).selectOption('7')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText(/Kept for 7 days/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear log' }).click()
  await expect(page.getByText('No request matches').or(page.getByText('No requests yet'))).toBeVisible()
})

test.describe('where the clock has 12 hours', () => {
  test.use({ locale: 'en-US' })

  test('the times of events and requests are whole, and in the order of their rows @nightly', async ({
    app,
    emulator,
    orderDesk,
  }) => {
    const page = await app.open({ instances: [orderDesk] })
    await openChat(page, 'Anna')
    // It begins before the ones that come while it waits, and ends after them.
    emulator.fault({ kind: 'delay', ms: 1500 }, { operation: 'sendMessage', count: 1 })
    await send(page, 'Slow')
    orderDesk.person('79990001122').says('Meanwhile')
    await expect(message(page, 'Meanwhile')).toBeVisible()
    await emulator.untilSent('Slow')
    await openView(page, 'Events')
    const whole = /^\d{1,2}:\d\d:\d\d\.\d\s[AP]M$/u
    // Received, applied, deleted.
    await expect(tableRow(page, 'Events', 'Meanwhile').locator('.time').filter({ hasText: whole })).toHaveCount(3)
    await openView(page, 'Requests')
    await expect(tableRow(page, 'Requests', 'sendMessage').locator('.time')).toHaveText(whole)
    const shown = await table(page, 'Requests').locator('.tbl-body .time').allTextContents()
    expect(shown.length).toBeGreaterThan(3)
    const seconds = shown.map((time) => /:(\d\d:\d\d\.\d)/.exec(time)?.[1] ?? '')
    expect(seconds).toEqual(seconds.toSorted().toReversed())
    await openView(page, 'Outgoing')
    await tableRow(page, 'Outgoing', 'Slow').click()
    await expect(details(page)).toContainText('History')
    await expect(page.locator('.is-outgoing .axis')).not.toBeEmpty()
    // One clock, also beside a table.
    await expect(page.locator('.is-outgoing')).not.toContainText(/\d:\d\d(?!:|[.\d]|\s[AP]M)/u)
  })
})
