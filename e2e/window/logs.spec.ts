import type { InstanceKey, JournalKey, MessageKey, RequestKey } from '../../src/contract/ids.ts'
import type { JournalRow } from '../../src/contract/journal.ts'
import type { RequestRow } from '../../src/contract/requests.ts'
import { cutOffControls } from '../support/cut-off.ts'
import { openView, tableRow } from '../support/inspect.ts'
import { expect, test } from './window-test.ts'

const instance = 1 as InstanceKey

const eventRow = (key: number): JournalRow => ({
  key: key as JournalKey,
  instance,
  receiptId: `70${key}`,
  typeWebhook: `kind${key}Webhook`,
  state: 'unknown',
  serviceAt: null,
  receivedAt: key * 1000,
  appliedAt: null,
  deletedAt: null,
  deleteResult: null,
  repeat: false,
  chat: null,
  chatTitle: null,
  message: null,
  summary: `Event ${key}`,
  bytes: 100,
})

const requestRow = (key: number, operation: string): RequestRow => ({
  key: key as RequestKey,
  instance,
  operation,
  method: 'POST',
  startedAt: key * 1000,
  endedAt: key * 1000 + 100,
  status: 200,
  errorKind: null,
  limiterMs: 0,
  connectMs: null,
  answerMs: 100,
  totalMs: 100,
  bytesOut: 100,
  bytesIn: 100,
  attempt: 1,
  purpose: 'send',
  priority: 'send',
})

test('the late removal of an event closes no other one that was chosen meanwhile', async ({ desk, open, pipe }) => {
  desk.customer('Anna')
  const rows = [eventRow(2), eventRow(1)]
  desk.answer('journal.list', () => ({ rows, more: false, newest: 2 as JournalKey, newer: 0 }))
  desk.answer('journal.kinds', () => [])
  desk.answer('journal.health', () => [])
  desk.answer('journal.details', ({ event }) => ({ ...eventRow(event), raw: '{}', related: [] }))
  desk.answer('journal.discard', () => undefined)
  const page = await open()
  await openView(page, 'Events')
  const inspector = page.locator('.inspector')
  await tableRow(page, 'Events', 'kind1Webhook').click()
  const letGo = pipe.hold('journal.discard')
  await inspector.getByRole('button', { name: 'Remove' }).click()
  await tableRow(page, 'Events', 'kind2Webhook').click()
  await expect(inspector).toContainText('Receipt 702')
  letGo()
  await expect.poll(() => pipe.isIdle).toBe(true)
  await expect(inspector).toContainText('Receipt 702')

  await inspector.getByRole('button', { name: 'Remove' }).click()
  await expect(inspector).toHaveCount(0)
})

test('beside a request stands what it concerned, also while the next one is read', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna')
  const rows = [requestRow(2, 'readChat'), requestRow(1, 'sendMessage')]
  desk.answer('requests.list', () => ({ rows, more: false, total: 2, newest: 2 as RequestKey, newer: 0 }))
  desk.answer('requests.kinds', () => ({ operations: [], statuses: [] }))
  desk.answer('requests.polling', () => 0)
  for (const name of ['requests.errors', 'requests.limits', 'requests.waits'] as const) desk.answer(name, () => [])
  desk.answer('requests.summary', () => ({
    count: 2,
    errors: 0,
    medianMs: null,
    p95Ms: null,
    bytes: 0,
    oldestAt: null,
    storedBytes: 0,
    searchedBodies: 2,
  }))
  desk.answer('requests.details', ({ request }) => ({
    ...requestRow(request, request === 1 ? 'sendMessage' : 'readChat'),
    path: '/v3',
    requestBody: null,
    responseBody: null,
    responseTruncated: false,
    serviceText: null,
    responseHeaders: {},
    canSendAgain: false,
  }))
  desk.answer('requests.attempts', () => [])
  desk.answer('requests.messages', ({ request }) => ({
    messages: Array.from({ length: request * 2 }, (_, index) => ({
      key: (request * 10 + index) as MessageKey,
      instance,
      chat: anna,
      chatTitle: 'Anna',
      direction: 'outgoing' as const,
      at: 1000,
      kind: 'text' as const,
      text: `Line ${index}`,
    })),
    total: request * 2,
  }))
  const page = await open()
  await openView(page, 'Requests')
  const inspector = page.locator('.inspector')
  await tableRow(page, 'Requests', 'sendMessage').click()
  await expect(inspector.getByRole('tab', { name: /Messages/ })).toContainText('2')
  const letGo = pipe.hold('requests.details')
  await tableRow(page, 'Requests', 'readChat').click()
  await expect(tableRow(page, 'Requests', 'readChat')).toHaveAttribute('aria-selected', 'true')
  await expect(inspector).toContainText('sendMessage')
  await expect(inspector.getByRole('tab', { name: /Messages/ })).toContainText('2')
  letGo()
  await expect(inspector).toContainText('readChat')
  await expect(inspector.getByRole('tab', { name: /Messages/ })).toContainText('4')

  await test.step('in a narrow window the head has room for its title and its buttons, whose Russian words are longer', async () => {
    await page.keyboard.press('Escape')
    desk.settings = { ...desk.settings, language: 'ru' }
    desk.changed({ kind: 'settings' })
    for (const [width, height] of [
      [700, 820],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      const title = page.getByRole('heading', { name: 'Запросы к API' })
      await expect(title).toBeVisible()
      expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await expect.poll(() => page.evaluate(cutOffControls)).toEqual([])
    }
  })
})

test('a paused log that is brought to its newest rows goes on with those that come', async ({ desk, open }) => {
  desk.customer('Anna')
  const rows = [eventRow(1)]
  desk.answer('journal.list', ({ upTo = null }) => {
    const shown = rows.filter(({ key }) => upTo === null || key <= upTo)
    return { rows: shown, more: false, newest: rows[0]?.key ?? null, newer: rows.length - shown.length }
  })
  desk.answer('journal.kinds', () => [])
  desk.answer('journal.health', () => [])
  const come = () => {
    rows.unshift(eventRow(rows.length + 1))
    desk.changed({ kind: 'journal', instance })
  }
  const page = await open()
  await openView(page, 'Events')
  await expect(tableRow(page, 'Events', 'kind1Webhook')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  come()
  await page.getByRole('button', { name: '1 new notification' }).click()
  await expect(tableRow(page, 'Events', 'kind2Webhook')).toBeVisible()
  come()
  await expect(tableRow(page, 'Events', 'kind3Webhook')).toBeVisible()
})
