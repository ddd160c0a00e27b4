import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import { templateOf } from '../../src/emulator/world/business-kinds.ts'
import type { Message } from '../../src/emulator/world/message.ts'
import { goToHash, openView, shownSteps, table, tableRow } from '../support/inspect.ts'
import { expect, test } from '../support/test.ts'
import { conversation, details, message, openChat, send, views } from '../support/window.ts'

const hour = 3_600_000

test.beforeEach(({ orderDesk }) => {
  orderDesk.behave({ autoStatus: manualStatus })
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
})

/** What the script lets happen to a message, in the words of the service, and what the table shows in the end. */
const histories = [
  { text: 'All goes well', rawStatuses: ['pending', 'sent', 'delivered', 'read'], shown: 'Read' },
  { text: 'Out of order', rawStatuses: ['read', 'sent', 'delivered'], shown: 'Read' },
  { text: 'Little is said', rawStatuses: ['', 'UNKNOWN'], shown: /Accepted|Pending/ },
  { text: 'A word of the future', rawStatuses: ['sent', 'teleported'], shown: 'Sent' },
] as const

const titles: Readonly<Record<string, string>> = {
  pending: 'Pending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  '': 'No status',
  UNKNOWN: 'Unknown',
  teleported: 'Unknown',
}

test('what became of each message is told in order, leads on, and is copied', async ({ app, emulator, orderDesk }) => {
  const anna = orderDesk.person('79990001122')
  const long = orderDesk.phone.says('From the phone', { to: anna, notify: false, at: Date.now() - hour })
  const page = await app.open({ instances: [orderDesk] })
  await test.step('what touched a message: its notifications and requests lead on; re-checking asks the service', async () => {
    await openChat(page, 'Anna')
    await send(page, 'From here')
    await emulator.untilSent('From here')
    orderDesk.sends.at(-1)?.becomes('delivered')
    await openView(page, 'Outgoing')
    const row = tableRow(page, 'Outgoing', 'From here')
    await expect(row).toContainText('Delivered')
    await row.click()
    const events = details(page).getByRole('list', { name: 'Notifications about it' })
    await expect(events.getByRole('link', { name: /^Message status outgoingMessageStatus/ })).toBeVisible()
    const requests = details(page).getByRole('list', { name: 'Requests about it' })
    await expect(requests.getByRole('link', { name: /receiveNotification 200/ }).first()).toBeVisible()
    await requests.getByRole('link', { name: /sendMessage 200/ }).click()
    await expect(details(page).getByText('"message"')).toBeVisible()
    await expect(details(page).getByText('"From here"')).toBeVisible()
    await page.goBack()
    await events.getByRole('link', { name: /^Message status outgoingMessageStatus/ }).click()
    await expect(details(page).getByText('What happened')).toBeVisible()
    await details(page).getByRole('button', { name: 'Open in chat' }).click()
    await expect(conversation(page).getByRole('article').filter({ hasText: 'From here' })).toBeVisible()

    await openView(page, 'Outgoing')
    await tableRow(page, 'Outgoing', 'From the phone').click()
    const before = emulator.effects.mark()
    // Nobody tells of it: asking is the only way to know.
    long.becomes('read', { notify: false })
    await details(page).getByRole('button', { name: 'Re-check' }).click()
    await emulator.untilRequest('getMessage', { after: before })
    await expect(tableRow(page, 'Outgoing', 'From the phone')).toContainText('Read')
    const again = emulator.effects.mark()
    await page.getByRole('button', { name: 'Re-check the first 2 rows shown' }).click()
    await emulator.untilRequest('getMessage', { after: again })
    // The id of an API send is too short for getMessage (service 4.2).
    await emulator.untilRequest('lastOutgoingMessages', { after: again })
    await expect(page.getByText('2 messages checked again')).toBeVisible()
  })

  await test.step('each timeline tells the world’s history, in its order and words', async () => {
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    for (const { text } of histories) {
      await send(page, text)
      await emulator.untilSent(text)
    }
    const sent = (text: string): Message => {
      const found = orderDesk.sends.find(({ content }) => content.kind === 'text' && content.text === text)
      if (found === undefined) throw new Error(`${text} was not sent.`)
      return found
    }
    for (const { text, rawStatuses } of histories) for (const rawStatus of rawStatuses) sent(text).becomes(rawStatus)

    await openView(page, 'Outgoing')
    for (const { text, rawStatuses, shown } of histories) {
      const row = tableRow(page, 'Outgoing', text)
      await expect(row.getByRole('cell').first()).toContainText(shown)
      await row.click()
      await expect(details(page).getByText(text).first()).toBeVisible()
      const byNotification = async () =>
        (await shownSteps(page)).filter(({ detail }) => detail.startsWith('Notification'))
      await expect
        .poll(async () => (await byNotification()).map(({ title, raw }) => ({ title, raw })))
        .toEqual(
          rawStatuses.map((rawStatus) => ({ title: titles[rawStatus], raw: rawStatus === '' ? '""' : rawStatus })),
        )
      const steps = await shownSteps(page)
      const firsts = steps.map(({ title }) => title)
      expect(firsts.indexOf('Sending')).toBeLessThan(firsts.indexOf('Accepted by the API'))
      // Lists may have shown it too: never in a word that the world did not use.
      const known: readonly string[] = [
        ...rawStatuses.map((rawStatus) => (rawStatus === '' ? '""' : rawStatus)),
        '""',
        'pending',
      ]
      expect(known).toEqual(expect.arrayContaining(steps.flatMap(({ raw }) => raw ?? [])))
    }
    await expect(tableRow(page, 'Outgoing', 'A word of the future').getByText('teleported')).toBeVisible()
    await expect(tableRow(page, 'Outgoing', 'Little is said').getByText('UNKNOWN')).toBeVisible()
  })

  await test.step('a message that never got an id is copied as cURL from the request that was to send it', async () => {
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    emulator.fault({ kind: 'refuse', status: 400 }, { operation: 'sendMessage', count: 1 })
    await send(page, 'Refused')
    await expect(message(page, 'Refused')).toContainText(/Failed|Not sent/)
    await openView(page, 'Outgoing')
    await tableRow(page, 'Outgoing', 'Refused').click()
    // Code looks like code without a JSON view that was opened before.
    await expect(details(page).getByRole('group', { name: 'cURL' })).toHaveCSS('font-family', /monospace/)
    const curl = await app.copying(() => details(page).getByRole('button', { name: 'Copy as cURL' }).first().click())
    expect(curl).toContain(`${emulator.url}/v3/waInstance${orderDesk.idInstance}/sendMessage/API_TOKEN`)
    expect(curl).toContain('"message":"Refused"')
    expect(curl).not.toContain(orderDesk.token)
  })
})

