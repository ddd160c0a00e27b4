import type { Locator, Page } from '@playwright/test'
import { expect, orderDeskInit, test } from '../support/test.ts'
import { chatList, composer, conversation, details, message, paste, rail, views } from '../support/window.ts'

/** Does what an operator does, by mouse and keyboard, and counts it. */
class Operator {
  #page: Page
  #steps = { clicks: 0, keys: 0, fields: 0 }
  #startedAt = performance.now()

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator): Promise<void> {
    this.#steps.clicks += 1
    await target.click()
  }

  async press(key: string): Promise<void> {
    this.#steps.keys += 1
    await this.#page.keyboard.press(key)
  }

  /** Types into whatever has the focus. */
  async type(text: string): Promise<void> {
    this.#steps.fields += 1
    await this.#page.keyboard.type(text)
  }

  /** Types into a field that has to be clicked first, or is reached by Tab. */
  async fill(field: Locator, text: string): Promise<void> {
    this.#steps.fields += 1
    await field.fill(text)
  }

  async paste(field: Locator, text: string): Promise<void> {
    this.#steps.keys += 1
    await paste(field, text)
  }

  /** Steps and seconds since the beginning, also on the terminal. */
  end(task: string): { readonly clicks: number; readonly keys: number; readonly fields: number } {
    const { clicks, keys, fields } = this.#steps
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1)
    process.stdout.write(`${task}: ${clicks} clicks, ${keys} keys, ${fields} fields, ${seconds} s\n`)
    return this.#steps
  }
}

const refusal = {
  kind: 'refuse',
  status: 400,
  body: JSON.stringify({ statusCode: 400, message: 'Validation failed' }),
} as const

test('fifteen waiting customers are answered in three steps each @nightly', async ({ app, orderDesk }) => {
  for (let waiting = 1; waiting <= 15; waiting++)
    orderDesk
      .person(`7999000${1000 + waiting}`, { name: `Customer ${waiting}` })
      .says(`Question ${waiting}`, { at: orderDesk.now() - waiting * 60_000 })
  const page = await app.open({ instances: [orderDesk] })
  await expect(rail(page).getByRole('link', { name: /^Order desk, 15 unread/ })).toBeVisible()
  const operator = new Operator(page)
  for (let waiting = 15; waiting >= 1; waiting--) {
    await operator.press('Alt+ArrowDown')
    await expect(conversation(page).getByRole('heading', { name: `Customer ${waiting}`, exact: true })).toBeVisible()
    await operator.type(`Answer ${waiting}`)
    await operator.press('Enter')
    await expect(composer(page)).toHaveValue('')
  }
  expect(operator.end('Answer fifteen waiting customers')).toEqual({ clicks: 0, keys: 30, fields: 15 })
  await expect.poll(() => orderDesk.sends.length).toBe(15)
})

test('why a message failed is found in three steps @nightly', async ({ app, emulator, orderDesk }) => {
  for (const [name, phone] of [
    ['Anna', '79990001122'],
    ['Marek', '79990001133'],
  ] as const)
    orderDesk.person(phone, { name }).says('Good morning')
  const page = await app.open({ instances: [orderDesk] })
  const open = (title: string) => chatList(page).getByRole('listitem').filter({ hasText: title }).click()
  await open('Anna')
  emulator.fault(refusal, { operation: 'sendMessage', count: 1 })
  await composer(page).fill('The invoice 4711 is on its way')
  await page.keyboard.press('Enter')
  await expect(message(page, 'invoice 4711').getByRole('img', { name: 'Failed' })).toBeVisible()
  await open('Marek')
  await expect(conversation(page).getByRole('heading', { name: 'Marek' })).toBeVisible()
  const operator = new Operator(page)
  await operator.press('Control+k')
  await operator.type('invoice 4711')
  await expect(page.getByRole('dialog').getByRole('option').filter({ hasText: 'is on its way' })).toBeVisible()
  await operator.press('Enter')
  await expect(message(page, 'invoice 4711')).toContainText('Validation failed')
  expect(operator.end('Find why a message failed')).toEqual({ clicks: 0, keys: 2, fields: 1 })
})

