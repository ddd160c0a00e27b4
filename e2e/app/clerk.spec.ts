import type { Instance } from '../../src/emulator/world/instance.ts'
import { expect, test } from '../support/test.ts'
import { chatList, chatRow, composer, conversation, message, rail } from '../support/window.ts'

const minute = 60_000

/** How many minutes each customer waits, in the order in which their messages come. */
const waits = [12, 95, 3, 134, 41, 64, 7, 118, 33, 18, 91, 52, 26, 5, 70]
const longestFirst = waits.toSorted((a, b) => b - a)
const nameOf = (waiting: number): string => `Customer ${waiting}`
const phoneOf = (waiting: number): string => `7999000${1000 + waiting}`

/** Customers who wrote some time ago, and of whom nobody has an answer. */
function askAll(desk: Instance): void {
  for (const waiting of waits) {
    const at = desk.now() - waiting * minute
    desk.person(phoneOf(waiting), { name: nameOf(waiting) }).says(`A question from ${waiting} min ago`, { at })
  }
}

const answersTo = (desk: Instance, waiting: number): readonly (string | undefined)[] =>
  desk
    .chats()
    .flatMap((chat) =>
      chat.id.startsWith(phoneOf(waiting))
        ? chat.messages.flatMap((one) =>
            one.direction === 'outgoing' ? ['text' in one.content ? one.content.text : undefined] : [],
          )
        : [],
    )

test('a clerk answers fifteen customers by keyboard alone, in the order in which they waited @host', async ({
  app,
  orderDesk,
}) => {
  test.slow()
  askAll(orderDesk)
  const page = await app.open({ instances: [orderDesk] })
  await expect(rail(page).getByRole('link', { name: /^Order desk, 15 unread/ })).toBeVisible()
  const isOpen = (waiting: number) =>
    expect(conversation(page).getByRole('heading', { name: nameOf(waiting), exact: true })).toBeVisible()
  // The answer begins as soon as the chat is in sight, whatever has the focus by then.
  const answer = async (waiting: number): Promise<void> => {
    await isOpen(waiting)
    await page.keyboard.type(`An answer to ${waiting}`)
    await expect(composer(page)).toHaveValue(`An answer to ${waiting}`)
    await page.keyboard.press('Enter')
    await expect(message(page, `An answer to ${waiting}`)).toBeVisible()
  }
  for (const [step, waiting] of longestFirst.entries()) {
    await page.keyboard.press('Alt+ArrowDown')
    await answer(waiting)
    // Sending stays in the chat.
    await isOpen(waiting)
    if (step !== 4) continue
    // Who writes again waits anew, behind all others; who is passed over is come back to; Alt and the up arrow go back.
    orderDesk.person(phoneOf(134)).says('One thing more')
    await page.keyboard.press('Alt+ArrowDown')
    await isOpen(longestFirst[5] ?? 0)
    await page.keyboard.type('Half an answer')
    await page.keyboard.press('Alt+ArrowUp')
    await isOpen(waiting)
    await expect(composer(page)).toHaveValue('')
    await page.keyboard.press('Alt+ArrowDown')
    await isOpen(longestFirst[5] ?? 0)
    await expect(composer(page)).toHaveValue('Half an answer')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Alt+ArrowUp')
    await isOpen(waiting)
  }
  await page.keyboard.press('Alt+ArrowDown')
  await isOpen(134)
  await page.keyboard.type('And one more answer')
  await page.keyboard.press('Enter')
  await expect(message(page, 'And one more answer')).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByText('Nobody waits for an answer')).toBeVisible()
  await expect.poll(() => orderDesk.sends.length, { timeout: 60_000 }).toBe(16)
  for (const waiting of waits)
    expect(answersTo(orderDesk, waiting)).toEqual([
      `An answer to ${waiting}`,
      ...(waiting === 134 ? ['And one more answer'] : []),
    ])
})

test('the list of who waits has the longest waiting first, says how long, and who is next', async ({
  app,
  orderDesk,
}) => {
  askAll(orderDesk)
  const page = await app.open({ instances: [orderDesk] })
  await chatList(page)
    .getByRole('radio', { name: /^Waiting/ })
    .click()
  await expect(chatList(page).getByRole('radio', { name: 'Waiting 15' })).toBeVisible()
  await expect(chatList(page).getByRole('listitem').first()).toContainText('Customer 134')
  await expect(chatRow(page, 'Customer 134')).toContainText('waiting 2 h 14 min')
  await expect(chatRow(page, 'Customer 52')).toContainText('waiting 52 min')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(conversation(page)).toContainText('Next: Customer 118, 1 h 58 min')
  await test.step('until the person says that nothing is left to answer, and the customer writes again', async () => {
    await page.keyboard.press('Alt+e')
    await expect(chatRow(page, 'Customer 134')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(chatRow(page, 'Customer 134')).toBeVisible()
    await conversation(page).getByRole('button', { name: 'Done' }).click()
    await expect(chatRow(page, 'Customer 134')).toHaveCount(0)
    orderDesk.person(phoneOf(134)).says('And something else')
    await expect(chatRow(page, 'Customer 134')).toContainText('waiting 1 min')
  })
})
