import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectNothingCutOff } from '../support/cut-off.ts'
import { isLong } from '../support/marathon.ts'
import { addProgram, freePort, letProgramsConnect } from '../support/program-side.ts'
import { expect, test } from '../support/test.ts'
import { chatList, chatRow, details, message, openChat, views } from '../support/window.ts'

let states = 0

/**
 * In the light and in the dark. Names, roles and order are the same in both, so that the dark is gone through only for
 * what has to do with colours; and so is the frame of the window in every view: `inner` leaves it out. The short form
 * has the colours of each state in one of the two, in turn, and all else in every state. `words` names the file in
 * e2e/app/spoken/ of what a screen reader must meet in this state, in this order: roles, names and states.
 */
async function expectClean(page: Page, { inner = false, words = '' } = {}): Promise<void> {
  if (words !== '') await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${words}.aria.yml` })
  await expectNothingCutOff(page)
  const only = isLong ? null : (['light', 'dark'] as const)[(states += 1) % 2]
  for (const colorScheme of ['light', 'dark'] as const) {
    const names = colorScheme === 'light'
    const colours = only === null || colorScheme === only
    if (!names && !colours) continue
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, {
      label: colorScheme,
      ...(inner ? { exclude: ['.titlebar', '.rail'] } : {}),
      ...(names ? {} : { rules: colourRules }),
      ...(colours ? {} : { except: colourRules }),
    })
  }
}

const colourRules = ['color-contrast', 'link-in-text-block']

test('first run and Add instance @long', async ({ app }) => {
  const page = await app.open()
  await expect(page.getByRole('button', { name: /Add (an )?instance/ }).first()).toBeVisible()
  await expectClean(page, { words: 'first-run' })
  await page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Add instance' })).toBeVisible()
  await expectClean(page, { words: 'add-instance' })
  await page.getByRole('button', { name: 'Several at once' }).click()
  const several = page.getByRole('dialog', { name: 'Add several instances' })
  await several.getByRole('textbox').fill('Order desk;https://api.example.com;1101000001;\nTwin;my server;1;x')
  await several.getByRole('button', { name: 'Read lines' }).click()
  await several.getByRole('button', { name: 'Edit line 1' }).click()
  await expect(several.getByRole('form', { name: 'Line 1' })).toBeVisible()
  await expectClean(page, { words: 'add-several-instances' })
})

test('chats, conversation, details, and every other view @long', async ({ app, orderDesk }) => {
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
    await expectClean(page, { inner: true })
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
  await expectClean(page, { inner: true, words: 'settings' })
})
