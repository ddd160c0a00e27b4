import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { chatRow, details, message, openChat, views } from '../support/window.ts'

// Axe goes through every element of eight views: on a busy machine that takes minutes.
test.describe.configure({ timeout: 360_000 })

/** Names, roles and order are the same in the dark: there only what has to do with colours is gone through again. */
async function expectClean(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  const builder = new AxeBuilder({ page })
  const { violations } = await (
    scheme === 'dark' ? builder.withRules(['color-contrast', 'link-in-text-block']) : builder
  ).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`)).toEqual(
    [],
  )
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme })

    test('first run and Add instance', async ({ app }) => {
      const page = await app.open()
      await expect(page.getByRole('button', { name: /Add (an )?instance/ }).first()).toBeVisible()
      await expectClean(page, scheme)
      await page
        .getByRole('button', { name: /Add (an )?instance/ })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Add instance' })).toBeVisible()
      await expectClean(page, scheme)
    })

    test('chats, conversation, details, and every other view', async ({ app, orderDesk }) => {
      const anna = orderDesk.person('79990001122', { name: 'Anna' })
      anna.says('Is it ready? https://example.com')
      anna.sendsImage({ caption: 'This one' })
      anna.sendsDocument({ fileName: 'Order.pdf' })
      orderDesk.phone.says('Nearly', { to: anna })
      const page = await app.open({ instances: [orderDesk] })
      await expect(chatRow(page, 'Anna')).toBeVisible()
      await openChat(page, 'Anna')
      await expect(message(page, 'Nearly')).toBeVisible()
      if (!(await details(page).isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click()
      await expect(details(page)).toBeVisible()
      await expectClean(page, scheme)
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
        await expectClean(page, scheme)
        await page.getByRole('table', { name: table }).getByRole('row').nth(1).click()
        await expect(details(page)).toBeVisible()
        await expectClean(page, scheme)
      }
      await views(page).getByRole('link', { name: 'Instance' }).click()
      for (const tab of ['Overview', 'Groups', 'Contacts', 'Account']) {
        await page.getByRole('tab', { name: tab }).click()
        await expectClean(page, scheme)
      }
      await views(page)
        .getByRole('link', { name: /^Settings/ })
        .click()
      await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
      await expectClean(page, scheme)
    })
  })
}
