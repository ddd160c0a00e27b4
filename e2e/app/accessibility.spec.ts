import { expectClean } from '../support/clean.ts'
import { addProgram, freePort, letProgramsConnect } from '../support/program-side.ts'
import { expect, test } from '../support/test.ts'
import { chatList, chatRow, details, message, openChat, views } from '../support/window.ts'

test('chats, conversation, details, and every other view @long', async ({ app, host, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Is it ready? https://example.com')
  anna.sendsImage({ caption: 'This one' })
  anna.sendsDocument({ fileName: 'Order.pdf' })
  orderDesk.phone.says('Nearly', { to: anna })
  const page = await app.open({ instances: [orderDesk] })
  // Chromium denies whatever is not in this list; what it does without one changed between its versions.
  await page.context().grantPermissions(['clipboard-read'])
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await openChat(page, 'Anna')
  await expect(message(page, 'Nearly')).toBeVisible()
  if (!(await details(page).isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click()
  await details(page).getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Is it ready? Ask the shop.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.keyboard.press('Alt+l')
  await page.getByRole('searchbox', { name: 'Find or create a label' }).fill('Urgent')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
  await expectClean(page, { inner: true })
  await page.keyboard.press('Escape')
  await chatList(page).getByRole('searchbox').fill('ready')
  await expect(chatList(page).getByRole('list', { name: 'Notes' })).toBeVisible()
  await expectClean(page, { words: 'chats' })
  await chatList(page).getByRole('searchbox').fill('')
  const places = [
    ['Outgoing', 'Outgoing messages'],
    ['Events', 'Notifications'],
    ['Requests', 'API requests'],
  ] as const
  for (const [view, table] of places) {
    await views(page)
      .getByRole('link', { name: new RegExp(`^${view}`) })
      .click()
    await expect(page.getByRole('table', { name: table }).getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('table', { name: table }).getByRole('row').nth(1).click()
    await expect(details(page)).toBeVisible()
    await expectClean(page, { inner: true, words: `${view.toLowerCase()}-details` })
  }
  await letProgramsConnect(page, await freePort())
  await expectClean(page, { inner: true })
  await page.getByRole('button', { name: 'Add program' }).click()
  await expectClean(page)
  await page.keyboard.press('Escape')
  for (const kind of ['Your own script', 'Bot written for the service'] as const) {
    const ready = await addProgram(page, kind, kind)
    await expectClean(page)
    await ready.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Close anyway' }).click()
    await expect(details(page)).toBeVisible()
  }
  await details(page).getByRole('button', { name: 'Pause' }).click()
  await expect(details(page)).toContainText('Unread events are kept')
  await expectClean(page, { inner: true, words: 'program-paused' })
  await views(page).getByRole('link', { name: 'Instance' }).click()
  for (const tab of ['Overview', 'Groups', 'Contacts', 'Account']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectClean(page, { inner: true, words: `instance-${tab.toLowerCase()}` })
  }
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
  // Some rows are there on a desktop alone.
  await expectClean(page, { inner: true, words: host === 'browser' ? 'settings' : '' })
})