test('thirty instances are added with their tokens in three steps @nightly', async ({ app, emulator }) => {
  const made = Array.from({ length: 30 }, (_none, at) =>
    emulator.addInstance({
      ...orderDeskInit,
      name: `Shop ${at + 1}`,
      idInstance: String(1_101_000_100 + at),
      token: `token-of-a-shop-${at}-0123456789abcdef`,
    }),
  )
  const page = await app.open()
  const list = made.map(({ name, idInstance, token }) => `${name}\t${emulator.url}\t${idInstance}\t${token}`).join('\n')
  const operator = new Operator(page)
  await operator.click(page.getByRole('button', { name: 'Add several instances' }))
  const dialog = page.getByRole('dialog', { name: 'Add several instances' })
  await operator.paste(dialog.getByRole('textbox', { name: 'Paste the list here' }), list)
  await operator.click(dialog.getByRole('button', { name: 'Check and add 30 instances' }))
  await expect(dialog.getByText('30 added')).toBeVisible()
  expect(operator.end('Add thirty instances with tokens')).toEqual({ clicks: 2, keys: 1, fields: 0 })
})

test('the request that failed at a time is found in six steps @nightly', async ({ app, emulator, orderDesk }) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('Good morning')
  const page = await app.open({ instances: [orderDesk] })
  await chatList(page).getByRole('listitem').filter({ hasText: 'Anna' }).click()
  emulator.fault(refusal, { operation: 'sendMessage', count: 1 })
  await composer(page).fill('Refused')
  await page.keyboard.press('Enter')
  await expect(message(page, 'Refused').getByRole('img', { name: 'Failed' })).toBeVisible()
  const shown = await message(page, 'Refused').locator('time').textContent()
  const time = /\d\d:\d\d/.exec(shown ?? '')?.[0] ?? ''
  const operator = new Operator(page)
  await operator.click(views(page).getByRole('link', { name: 'Requests' }))
  await operator.click(page.getByRole('button', { name: 'Time', exact: true }))
  await operator.fill(page.getByLabel('From, time'), time)
  await operator.fill(page.getByLabel('To, time'), time)
  await operator.press('Enter')
  await operator.click(
    page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: 'sendMessage' }),
  )
  await expect(details(page)).toContainText('Validation failed')
  expect(operator.end('Find the request that failed at a time')).toEqual({ clicks: 3, keys: 1, fields: 2 })
})

test('a newcomer sends the first message in eleven steps @nightly', async ({ app, emulator, orderDesk }) => {
  const page = await app.open()
  const operator = new Operator(page)
  await operator.click(page.getByRole('button', { name: 'Add an instance' }))
  const dialog = page.getByRole('dialog', { name: 'Add instance' })
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await operator.type('Order desk')
  await operator.fill(dialog.getByRole('textbox', { name: 'API URL' }), emulator.url)
  await operator.fill(dialog.getByRole('textbox', { name: 'Instance ID' }), orderDesk.idInstance)
  await operator.fill(dialog.getByRole('textbox', { name: 'API token' }), orderDesk.token)
  await operator.press('Enter')
  await operator.click(page.getByRole('button', { name: 'Write first' }))
  await expect(page.getByRole('dialog', { name: 'New message' })).toBeVisible()
  await operator.type('79990001122')
  await operator.press('Enter')
  await expect(composer(page)).toBeFocused()
  await operator.type('Your order is ready')
  await operator.press('Enter')
  await emulator.untilSent('Your order is ready')
  expect(operator.end('Send the first message as a newcomer')).toEqual({ clicks: 2, keys: 3, fields: 6 })
})

test('after a restart the operator goes on with the answer that was begun @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
  orderDesk.person('79990001133', { name: 'Marek' }).says('Good morning')
  const first = await app.open({ instances: [orderDesk] })
  await chatList(first).getByRole('listitem').filter({ hasText: 'Anna' }).click()
  await composer(first).fill('It is ready')
  // Beside the chat that is open, its row shows the draft.
  await chatList(first).getByRole('listitem').filter({ hasText: 'Marek' }).click()
  await expect(chatList(first).getByRole('listitem').filter({ hasText: 'Draft' })).toBeVisible()
  await chatList(first).getByRole('listitem').filter({ hasText: 'Anna' }).click()
  await expect(composer(first)).toHaveValue('It is ready')
  await app.stop()
  const page = await app.open()
  const operator = new Operator(page)
  await expect(conversation(page).getByRole('heading', { name: 'Anna', exact: true })).toBeVisible()
  await expect(composer(page)).toHaveValue('It is ready')
  await operator.type(' at noon')
  await operator.press('Enter')
  await emulator.untilSent('It is ready at noon')
  expect(operator.end('Go on with an answer after a restart')).toEqual({ clicks: 0, keys: 1, fields: 1 })
})
