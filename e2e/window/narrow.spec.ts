import type { Locator } from '@playwright/test'
import { goToHash } from '../support/inspect.ts'
import { chatList, chatRow, composer, conversation, log, message, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

const arabic = 'السلام عليكم، أين الطلبية التي دفعت ثمنها قبل أسبوعين؟ '.repeat(4).trim()

test('in a narrow window the list has the place of the open chat, and Back and Escape lead to it', async ({
  desk,
  open,
}) => {
  desk.customer('Nordwind Textiles and Interiors '.repeat(8).trim(), arabic)
  desk.customer('Boris', 'From Boris')
  const anna = desk.customer('Anna', 'From Anna')
  desk.says(anna, 'The pallet is at gate 4')
  desk.setInstance({ unreadChats: 2, unreadMessages: 2 })
  const page = await open()

  await test.step('whoever presses Ctrl+F types into the search, not into the composer, and Escape leads back to the messages', async () => {
    await openChat(page, 'Anna')
    await expect(message(page, 'The pallet')).toBeVisible()
    await composer(page).focus()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('pallet')
    const field = page.getByRole('searchbox', { name: 'Search messages of this chat' })
    await expect(field).toHaveValue('pallet')
    await expect(composer(page)).toHaveValue('')
    const marked = () => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((place) => place.toString()))
    await expect.poll(marked).toEqual(['pallet'])
    desk.says(anna, 'One PALLET more, and another pallet')
    await expect.poll(marked).toEqual(['pallet', 'PALLET', 'pallet'])
    // Other words begin at the newest again, also where that is the same message.
    const search = page.getByRole('search')
    await field.fill('llet')
    await expect(search).toContainText('1 of 2')
    await field.press('Enter')
    await expect(search).toContainText('2 of 2')
    await field.fill('let')
    await expect(search).toContainText('1 of 2')
    // The first one empties the field, the second one closes it.
    await field.press('Escape')
    await field.press('Escape')
    await expect(log(page)).toBeFocused()
    await expect.poll(marked).toEqual([])
  })
  await page.setViewportSize({ width: 760, height: 560 })
  await page.getByRole('button', { name: 'Back to chats, 2 unread' }).click()
  await expect(chatRow(page, 'Boris')).toContainText('From Boris')
  await test.step('a line that reads from the right is cut at its end, and a long name cuts nothing else', async () => {
    expect(await isBeginInSight(chatRow(page, 'Nordwind').locator('.prev bdi').last())).toBe(true)
    await chatList(page).getByRole('searchbox', { name: 'Search', exact: true }).fill('الطلبية')
    const hits = chatList(page).getByRole('list', { name: 'Messages' })
    await expect(hits.locator('time').first()).toBeInViewport({ ratio: 1 })
    expect(await hits.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
  })
  await expect(conversation(page)).toBeHidden()
  await chatList(page).getByRole('searchbox', { name: 'Search', exact: true }).fill('ann')
  await expect(chatRow(page, 'Boris')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(message(page, 'From Anna')).toBeVisible()
  await expect(chatList(page)).toBeHidden()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Half an answer')
  await page.getByRole('button', { name: 'Back to chats, 2 unread' }).click()
  // What was looked for is still there, and the chat that was left has the focus.
  await expect(chatRow(page, 'Anna').first().getByRole('button')).toBeFocused()
  await page.keyboard.press('Escape')
  await chatRow(page, 'Boris').click()
  await expect(message(page, 'From Boris')).toBeVisible()
  await composer(page).fill('/')
  await expect(page.getByRole('dialog', { name: 'Quick replies' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(message(page, 'From Boris')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chatRow(page, 'Boris').getByRole('button')).toBeFocused()
  await expect(chatRow(page, 'Anna')).toContainText('Half an answer')
  await page.keyboard.press('Control+.')
  await expect(page.getByRole('complementary')).toHaveCount(0)
})

test('in a narrow window a switch stays beside the words that say what it does', async ({ desk, open }) => {
  desk.customer('Anna')
  const page = await open()
  await page.setViewportSize({ width: 560, height: 700 })
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await goToHash(page, '#/settings/1/programs')
  const [toggle, words] = [
    page.getByRole('switch', { name: 'Let programs on this computer connect' }),
    page.getByText('Opens a port that only programs'),
  ]
  await expect(toggle).toBeVisible()
  const [one, other] = [await toggle.boundingBox(), await words.boundingBox()]
  expect(one?.x ?? 0).toBeGreaterThan((other?.x ?? 0) + (other?.width ?? 0))
})

test('in a narrow window a long label of the open chat leaves a short one its room', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  desk.change(anna, { labels: [desk.label('Invoice'), desk.label('Regular customers of the north')] })
  const page = await open()
  await openChat(page, 'Anna')
  await page.setViewportSize({ width: 700, height: 600 })
  await expect(page.getByRole('button', { name: /^Back to chats/ })).toBeVisible()
  const cutBy = (name: string) =>
    conversation(page)
      .locator('header')
      .getByText(name)
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await cutBy('Regular customers')).toBeGreaterThan(0)
  expect(await cutBy('Invoice')).toBe(0)
})

/** Whether the first letters of a line are within what it shows. */
const isBeginInSight = (line: Locator): Promise<boolean> =>
  line.evaluate((element) => {
    const [text] = element.childNodes
    if (text === undefined) return false
    const begin = document.createRange()
    begin.setStart(text, 0)
    begin.setEnd(text, 3)
    const [letters, shown] = [begin, element.closest('.prev') ?? element].map((part) => part.getBoundingClientRect())
    return (
      letters !== undefined && shown !== undefined && letters.left >= shown.left && letters.right <= shown.right + 1
    )
  })
