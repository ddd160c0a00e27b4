import type { Page } from '@playwright/test'
import type { ChatKey, InstanceKey, MessageKey } from '../../src/contract/ids.ts'
import type { MessageContent } from '../../src/contract/messages.ts'
import { goToHash } from '../support/inspect.ts'
import { anchorOf, distanceFromEnd, expectAnchor, wheel } from '../support/log-anchor.ts'
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
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

/** A chat of lines of different heights, and one new message, "The newest of all". */
function chatWithHistory(desk: ScriptedDesk, title: string, lines: number, first = 'Line 0'): ChatKey {
  const chat = desk.customer(title, first)
  for (let line = 1; line <= lines; line += 1) {
    const label = 'the pallets for bay two are wrapped and labelled. '.repeat(line % 5)
    desk.says(chat, `Line ${line} ${label}`)
  }
  desk.says(chat, 'The newest of all')
  desk.change(chat, { unread: 1 })
  return chat
}

const goToLatest = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Go to the latest message/ }).click()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
}

test('a reader’s place is kept: over sizes, panels, other chats and what arrives, and a chat opens at its first unread message', async ({
  desk,
  open,
}) => {
  const anna = chatWithHistory(desk, 'Anna', 90)
  const boris = desk.customer('Boris', 'Good day')
  const page = await open()
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
    await goToLatest(page)
    // A chat with something unread would open there.
    await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
    await wheel(page, -900, 6)
    const anchor = await anchorOf(page)
    await openChat(page, 'Boris')
    await expect(message(page, 'Good day')).toBeVisible()
    await openChat(page, 'Anna')
    await expectAnchor(page, anchor)

    await goToLatest(page)
    await openChat(page, 'Boris')
    await openChat(page, 'Anna')
    await expect(message(page, 'The newest of all')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  })

  await test.step('a notification that is clicked shows its message, and the way back leads to where the reader was', async () => {
    await wheel(page, -900, 6)
    const anchor = await anchorOf(page)
    const chat = new URL(page.url()).hash
    const click = (chat: ChatKey, message: MessageKey) =>
      desk.emit({ type: 'navigate', navigate: { kind: 'chat', instance: 1 as InstanceKey, chat, message } })
    click(boris, desk.says(boris, 'The pallet is here'))
    await expect(conversation(page).getByRole('heading', { name: 'Boris' })).toBeVisible()
    await expect(message(page, 'The pallet is here')).toBeInViewport()
    await openChat(page, 'Anna')
    await expectAnchor(page, anchor)
    // Of the chat that is open: the message, not the place that was read before.
    const last = desk.says(anna, 'And the second one')
    await expect(message(page, 'And the second one')).not.toBeInViewport()
    click(anna, last)
    await expect(message(page, 'And the second one')).toBeInViewport()
    // An address of a message opens its chat there as well.
    await openChat(page, 'Boris')
    await goToHash(page, `${chat}?m=${anchor.message}`)
    await expect(log(page).locator(`[data-message="${anchor.message}"]`)).toBeInViewport()
  })

  await test.step('what arrives while history is read moves nothing and is counted', async () => {
    // Frames come late, as on a busy machine: the end counts as seen wherever the last row is measured in between.
    await page.evaluate(() => {
      const frame = requestAnimationFrame
      globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => frame(draw), 60))
      globalThis.cancelAnimationFrame = (id) => clearTimeout(id)
    })
    await goToLatest(page)
    await wheel(page, -900, 5)
    const anchor = await anchorOf(page)
    desk.says(anna, 'Are you there?')
    desk.says(anna, 'Hello?')
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
    await openChat(page, 'Boris')
    const clara = desk.customer('Clara', 'Unread 1.')
    for (let line = 2; line <= 60; line += 1) desk.says(clara, `Unread ${line}.`)
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
      for (let line = 61; line <= 100; line += 1) desk.says(clara, `Unread ${line}.`)
      await expect(chatRow(page, 'Clara').getByRole('img', { name: '40 unread' })).toBeVisible()
      await chatRow(page, 'Clara').getByRole('button').focus()
      await page.keyboard.press('Enter')
      await expect(message(page, 'Unread 61.')).toBeInViewport()
      await expect(log(page).getByText('New messages')).toBeInViewport()
      await expect(message(page, 'Unread 100.')).not.toBeInViewport()
    })
  })
})

/** A picture that is not fetched yet, with a preview of its own. */
const picture = (caption: string): MessageContent => ({
  kind: 'image',
  caption,
  fileName: '',
  mimeType: 'image/jpeg',
  thumbnail: `media/${caption}`,
  animated: false,
  hasLink: true,
  file: { kind: 'absent' },
  width: 72,
  height: 54,
})

