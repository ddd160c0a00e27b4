import type { Page, WebSocketRoute } from '@playwright/test'
import { historyOf } from '../support/history.ts'
import { distanceFromEnd, expectAnchor, anchorOf, wheel } from '../support/log-anchor.ts'
import { expect, test } from '../support/test.ts'
import {
  chatList,
  chatRow,
  composer,
  conversation,
  details,
  isMarked,
  log,
  message,
  openChat,
  send,
} from '../support/window.ts'

const minute = 60_000

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

test('a reader’s place is kept: over sizes, panels, other chats and what arrives, and a chat opens at its first unread message', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  historyOf(orderDesk, anna, 90)
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 90 ')).toBeVisible()
  await test.step('a window that changes its size and a panel that opens keep the place, and the end stays the end', async () => {
    await page.setViewportSize({ width: 1440, height: 620 })
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await composer(page).fill('one\ntwo\nthree\nfour\nfive')
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await composer(page).fill('')

    await wheel(page, -900, 5)
    const anchor = await anchorOf(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAnchor(page, anchor)
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(details(page)).toBeVisible()
    await expectAnchor(page, anchor)
  })

  await test.step('a chat is found where it was left, and at its end when it was left there', async () => {
    await page.getByRole('button', { name: /^Go to the latest message/ }).click()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    // A chat with something unread would open there.
    await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
    await wheel(page, -900, 6)
    const anchor = await anchorOf(page)
    await openChat(page, 'Boris')
    await expect(message(page, 'Good day')).toBeVisible()
    await openChat(page, 'Anna')
    await expectAnchor(page, anchor)

    await page.getByRole('button', { name: /^Go to the latest message/ }).click()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await openChat(page, 'Boris')
    await openChat(page, 'Anna')
    await expect(message(page, 'The newest of all')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  })

  await test.step('an address of a message opens the chat there', async () => {
    await wheel(page, -900, 6)
    const { message: key } = await anchorOf(page)
    const chat = new URL(page.url()).hash
    await openChat(page, 'Boris')
    await expect(message(page, 'Good day')).toBeVisible()
    // What a click on a notification does: the host names the chat and the message.
    await page.evaluate((hash) => {
      location.hash = hash
    }, `${chat}?m=${key}`)
    await expect(log(page).locator(`[data-message="${key}"]`)).toBeInViewport()
  })

  await test.step('what arrives while history is read moves nothing and is counted', async () => {
    // Frames come late, as on a busy machine: the end counts as seen wherever the last row is measured in between.
    await page.evaluate(() => {
      const frame = requestAnimationFrame
      globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => frame(draw), 60))
      globalThis.cancelAnimationFrame = (id) => clearTimeout(id)
    })
    await page.getByRole('button', { name: /^Go to the latest message/ }).click()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await wheel(page, -900, 5)
    const anchor = await anchorOf(page)
    anna.says('Are you there?')
    anna.says('Hello?')
    const button = page.getByRole('button', { name: 'Go to the latest message, 2 below' })
    await expect(button).toBeVisible()
    await expectAnchor(page, anchor)

    await button.click()
    await expect(message(page, 'Hello?')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await expect(log(page).getByText('New messages')).toBeVisible()
    await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
  })

  await test.step('a chat with unread messages opens at the first of them', async () => {
    await page.reload()
    const clara = orderDesk.person('79990005566', { name: 'Clara' })
    await openChat(page, 'Boris')
    for (let line = 1; line <= 60; line += 1) clara.says(`Unread ${line}.`)
    await expect(chatRow(page, 'Clara')).toContainText('60')
    await openChat(page, 'Clara')
    await expect(log(page).getByText('New messages')).toBeInViewport()
    await expect(message(page, 'Unread 1.')).toBeInViewport()
    await expect(message(page, 'Unread 60.')).not.toBeInViewport()
    await expect(chatRow(page, 'Clara').getByRole('img', { name: '60 unread' })).toBeVisible()

    await log(page).focus()
    await page.keyboard.press('End')
    await expect(message(page, 'Unread 60.')).toBeInViewport()
    await expect(chatRow(page, 'Clara').getByRole('img', { name: /unread/ })).toHaveCount(0)
    // It stays where it was for as long as the chat is open.
    await page.keyboard.press('Home')
    await expect(log(page).getByText('New messages')).toBeVisible()

    await test.step('also on a later visit, by key', async () => {
      await page.keyboard.press('End')
      await expect(message(page, 'Unread 60.')).toBeInViewport()
      await openChat(page, 'Boris')
      for (let line = 61; line <= 100; line += 1) clara.says(`Unread ${line}.`)
      await expect(chatRow(page, 'Clara').getByRole('img', { name: '40 unread' })).toBeVisible()
      await chatRow(page, 'Clara').getByRole('button').focus()
      await page.keyboard.press('Enter')
      await expect(message(page, 'Unread 61.')).toBeInViewport()
      await expect(log(page).getByText('New messages')).toBeInViewport()
      await expect(message(page, 'Unread 100.')).not.toBeInViewport()
    })
  })
})

