import { expect, test } from '../support/test.ts'
import { message, openChat } from '../support/window.ts'

// 130 messages come through the queue, one after the other.
test.describe.configure({ timeout: 120_000 })

test('a search within a chat leads to every hit, however many there are', async ({ app, emulator, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  for (let line = 1; line <= 130; line++)
    anna.says(`Line ${line} of the list`, { at: orderDesk.now() - 60_000 * (131 - line) })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance, { withinMs: 60_000 })
  await openChat(page, 'Anna')
  await page.getByRole('button', { name: 'Search in this chat' }).click()
  const field = page.getByRole('searchbox', { name: 'Search messages of this chat' })
  await field.fill('line')
  const place = page.getByRole('search').getByRole('status')
  await expect(place).toHaveText('1 of 100+')
  for (let step = 2; step <= 100; step++) await field.press('Enter')
  await expect(place).toHaveText('100 of 100+')
  await field.press('Enter')
  await expect(place).toHaveText('101 of 130')
  await expect(message(page, 'Line 30 of')).toBeInViewport()
})
