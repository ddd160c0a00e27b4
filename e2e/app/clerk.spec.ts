import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import type { Instance } from '../../src/emulator/world/instance.ts'
import { expect, test } from '../support/test.ts'
import { sized } from '../support/marathon.ts'
import { chatList, chatRow, composer, conversation, message, rail } from '../support/window.ts'

const minute = 60_000

/** How many minutes each customer waits, in the order in which their messages come. */
const waits = [12, 95, 3, 134, 41, 64, 7, 118, 33, 18, 91, 52, 26, 5, 70]
const nameOf = (waiting: number): string => `Customer ${waiting}`
const phoneOf = (waiting: number): string => `7999000${1000 + waiting}`

/** Customers who wrote some time ago, and of whom nobody has an answer. */
function askAll(desk: Instance, all = waits): void {
  for (const waiting of all) {
    const at = desk.now() - waiting * minute
    desk.person(phoneOf(waiting), { name: nameOf(waiting) }).says(`A question from ${waiting} min ago`, { at })
  }
}

const answersTo = (desk: Instance, waiting: number): readonly (string | undefined)[] =>
  desk
    .chats()
    .flatMap((chat) =>
      chat.id === desk.person(phoneOf(waiting)).chatId
        ? chat.messages.flatMap((one) =>
            one.direction === 'outgoing' ? ['text' in one.content ? one.content.text : undefined] : [],
          )
        : [],
    )

test('a clerk answers five customers by keyboard alone, in the order in which they waited', async ({
  app,
  orderDesk,
}) => {
  const few = waits.slice(0, 5)
  const longestFirst = few.toSorted((a, b) => b - a)
  askAll(orderDesk, few)
  const page = await app.open({ instances: [orderDesk] })
  await expect(rail(page).getByRole('link', { name: /^Order desk, 5 unread/ })).toBeVisible()
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
    if (step !== 2) continue
    // Who writes again waits anew, behind all others; who is passed over is come back to; Alt and the up arrow go back.
    orderDesk.person(phoneOf(134)).says('One thing more')
    await page.keyboard.press('Alt+ArrowDown')
    await isOpen(longestFirst[3] ?? 0)
    await page.keyboard.type('Half an answer')
    await page.keyboard.press('Alt+ArrowUp')
    await isOpen(waiting)
    await expect(composer(page)).toHaveValue('')
    await page.keyboard.press('Alt+ArrowDown')
    await isOpen(longestFirst[3] ?? 0)
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
  await expect(page.getByText('Nobody is waiting for an answer')).toBeVisible()
  const wanted = few.map((waiting) => [`An answer to ${waiting}`, ...(waiting === 134 ? ['And one more answer'] : [])])
  await expect.poll(() => few.map((waiting) => answersTo(orderDesk, waiting))).toEqual(wanted)
  expect(orderDesk.sends).toHaveLength(6)
})

