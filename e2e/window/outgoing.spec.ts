import type { Locator, Page } from '@playwright/test'
import type { Message } from '../../src/contract/messages.ts'
import type { OutgoingRow } from '../../src/contract/outgoing.ts'
import { goToHash, openView, rowTop, tableRow } from '../support/inspect.ts'
import { views } from '../support/window.ts'
import { answerOutgoing, outgoingRow } from './outgoing-rows.ts'
import { expect, test } from './window-test.ts'

/** Goes down a table with 80 lines; the row of the 40th, which is in sight then. */
async function readDownToLine40(page: Page, messages = 80): Promise<Locator> {
  await openView(page, 'Outgoing')
  await expect(page.getByText(new RegExp(`^${messages} messages`))).toBeVisible()
  await tableRow(page, 'Outgoing', 'Line 79.').hover()
  await page.mouse.wheel(0, 36 * 30)
  const row = tableRow(page, 'Outgoing', 'Line 40.')
  await expect(row).toBeInViewport()
  return row
}

test('a place in the table is kept, whatever comes and changes, and a link leads to its row', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna')
  const rowOf = (text: string) => outgoingRow(anna, 'Anna', desk.sent(anna, text), text)
  const rows = Array.from({ length: 80 }, (_, index) => rowOf(`Line ${index}.`)).toReversed()
  const changed = () => desk.changed({ kind: 'messages', instance: 1 as never, chat: anna })
  /** The newest stand first. */
  const write = (text: string) => rows.unshift(rowOf(text))
  answerOutgoing(desk, rows)
  const page = await open()
  await test.step('rows come and change without moving what is read', async () => {
    const row = await readDownToLine40(page)
    const top = await rowTop(row)
    write('A new one')
    write('And another')
    changed()
    await expect(page.getByText(/^82 messages/)).toBeVisible()
    await expect(row).toBeInViewport()
    expect(await rowTop(row)).toBe(top)
    const delivered = { kind: 'delivered', changeable: false } as const
    for (const [at, one] of rows.entries()) if (one.text === 'Line 40.') rows[at] = { ...one, status: delivered }
    changed()
    await expect(row).toContainText('Delivered')
    expect(await rowTop(row)).toBe(top)
    // The end of the list is reached in one step, and nothing falls back to its top.
    await row.click()
    await page.keyboard.press('End')
    await expect(tableRow(page, 'Outgoing', 'Line 0.')).toBeInViewport()
    await page.keyboard.press('Home')
    await expect(tableRow(page, 'Outgoing', 'And another')).toBeInViewport()
  })

  await test.step('a place is kept however many rows come above it, and a link leads to its row however far down', async () => {
    await views(page).getByRole('link', { name: 'Chats' }).click()
    const row = await readDownToLine40(page, 82)
    const top = await rowTop(row)
    // More than a page and more than one piece of what a refresh stores: they come one after the other.
    desk.answer('outgoing.refresh', () => {
      for (const piece of [0, 1]) {
        for (let line = 0; line < 175; line += 1) write(`Later ${piece * 175 + line}.`)
        changed()
      }
      return { failed: [] }
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText(/^432 messages/)).toBeVisible()
    await expect(row).toBeInViewport()
    await expect.poll(() => rowTop(row)).toBe(top)

    await row.click()
    const link = await page.evaluate(() => location.hash)
    await page.keyboard.press('Home')
    await expect(tableRow(page, 'Outgoing', 'Later 349.')).toHaveAttribute('aria-selected', 'true')
    await goToHash(page, link)
    await expect(row).toBeInViewport()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await views(page).getByRole('link', { name: 'Chats' }).click()
    await goToHash(page, link)
    await expect(row).toBeInViewport()
    await expect(row).toHaveAttribute('aria-selected', 'true')
  })
})

