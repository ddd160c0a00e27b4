import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import { expect, test } from '../support/test.ts'
import { composer, log, message, openChat, send } from '../support/window.ts'

test.beforeEach(({ orderDesk }) => {
  orderDesk.behave({ autoStatus: manualStatus })
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
})

test('type, send, kill, start: it is there and it went out once', async ({ app, emulator, orderDesk }) => {
  let page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await send(page, 'Ready at noon')
  await expect(message(page, 'Ready at noon')).toBeVisible()
  await app.kill()
  page = await app.open()
  await openChat(page, 'Anna')
  await expect(message(page, 'Ready at noon')).toHaveCount(1)
  const anna = orderDesk.person('79990001122')
  await expect
    .poll(() => anna.chat.messages.filter(({ direction }) => direction === 'outgoing').length)
    .toBeLessThanOrEqual(1)
  expect(emulator.violations()).toEqual([])
})

test('no connection: it stays queued, and nothing is said to be sent', async ({ app, emulator, orderDesk }) => {
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await emulator.stop()
  await send(page, 'On its way')
  const bubble = message(page, 'On its way')
  await expect(bubble.getByRole('img', { name: /^(Queued|Waiting)$/ })).toBeVisible()
  expect(orderDesk.sends).toHaveLength(0)
})

test('refused: failed with the reason, and sent after Retry', async ({ app, emulator, orderDesk }) => {
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  emulator.fault({ kind: 'refuse', status: 400, body: 'Validation failed' }, { operation: 'sendMessage', count: 1 })
  await send(page, 'Try me')
  const bubble = message(page, 'Try me')
  await expect(bubble.getByRole('img', { name: 'Failed' })).toBeVisible()
  await log(page).getByRole('button', { name: 'Retry' }).click()
  await emulator.untilSent('Try me')
  await expect(bubble.getByRole('img', { name: /^(Accepted|Pending|Sent)$/ })).toBeVisible()
  expect(orderDesk.sends).toHaveLength(1)
})

test('a reused connection closed after accepting: the customer gets it once', async ({ app, emulator, orderDesk }) => {
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await send(page, 'First')
  await emulator.untilSent('First')
  emulator.fault({ kind: 'reset-after' }, { operation: 'sendMessage', count: 1 })
  await send(page, 'Only once')
  await emulator.untilSent('Only once')
  // The answer was lost; the service's own list shows that it has the message.
  await expect(message(page, 'Only once').getByRole('img', { name: /^(Accepted|Pending|Sent)$/ })).toBeVisible({
    timeout: 20_000,
  })
  await expect(message(page, 'Only once')).toHaveCount(1)
  expect(orderDesk.sends.filter(({ content }) => 'text' in content && content.text === 'Only once')).toHaveLength(1)
})

test('not authorized: accepted, held, and sent once the instance is authorized', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  orderDesk.becomes('notAuthorized')
  await send(page, 'Patience')
  const bubble = message(page, 'Patience')
  await expect(bubble.getByRole('img', { name: 'Waiting' })).toBeVisible()
  orderDesk.becomes('authorized')
  await emulator.untilSent('Patience')
  const sent = orderDesk.sends.at(-1)
  sent?.becomes('sent')
  await expect(bubble.getByRole('img', { name: 'Sent' })).toBeVisible()
})

test('the limit: 20,000 characters go out, one more is explained and nothing is cut', async ({
  app,
  orderDesk,
  emulator,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  const full = '👍'.repeat(10_000)
  await composer(page).fill(full)
  await expect(page.getByText('20,000 of 20,000')).toBeVisible()
  const button = page.getByRole('button', { name: 'Send', exact: true })
  await expect(button).toBeEnabled()

  const tooLong = 'x'.repeat(30_000)
  await composer(page).fill(tooLong)
  await expect(composer(page)).toHaveValue(tooLong)
  await expect(page.getByText(/10,000/).first()).toBeVisible()
  await expect(button).toBeDisabled()

  await composer(page).fill(full)
  await button.click()
  await emulator.untilSent(full)
})

test('a draft is there after a restart, and never in another chat', async ({ app, orderDesk }) => {
  let page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await composer(page).fill('Dear Anna, about')
  await openChat(page, 'Boris')
  await expect(composer(page)).toHaveValue('')
  await app.kill()
  page = await app.open()
  await openChat(page, 'Boris')
  await expect(composer(page)).toHaveValue('')
  await openChat(page, 'Anna')
  await expect(composer(page)).toHaveValue('Dear Anna, about')
})