test('several chats are selected by mouse and by keyboard, changed together and undone; the list of who waits says how long, and who is next', async ({
  app,
  orderDesk,
}) => {
  askAll(orderDesk)
  const page = await app.open({ instances: [orderDesk] })
  await chatList(page)
    .getByRole('radio', { name: /^Waiting/ })
    .click()
  await expect(chatList(page).getByRole('radio', { name: 'Waiting 15' })).toBeVisible()
  // The list stands as it was left until it is read; the counts are read by themselves.
  await expect(chatList(page).getByRole('listitem').first()).toContainText('Customer 134')
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  const isSelected = (...names: readonly string[]) =>
    expect
      .poll(async () => (await chatList(page).locator('.is-selected .name').allTextContents()).toSorted())
      .toEqual(names.toSorted())
  const undo = (text: string) =>
    page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()

  await test.step('Ctrl and click selects one more or one less, Shift and click all up to it', async () => {
    await chatRow(page, 'Customer 134').click({ modifiers: ['Control'] })
    await chatRow(page, 'Customer 95').click({ modifiers: ['Shift'] })
    await isSelected('Customer 134', 'Customer 118', 'Customer 95')
    await chatRow(page, 'Customer 118').click({ modifiers: ['Control'] })
    await isSelected('Customer 134', 'Customer 95')
    await expect(bar).toContainText('2 selected')
    await expect(conversation(page).getByText('No chat selected')).toBeVisible()
  })

  await test.step('what is done with them says how many, and is undone', async () => {
    await bar.getByRole('button', { name: 'Mark as read' }).click()
    await expect(bar).toBeHidden()
    await expect(chatList(page).locator('[data-chat]:focus')).toHaveCount(1)
    await expect(chatList(page).getByRole('radio', { name: 'Unread 13' })).toBeVisible()
    await undo('2 chats marked as read')
    await expect(chatList(page).getByRole('radio', { name: 'Unread 15' })).toBeVisible()
  })

  await test.step('Shift and the arrows select by keyboard, and the keys of a chat act on all', async () => {
    await chatRow(page, 'Customer 118').getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await isSelected('Customer 118', 'Customer 95', 'Customer 91')
    await page.keyboard.press('Control+Space')
    await isSelected('Customer 118', 'Customer 95')
    await page.keyboard.press('Alt+e')
    await expect(chatList(page).getByRole('radio', { name: 'Waiting 13' })).toBeVisible()
    await undo('2 chats closed without a reply')
    await expect(chatList(page).getByRole('radio', { name: 'Waiting 15' })).toBeVisible()
    for (const name of ['Customer 118', 'Customer 95']) await expect(chatRow(page, name)).toBeVisible()
    await chatRow(page, 'Customer 118').getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await bar.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'Until the customer writes' }).click()
    await expect(chatList(page).getByRole('radio', { name: 'Waiting 13' })).toBeVisible()
    await undo('2 chats snoozed')
    await expect(chatList(page).getByRole('radio', { name: 'Waiting 15' })).toBeVisible()
    await chatRow(page, 'Customer 134').getByRole('button').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await expect(bar).toContainText('15 selected')
    await page.keyboard.press('Delete')
    await expect(chatList(page).getByRole('radio', { name: 'Waiting', exact: true })).toBeVisible()
    await undo('15 chats archived')
    await expect(chatList(page).getByRole('radio', { name: 'Waiting 15' })).toBeVisible()
  })

  await test.step('a label is given to all, and Escape and an opened chat end the selection', async () => {
    await chatRow(page, 'Customer 134').click()
    await page.keyboard.press('Alt+l')
    const dialog = page.getByRole('dialog', { name: 'Labels of Customer 134' })
    await dialog.getByRole('searchbox').fill('Urgent')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await chatRow(page, 'Customer 118').click({ modifiers: ['Control'] })
    await chatRow(page, 'Customer 95').click({ modifiers: ['Control'] })
    await bar.getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Urgent' }).click()
    await expect(chatRow(page, 'Customer 95')).toContainText('Urgent')
    await expect(chatRow(page, 'Customer 118')).toContainText('Urgent')
    await undo('“Urgent” added to 2 chats')
    await expect(chatRow(page, 'Customer 118')).not.toContainText('Urgent')
    await chatRow(page, 'Customer 118').click({ modifiers: ['Control'] })
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await chatRow(page, 'Customer 118').click({ modifiers: ['Control'] })
    await chatRow(page, 'Customer 95').click()
    await expect(bar).toBeHidden()
    await expect(conversation(page).getByRole('heading', { name: 'Customer 95' })).toBeVisible()
  })

  await test.step('a range in the list of unread chats counts the one that stays in it because it is open', async () => {
    await chatList(page)
      .getByRole('radio', { name: /^Unread/ })
      .click()
    const rows = chatList(page).locator('[data-chat] .name')
    // Its order is another one than that of who waits.
    await expect(rows.first()).not.toHaveText('Customer 134')
    await rows.nth(1).click()
    const shown = (await rows.allTextContents()).slice(1, 4)
    await expect(conversation(page).getByRole('heading', { name: shown[0] ?? '', exact: true })).toBeVisible()
    await expect(
      chatList(page)
        .locator('.is-unread')
        .getByText(shown[0] ?? '', { exact: true }),
    ).toHaveCount(0)
    await rows.nth(3).click({ modifiers: ['Shift'] })
    await isSelected(...shown)
    await page.keyboard.press('Escape')
    await rows.last().click()
    await expect(rows.getByText(shown[0] ?? '', { exact: true })).toHaveCount(0)
  })

  await test.step('the list of who waits has the longest waiting first, says how long, and who is next', async () => {
    await chatList(page)
      .getByRole('radio', { name: /^Waiting/ })
      .click()
    await expect(chatList(page).getByRole('radio', { name: 'Waiting 15' })).toBeVisible()
    await expect(chatList(page).getByRole('listitem').first()).toContainText('Customer 134')
    await expect(chatRow(page, 'Customer 134')).toContainText(/waiting 2 h 1\d min/)
    await expect(chatRow(page, 'Customer 52')).toContainText(/waiting 5\d min/)
    await chatRow(page, 'Customer 134').click()
    await expect(conversation(page)).toContainText(/Next: Customer 118, [12] h/)
  })

  await test.step('until the person says that nothing is left to answer, and the customer writes again', async () => {
    await page.keyboard.press('Alt+e')
    await expect(chatRow(page, 'Customer 134')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(chatRow(page, 'Customer 134')).toBeVisible()
    await conversation(page).getByRole('button', { name: 'Close without a reply' }).click()
    await expect(chatRow(page, 'Customer 134')).toHaveCount(0)
    orderDesk.person(phoneOf(134)).says('And something else')
    await expect(chatRow(page, 'Customer 134')).toContainText('waiting 1 min')
  })

  await test.step('a snoozed chat is out of the way until its customer writes, or until it is brought back', async () => {
    await chatRow(page, 'Customer 118').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'Until the customer writes' }).click()
    await expect(chatRow(page, 'Customer 118')).toHaveCount(0)
    await chatList(page).getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('menuitem', { name: 'Snoozed 1' }).click()
    await expect(chatRow(page, 'Customer 118')).toBeVisible()
    await expect(chatRow(page, 'Customer 118').getByRole('img', { name: 'Snoozed until' })).toBeVisible()
    orderDesk.person(phoneOf(118)).says('Any news?')
    await expect(chatList(page).getByText('No snoozed chats')).toBeVisible()
    await chatList(page)
      .getByRole('radio', { name: /^Waiting/ })
      .click()
  })

  await test.step('groups stand behind people and can be left out, and each instance says how soon it answers', async () => {
    await chatList(page)
      .getByRole('radio', { name: /^Waiting/ })
      .click()
    await expect(chatList(page).getByText('5 over 1 h')).toBeVisible()
    const group = orderDesk.group(undefined, { subject: 'Routes' })
    // The window's clock goes from minute to minute, and so may be one behind.
    orderDesk.person(phoneOf(12)).says('Who is at gate 4?', { to: group, at: orderDesk.now() - 181 * minute })
    await expect(chatList(page).getByText('6 over 1 h')).toBeVisible()
    await expect(chatList(page).getByRole('listitem').first()).toContainText('Customer 118')
    await expect(chatRow(page, 'Routes')).toContainText('waiting 3 h')
    const groups = chatList(page).getByRole('button', { name: 'Groups' })
    await groups.click()
    await expect(chatRow(page, 'Routes')).toHaveCount(0)
    await expect(chatList(page).getByText('5 over 1 h')).toBeVisible()
    await expect(groups).toHaveAttribute('aria-pressed', 'false')
    await rail(page)
      .getByRole('link', { name: /^Order desk/ })
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('combobox', { name: 'Answer customers within' }).selectOption('30 min')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(chatList(page).getByText('8 over 30 min')).toBeVisible()
  })
})