test('filters live in the address; counts are filters; what an address gets wrong is said @nightly', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122')
  const written = (text: string, status: string, ago: number, more: { readonly sendByApi?: boolean } = {}) =>
    orderDesk.phone.says(text, { to: anna, at: Date.now() - ago, status, notify: false, ...more })
  written('Old and waiting', 'pending', 2 * hour, { sendByApi: true })
  written('Just waiting', 'pending', 1000)
  written('Read long ago', 'read', 5 * hour, { sendByApi: true })
  written('Refused', 'failed', 3 * hour)
  const page = await app.open({ instances: [orderDesk] })
  await openView(page, 'Outgoing')
  const rows = table(page, 'Outgoing').locator('.tbl-body').getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('img', { name: /stacked by status/ })).toBeVisible()

  const counts = page.getByRole('group', { name: 'Count by status' })
  await counts.getByRole('button', { name: /2 Pending/ }).click()
  await counts.getByRole('button', { name: /1 Failed/ }).click()
  await expect(rows).toHaveCount(3)
  await expect.poll(() => decodeURIComponent(page.url())).toContain('pending')
  await page.reload()
  await expect(rows).toHaveCount(3)
  await expect(counts.getByRole('button', { name: /2 Pending/ })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Stuck longer than' }).first().click()
  await page.getByRole('textbox', { name: 'Stuck longer than, minutes' }).fill('60')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Old and waiting')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(rows).toHaveCount(4)

  await counts.getByRole('button', { name: '7 other statuses' }).click()
  await expect(counts.getByRole('button', { name: '0 Delivered' })).toBeVisible()
  await counts.getByRole('button', { name: 'Fold' }).click()
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(counts).toHaveText('211')
  await counts.getByRole('button', { name: 'Failed' }).click()
  await expect(rows).toHaveCount(1)
  await counts.getByRole('button', { name: 'Failed' }).click()
  await expect(rows).toHaveCount(4)
  await page.setViewportSize({ width: 1440, height: 900 })

  const go = (query: string) => goToHash(page, `#/outgoing/all?q=${encodeURIComponent(query)}`)
  await go('older=150&api=yes')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Read long ago')
  await go('sort=age-desc')
  await expect(rows.first()).toContainText('Read long ago')
  await table(page, 'Outgoing').getByRole('button', { name: 'Age' }).click()
  await expect(rows.first()).toContainText('Just waiting')

  await go('status=failed,lost&minutes=soon&stuck=-1&colour=red')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Refused')
  const banner = page.getByText('Part of the link could not be used')
  await expect(banner).toBeVisible()
  await expect(page.getByText(/status=lost.*minutes=soon.*stuck=-1.*colour=red/)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toBeHidden()
  await expect(rows).toHaveCount(1)

  // What leads here from elsewhere is understood.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('stuck')
  await page.getByRole('option', { name: 'Show stuck messages' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Old and waiting')
  await expect(banner).toBeHidden()
})

test('every type has a name in words; a record that is broken is shown as far as it can be read @nightly', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122')
  const at = Date.now() - hour
  const template = templateOf({ elementName: 'parcel', contentText: 'On its way', footer: '', buttons: [] })
  orderDesk.phone.sendsUnsupported(...template, { to: anna, at, notify: false })
  orderDesk.phone.says('A good one', { to: anna, at, notify: false })
  orderDesk.phone.sendsUnsupported('', {}, { to: anna, at: at + 1000, notify: false, status: 'odd' })
  const page = await app.open({ instances: [orderDesk] })
  await openView(page, 'Outgoing')
  await expect(tableRow(page, 'Outgoing', 'A good one')).toBeVisible()
  const broken = tableRow(page, 'Outgoing', 'odd')
  await expect(broken).toContainText('Unknown')
  await broken.click()
  await expect(details(page).getByText('"typeMessage"')).toBeVisible()

  const named = tableRow(page, 'Outgoing', 'On its way')
  await expect(named).toContainText('Template')
  await expect(named).not.toContainText('templateMessage')
  await named.click()
  await expect(details(page).getByText('templateMessage', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Type', exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Template' }).check()
  await expect(table(page, 'Outgoing').locator('.tbl-body').getByRole('row')).toHaveCount(1)
})

test('the rows shown are exported, harmless to spreadsheets, and nothing holds the token @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122')
  const at = Date.now() - hour
  for (const start of ['=', '+', '-', '@'])
    orderDesk.phone.says(`${start}1+1`, { to: anna, at, notify: false, status: 'failed' })
  orderDesk.phone.says('Read by her', { to: anna, at, notify: false, status: 'read' })
  const page = await app.open({ instances: [orderDesk] })
  await goToHash(page, `#/outgoing/all?q=${encodeURIComponent('status=failed')}`)
  await expect(table(page, 'Outgoing').locator('.tbl-body').getByRole('row')).toHaveCount(4)
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const csv = await app.saving(() => menu('CSV, the rows shown'))
  expect(csv.name).toMatch(/\.csv$/)
  for (const start of ['=', '+', '-', '@']) expect(csv.text).toContain(`,'${start}1+1,`)
  expect(csv.text).not.toContain('Read by her')
  const json = await app.saving(() => menu('JSON with status history'))
  const rows = JSON.parse(json.text) as readonly { readonly observations: readonly unknown[] }[]
  expect(rows).toHaveLength(4)
  expect(rows[0]?.observations.length).toBeGreaterThan(0)

  await tableRow(page, 'Outgoing', '@1+1').click()
  const curl = await app.copying(() => details(page).getByRole('button', { name: 'Copy as cURL' }).first().click())
  await expect(page.getByText('Copied as cURL, token hidden')).toBeVisible()
  expect(curl).toContain(`${emulator.url}/v3/waInstance${orderDesk.idInstance}/getMessage/API_TOKEN`)
  const record = await app.copying(() => details(page).getByRole('button', { name: 'Copy JSON' }).click())
  expect(record).toContain('"typeMessage"')
  for (const text of [csv.text, json.text, curl, record]) expect(text).not.toContain(orderDesk.token)
})
