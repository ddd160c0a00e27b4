import { distanceFromEnd, expectAnchor, anchorOf, wheel } from '../support/log-anchor.ts'
import { historyOf } from '../support/history.ts'
import { chatRow, conversation, message, openChat } from '../support/window.ts'
import { expect, test } from './shell-test.ts'

// Histories come at one request a second, by the service's own limit, and each test starts a program and a Chromium.

test('a click on a notification shows the message, and the way back leads to where the reader was', async ({
  shell,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const boris = orderDesk.person('79990003344', { name: 'Boris' })
  historyOf(orderDesk, anna, 40)
  historyOf(orderDesk, boris, 40)
  const { app, page } = await shell.open({ instances: [orderDesk] })
  await openChat(page, 'Boris')
  await expect(message(page, 'Line 40 ')).toBeVisible()
  await wheel(page, -500, 2)
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 40 ')).toBeVisible()
  await wheel(page, -500, 2)
  const placeInAnna = await anchorOf(page)

  const mark = app.mark()
  boris.says('The pallet is here')
  await app.waitFor({ type: 'notification', body: /pallet/ }, mark)
  await app.trigger('notification:click')
  await expect(conversation(page).getByRole('heading', { name: 'Boris' })).toBeVisible()
  await expect(message(page, 'The pallet is here')).toBeInViewport()
  await openChat(page, 'Anna')
  await expectAnchor(page, placeInAnna)

  // A notification of the chat that is open: the message, not the place that was read before.
  await openChat(page, 'Boris')
  await wheel(page, -500, 2)
  await expect(message(page, 'The pallet is here')).not.toBeInViewport()
  await app.trigger('window:blur')
  const away = app.mark()
  boris.says('And the second one')
  await app.waitFor({ type: 'notification', body: /second one/ }, away)
  await app.trigger('notification:click')
  await expect(message(page, 'And the second one')).toBeInViewport()
})

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