test('the log by keyboard, an answer and pictures: the end stays in view, and a click is one on what it began on', async ({
  desk,
  open,
}) => {
  const anna = chatWithHistory(desk, 'Anna', 60)
  const boris = desk.customer('Boris', 'Good day')
  const page = await open()
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
    await expect(conversation(page).getByRole('heading', { name: '2 messages' })).toBeVisible()
    await conversation(page).getByRole('button', { name: 'Delete' }).click()
    await expect(message(page, 'The newest of all')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(message(page, 'The newest of all')).toBeVisible()
    await log(page).focus()
    await page.keyboard.press('Home')
    await expect(message(page, /^(Anna)?Line 0/)).toBeInViewport()
  })

  await test.step('what is written goes to the end, and the field keeps the focus', async () => {
    await goToLatest(page)
    await wheel(page, -900, 5)
    await send(page, 'On my way')
    await expect(message(page, 'On my way')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await expect(composer(page)).toBeFocused()
    expect(desk.inputs('messages.send')).toMatchObject([{ chat: anna, text: 'On my way' }])
  })

  await test.step('pictures that arrive keep the end in view and move nothing that is read', async () => {
    await page.route(/\/media\//, (route) => route.fulfill({ path: 'docs/screens/chats-light.png' }))
    for (let number = 1; number <= 3; number += 1) desk.says(anna, '', { content: picture(`Picture ${number}`) })
    await expect(message(page, 'Picture 3')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
    await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)

    await wheel(page, -700, 3)
    const anchor = await anchorOf(page)
    desk.says(anna, '', { content: picture('Picture 4') })
    await expect(page.getByRole('button', { name: 'Go to the latest message, 1 below' })).toBeVisible()
    await expectAnchor(page, anchor)
    await page.unroute(/\/media\//)
  })

  await test.step('a click is one on what it began on, though what comes in meanwhile moves it away, in sight or in the document', async () => {
    const question = desk.says(anna, 'Which bay is it?')
    desk.quoted(anna, desk.says(anna, 'I asked this'), question)
    await openChat(page, 'Boris')
    desk.says(boris, 'Is somebody there?')
    const first = chatList(page).getByRole('listitem').first()
    await expect(first).toContainText('Is somebody there?')

    await chatRow(page, 'Anna').hover()
    await page.mouse.down()
    desk.says(anna, 'Hello?')
    desk.says(boris, 'Are you there?')
    await expect(message(page, 'Are you there?')).toBeVisible()
    await page.mouse.up()
    await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
    await expect(first).toContainText('Boris')

    // A row that would go down is moved in the document, where the one before would only be passed by others.
    await chatRow(page, 'Boris').hover()
    await page.mouse.down()
    desk.says(anna, 'I can wait')
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
    for (const text of ['One', 'Two', 'Three']) desk.says(anna, text)
    await expect(message(page, 'Three')).toBeInViewport()
    await expect.poll(async () => (await quoted.boundingBox())?.y).not.toBe(before?.y)
    const marked = isMarked(page, 'Which bay is it?')
    await page.mouse.up()
    await marked
  })
})

test('a quoted message is one click away, and so is the way back; a window that wakes up is where it was', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = chatWithHistory(desk, 'Anna', 90, 'Which bay is it?')
  const [question] = desk.chat(anna).messages
  desk.customer('Boris', 'Good day')
  desk.quoted(anna, desk.says(anna, 'I asked this'), question?.key)
  const page = await open()
  await openChat(page, 'Anna')
  await expect(message(page, 'Line 90 ')).toBeVisible()
  const shown = log(page).getByRole('article').filter({ hasText: 'Which bay is it?', hasNotText: 'I asked this' })
  await expect(shown).not.toBeInViewport()
  await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
  // From the second time on the rows round the question are here already; before the third the log was drawn anew.
  for (const time of ['first', 'second', 'third']) {
    await test.step(`the ${time} time`, async () => {
      await message(page, 'I asked this')
        .getByRole('button', { name: /Which bay is it/ })
        .click()
      await expect(shown).toBeInViewport()
      if (time === 'second') {
        await openChat(page, 'Boris')
        await openChat(page, 'Anna')
        await expect(shown).toBeInViewport()
      }
      await page.getByRole('button', { name: /^Go to the latest message/ }).click()
      await expect(message(page, 'I asked this')).toBeInViewport()
    })
  }

  await test.step('a window that wakes up is where it was: at the end, or in the middle of a history', async () => {
    // A computer that sleeps: the connection breaks, and none is made before it wakes.
    const trouble = page.getByRole('alert').filter({ hasText: 'core does not answer' })
    const sleep = async (): Promise<void> => {
      pipe.cut()
      await expect(trouble).toBeVisible()
    }
    const wake = async (): Promise<void> => {
      pipe.mend()
      await expect(trouble).toBeHidden()
    }
    await sleep()
    desk.says(anna, 'While it slept')
    await wake()
    await expect(message(page, 'While it slept')).toBeInViewport()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

    await wheel(page, -900, 5)
    const anchor = await anchorOf(page)
    await sleep()
    desk.says(anna, 'Are you there?')
    desk.says(anna, '', { content: picture('Look at this') })
    await wake()
    await expect(page.getByRole('button', { name: 'Go to the latest message, 2 below' })).toBeVisible()
    await expectAnchor(page, anchor)
  })
})
