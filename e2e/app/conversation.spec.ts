import { historyOf } from '../support/history.ts'
import { anchorOf, expectAnchor, wheel } from '../support/log-anchor.ts'
import { expect, test } from '../support/test.ts'
import { log, message, openChat } from '../support/window.ts'

// Histories come at one request a second, by the service's own limit.

test('older messages load above without moving what is read @nightly', async ({ app, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  historyOf(orderDesk, anna, 260)
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 260 ')).toBeVisible()

  // Up to the oldest that is here; the service is asked for more, and more comes while the reader rests.
  await wheel(page, -4000, 10)
  const anchor = await anchorOf(page)
  await expect(log(page)).not.toContainText('Loading older messages')
  await expectAnchor(page, anchor)
  await wheel(page, -4000, 10)
  await expect
    .poll(async () => {
      await wheel(page, -4000, 3)
      const more = log(page).getByRole('button', { name: 'Load older messages' })
      if (await more.isVisible()) await more.click({ timeout: 1000 }).catch(() => undefined)
      return log(page).getByText('The service has no older messages').isVisible()
    })
    .toBe(true)
  await expect(message(page, /^Line 1 /)).toBeVisible()
})