test('what is sent again is what the question was about, whatever fails meanwhile', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  const failed = { kind: 'failed', reason: 'refused', changeable: false, retriable: true } as const
  const rowOf = (text: string) => ({ ...outgoingRow(anna, 'Anna', desk.sent(anna, text), text), status: failed })
  const asked = rowOf('Asked about')
  const rows: OutgoingRow[] = [asked]
  const later = rowOf('Failed later')
  answerOutgoing(desk, rows)
  desk.answer('messages.retry', () => undefined)
  const page = await open()
  await goToHash(page, '#/outgoing/all?q=status%3Dfailed')
  await page.getByRole('button', { name: 'Retry all' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  const shown = (now: readonly OutgoingRow[]) => {
    rows.splice(0, rows.length, ...now)
    desk.changed({ kind: 'messages', instance: 1 as never, chat: anna })
  }
  shown([later, asked])
  await expect(page.getByText('2 messages from this computer were not sent')).toBeVisible()
  await question.getByRole('button', { name: 'Retry all' }).click()
  await expect.poll(() => desk.inputs('messages.retry')).toEqual([{ messages: [asked.key] }])
  await expect(question).toBeHidden()
})

test('a question about a message goes with it when the next one is shown', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna')
  const status = { kind: 'uncertain', changeable: false, waitReason: { kind: 'noAnswer' } } as const
  const rows = ['Line 1.', 'Line 2.'].map((text) => ({
    ...outgoingRow(anna, 'Anna', desk.sent(anna, text, { status }), text),
    status,
  }))
  answerOutgoing(desk, rows)
  desk.answer('messages.details', ({ message }) => ({
    ...{ message: desk.chat(anna).messages.find(({ key }) => key === message) as Message, observations: [] },
    ...{ deliveredMs: null, readMs: null, quickReply: null, program: null, senderId: '', senderName: '', raw: null },
    previousVersions: [],
  }))
  for (const name of ['journal.ofMessage', 'requests.ofMessage'] as const) desk.fallBack(name, [])
  const page = await open()
  await openView(page, 'Outgoing')
  await tableRow(page, 'Outgoing', 'Line 1.').click()
  const inspector = page.locator('.inspector')
  await expect(inspector).toContainText('Line 1.')
  const letGo = pipe.hold('messages.details')
  await tableRow(page, 'Outgoing', 'Line 2.').click()
  await inspector.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  letGo()
  await expect(inspector).toContainText('Line 2.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('filters that are saved under a name that is taken replace those that had it', async ({ desk, open }) => {
  desk.customer('Anna')
  answerOutgoing(desk, [])
  const page = await open()
  const saved = page.getByRole('dialog', { name: 'Saved filters' })
  for (const status of ['expired', 'failed']) {
    await goToHash(page, `#/outgoing/all?q=status%3D${status}`)
    await page.getByRole('button', { name: 'Saved', exact: true }).click()
    await saved.getByLabel('Save these filters as').fill('Not sent')
    await page.keyboard.press('Enter')
    await expect(saved.getByRole('listitem')).toHaveText('Not sent')
    await page.keyboard.press('Escape')
  }
  await goToHash(page, '#/outgoing/all')
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await saved.getByRole('button', { name: 'Not sent', exact: true }).click()
  await expect(page).toHaveURL(/failed/)
})

test('filters are not saved before those that are saved already are read', async ({ desk, open, pipe }) => {
  desk.customer('Anna')
  answerOutgoing(desk, [])
  const stored = JSON.stringify([{ name: 'Expired', query: 'status=expired' }])
  desk.answer('app.preference', ({ name }) => (name === 'filters.outgoing' ? stored : null))
  const page = await open()
  await goToHash(page, '#/outgoing/all?q=status%3Dfailed')
  const letGo = pipe.hold('app.preference', 'filters.outgoing')
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  const saved = page.getByRole('dialog', { name: 'Saved filters' })
  await saved.getByLabel('Save these filters as').fill('Failed')
  await page.keyboard.press('Enter')
  await expect(saved.getByRole('listitem')).toHaveCount(0)
  letGo()
  await expect(saved.getByRole('listitem')).toHaveText(['Expired'])
  await saved.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved.getByRole('listitem')).toHaveText(['Expired', 'Failed'])
})
