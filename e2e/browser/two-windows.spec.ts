import { expect, test } from '../support/test.ts'
import { composer, conversation, message, openChat, rail } from '../support/window.ts'

test.beforeEach(({ orderDesk }) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
})

test('a text is not given a time once the other window has paused its instance, and that is said', async ({
  app,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await composer(page).fill('Good morning')
  await page.keyboard.press('Control+Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  await expect(dialog.getByRole('status')).toContainText('Goes tomorrow')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await rail(other)
    .getByRole('link', { name: /^Order desk/ })
    .click({ button: 'right' })
  await other.getByRole('menuitem', { name: 'Pause' }).click()
  await other.getByRole('dialog', { name: 'Pause Order desk?' }).getByRole('button', { name: 'Pause' }).click()
  await expect(conversation(page).locator('textarea')).toBeDisabled()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The instance is paused.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(composer(page)).toHaveValue('Good morning')
  await expect(message(page, 'Good morning')).toHaveCount(0)
})
