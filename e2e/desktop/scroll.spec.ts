import { distanceFromEnd, expectAnchor, anchorOf, wheel } from '../support/log-anchor.ts'
import { historyOf } from '../support/history.ts'
import { chatRow, message, openChat } from '../support/window.ts'
import { expect, test } from './shell-test.ts'

// Histories come at one request a second, by the service's own limit, and a test starts a program and a Chromium.

test('a window that wakes up is where it was: at the end, or in the middle of a history @nightly', async ({
  shell,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  historyOf(orderDesk, anna, 90)
  const { app, page } = await shell.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 90 ')).toBeVisible()
  const sleep = () => app.emitOn('powerMonitor', 'suspend', [], { noEvent: true })
  const wake = () => app.emitOn('powerMonitor', 'resume', [], { noEvent: true })

  await sleep()
  anna.says('While it slept')
  await wake()
  await expect(message(page, 'While it slept')).toBeInViewport()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

  await wheel(page, -900, 5)
  const anchor = await anchorOf(page)
  await sleep()
  anna.says('Are you there?')
  anna.sendsImage({ caption: 'Look at this' })
  await wake()
  await expect(page.getByRole('button', { name: 'Go to the latest message, 2 below' })).toBeVisible()
  await expect(chatRow(page, 'Anna').getByRole('img', { name: '2 unread' })).toBeVisible()
  await expectAnchor(page, anchor)
  expect(emulator.violations()).toEqual([])
})
