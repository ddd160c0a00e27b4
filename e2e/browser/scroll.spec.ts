import type { Page, WebSocketRoute } from '@playwright/test'
import { distanceFromEnd, expectPlace, placeOf, wheel } from '../support/log-place.ts'
import { historyOf } from '../support/history.ts'
import { expect, test } from '../support/test.ts'
import { message, openChat } from '../support/window.ts'

// Histories come at one request a second, by the service's own limit.
test.describe.configure({ timeout: 120_000 })

/** A window whose computer can sleep: its connection breaks, and none is made before it wakes. */
async function sleeper(page: Page): Promise<{ sleep(): Promise<void>; wake(): Promise<void> }> {
  let asleep = false
  const pipes = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/rpc$/, async (pipe) => {
    if (asleep) return pipe.close()
    pipes.add(pipe)
    pipe.connectToServer()
  })
  await page.reload()
  const trouble = page.getByRole('alert').filter({ hasText: 'core does not answer' })
  return {
    async sleep() {
      asleep = true
      await Promise.all([...pipes].map((pipe) => pipe.close()))
      pipes.clear()
      await expect(trouble).toBeVisible()
    },
    async wake() {
      asleep = false
      await expect(trouble).toBeHidden()
    },
  }
}

test('a window that wakes up is where it was: at the end, or in the middle of a history', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  historyOf(orderDesk, anna, 90)
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 90 ')).toBeVisible()
  const computer = await sleeper(page)
  await expect(message(page, 'The newest of all')).toBeInViewport()

  await computer.sleep()
  anna.says('While it slept')
  await computer.wake()
  await expect(message(page, 'While it slept')).toBeInViewport()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

  await wheel(page, -900, 5)
  const place = await placeOf(page)
  await computer.sleep()
  anna.says('Are you there?')
  anna.sendsImage({ caption: 'Look at this' })
  await computer.wake()
  await expect(page.getByRole('button', { name: 'Go to the latest message, 2 below' })).toBeVisible()
  await expectPlace(page, place)
})