test('the chat of the list that has the focus is pinned, muted, read and archived by key @nightly', async ({
  app,
  orderDesk,
}) => {
  for (const [index, name] of ['Anna', 'Boris', 'Clara'].entries())
    orderDesk
      .person(`7999000300${index}`, { name })
      .says(`Here is ${name}`, { at: orderDesk.now() - (index + 1) * minute })
  const page = await app.open({ instances: [orderDesk] })
  const boris = chatRow(page, 'Boris')
  const row = boris.getByRole('button')
  // The only instance is chosen by itself, which draws the list anew.
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await expect(boris.getByRole('img', { name: '1 unread' })).toBeVisible()
  await row.focus()
  await page.keyboard.press('Alt+u')
  await expect(boris.getByRole('img', { name: /unread/ })).toHaveCount(0)
  await page.keyboard.press('Alt+u')
  await expect(boris.getByRole('img', { name: 'Marked as unread' })).toBeVisible()
  await page.keyboard.press('Alt+m')
  await expect(boris.getByRole('img', { name: 'Muted' })).toBeVisible()
  await page.keyboard.press('Alt+p')
  await expect(chatList(page).getByRole('listitem').first()).toContainText('Boris')
  await expect(boris.getByRole('img', { name: 'Pinned' })).toBeVisible()
  await expect(row).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(boris).toHaveCount(0)
  // The next key has a chat to act on.
  await expect(chatRow(page, 'Anna').getByRole('button')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(boris).toBeVisible()
})

test('a clerk answers a long queue of customers by keyboard alone while they go on writing, each as they waited @long @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  // Chats are opened and answered one after the other.
  const customers = sized(40, 200)
  const lateOnes = sized(6, 30)
  const name = (customer: number): string => `C${String(customer).padStart(3, '0')}`
  const phone = (customer: number): string => `7999002${String(customer).padStart(4, '0')}`
  const person = (customer: number) => orderDesk.person(phone(customer), { name: name(customer) })
  const start = orderDesk.now()
  // What becomes of the answers is shown by the walk of five: here it would be two thirds of all that comes.
  orderDesk.behave({ autoStatus: manualStatus })
  // The first waits longest. The last ones come while the clerk is at work, behind all who wait by then.
  for (let customer = 1; customer <= customers - lateOnes; customer++)
    person(customer).says(`Question of ${customer}`, { at: start - (customers - customer + 2) * minute })
  const page = await app.open({ instances: [orderDesk] })
  // There is less to draw in a small window, for each of them.
  await page.setViewportSize({ width: 1000, height: 480 })
  await expect(rail(page).getByRole('link', { name: `Order desk, ${customers - lateOnes} unread` })).toBeVisible()

  /** Who is still to be answered, in the order of waiting. */
  const round = Array.from({ length: customers - lateOnes }, (_, index) => index + 1)
  const answers = new Map<string, string[]>()
  const sent = (): readonly { readonly chatId: string; readonly message: string }[] =>
    emulator.recorder
      .list({ operation: 'sendMessage' })
      .map(({ body }) => JSON.parse(body) as { readonly chatId: string; readonly message: string })
  const answered: number[] = []
  let late = customers - lateOnes
  while (round.length > 0) {
    const customer = round.shift() ?? 0
    const step = answered.length
    await page.keyboard.press('Alt+ArrowDown')
    await conversation(page)
      .getByRole('heading', { name: name(customer), exact: true })
      .waitFor()
    const text = `${customer}${answers.has(person(customer).chatId) ? '!' : ''}`
    // What comes while an answer is written moves neither it nor its chat.
    if (late < customers && step % 5 === 0) {
      late += 1
      person(late).says(`Question of ${late}`, { at: start - minute + late * 1000 - customers * 1000 })
      round.push(late)
    }
    await page.keyboard.type(text)
    if (step % 7 === 0 && round.length > 20) person(round[3] ?? 0).says('Is anybody there?')
    await page.keyboard.press('Enter')
    const chatId = person(customer).chatId
    answers.set(chatId, [...(answers.get(chatId) ?? []), text])
    answered.push(customer)
    // Some have another question once they were answered: they wait anew, behind all others.
    const again = answered[step - 9]
    if (step % 20 === 19 && late === customers && again !== undefined) {
      await expect.poll(() => sent().some(({ chatId: to }) => to === person(again).chatId)).toBe(true)
      person(again).says('One thing more')
      round.push(again)
    }
    // Towards the end whoever wrote last is the next one: the program has to have heard of them.
    if (round.length > 0 && round.length < 10)
      await chatList(page)
        .getByRole('radio', { name: `Waiting ${round.length}` })
        .waitFor()
  }
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByText('Nobody is waiting for an answer')).toBeVisible()
  await expect.poll(() => sent().length).toBe(answered.length)
  expect(answered.length).toBeGreaterThan(customers)
  const arrived = Map.groupBy(sent(), ({ chatId }) => chatId)
  expect(new Map([...arrived].map(([chatId, all]) => [chatId, all.map(({ message: written }) => written)]))).toEqual(
    answers,
  )
})