test('the log by keyboard, an answer and pictures: the end stays in view, and a click is one on what it began on', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  historyOf(orderDesk, anna, 60)
  const boris = orderDesk.person('79990003344', { name: 'Boris' })
  boris.says('Good day')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 60 ')).toBeVisible()
  await test.step('the log is one stop: arrows, Home and End, and several messages at once', async () => {
    await log(page).focus()
    await page.keyboard.press('ArrowUp')
    await expect(message(page, 'The newest of all')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(message(page, 'Line 60 ')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(conversation(page).getByRole('status').filter({ hasText: '2 messages' })).toBeVisible()
    await conversation(page).getByRole('button', { name: 'Delete' }).click()
    await expect(message(page, 'The newest of all')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(message(page, 'The newest of all')).toBeVisible()
    await log(page).focus()
    await page.keyboard.press('Home')
    await expect(message(page, /^Line 1 /)).toBeInViewport()
  })

  await test.step('what is written goes to the end, and the field keeps the focus', async () => {
    await page.getByRole('button', { name: /^Go to the latest message/ }).click()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await wheel(page, -900, 5)
    await send(page, 'On my way')
    await expect(message(page, 'On my way')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await expect(composer(page)).toBeFocused()
    await emulator.untilSent('On my way')
  })

  await test.step('pictures that arrive keep the end in view and move nothing that is read', async () => {
    const at = orderDesk.now()
    for (let picture = 1; picture <= 3; picture += 1) anna.sendsImage({ caption: `Picture ${picture}`, at })
    await expect(message(page, 'Picture 3')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

    await wheel(page, -700, 3)
    const anchor = await anchorOf(page)
    // Within the second of the last one that was read: it has not been seen for all that.
    anna.sendsImage({ caption: 'Picture 4', at })
    await expect(page.getByRole('button', { name: 'Go to the latest message, 1 below' })).toBeVisible()
    await expectAnchor(page, anchor)
  })

  await test.step('a click is one on what it began on, though what comes in meanwhile moves it away, in sight or in the document', async () => {
    const question = anna.says('Which bay is it?')
    anna.says('I asked this', { quotes: question })
    await openChat(page, 'Boris')
    emulator.clock.advance(1000)
    boris.says('Is somebody there?')
    const first = chatList(page).getByRole('listitem').first()
    await expect(first).toContainText('Is somebody there?')

    await chatRow(page, 'Anna').hover()
    await page.mouse.down()
    anna.says('Hello?')
    // The service's times are whole seconds: of two chats of one second either may be first.
    emulator.clock.advance(1000)
    boris.says('Are you there?')
    await expect(message(page, 'Are you there?')).toBeVisible()
    await page.mouse.up()
    await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
    await expect(first).toContainText('Boris')

    // A row that would go down is moved in the document, where the one before would only be passed by others.
    await chatRow(page, 'Boris').hover()
    await page.mouse.down()
    emulator.clock.advance(1000)
    anna.says('I can wait')
    await expect(message(page, 'I can wait')).toBeVisible()
    await page.mouse.up()
    await expect(conversation(page).getByRole('heading', { name: 'Boris' })).toBeVisible()
    await expect(first).toContainText('Anna')

    await openChat(page, 'Anna')
    await expect(message(page, 'I can wait')).toBeInViewport()
    const quoted = message(page, 'I asked this').getByRole('button', { name: /Which bay is it/ })
    await quoted.hover()
    const before = await quoted.boundingBox()
    await page.mouse.down()
    for (const text of ['One', 'Two', 'Three']) anna.says(text)
    await expect(message(page, 'Three')).toBeInViewport()
    await expect.poll(async () => (await quoted.boundingBox())?.y).not.toBe(before?.y)
    const marked = isMarked(page, 'Which bay is it?')
    await page.mouse.up()
    await marked
  })
})

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

test('a quoted message is one click away, and so is the way back; a window that wakes up is where it was', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const question = anna.says('Which bay is it?', { at: orderDesk.now() - 200 * minute, notify: false })
  historyOf(orderDesk, anna, 90)
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
  anna.says('I asked this', { quotes: question })
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 90 ')).toBeVisible()
  await expect(message(page, /^Which bay/)).not.toBeInViewport()
  // The oldest message of the history comes last.
  await expect(page.getByRole('banner')).toContainText('Live, last received')
  await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
  // From the second time on the rows round the question are here already; before the third the log was drawn anew.
  for (const time of ['first', 'second', 'third']) {
    await test.step(`the ${time} time`, async () => {
      await message(page, 'I asked this')
        .getByRole('button', { name: /Which bay is it/ })
        .click()
      const question = log(page)
        .getByRole('article')
        .filter({ hasText: 'Which bay is it?', hasNotText: 'I asked this' })
      await expect(question).toBeInViewport()
      if (time === 'second') {
        await openChat(page, 'Boris')
        await openChat(page, 'Anna')
        await expect(question).toBeInViewport()
      }
      await page.getByRole('button', { name: /^Go to the latest message/ }).click()
      await expect(message(page, 'I asked this')).toBeInViewport()
    })
  }

  await test.step('a window that wakes up is where it was: at the end, or in the middle of a history', async () => {
    const computer = await sleeper(page)
    await expect(message(page, 'I asked this')).toBeInViewport()

    await computer.sleep()
    anna.says('While it slept')
    await computer.wake()
    await expect(message(page, 'While it slept')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

    await wheel(page, -900, 5)
    const anchor = await anchorOf(page)
    await computer.sleep()
    anna.says('Are you there?')
    anna.sendsImage({ caption: 'Look at this' })
    await computer.wake()
    await expect(page.getByRole('button', { name: 'Go to the latest message, 2 below' })).toBeVisible()
    await expectAnchor(page, anchor)
  })
})
