import type { Page } from '@playwright/test'
import { openView, tableRow } from '../support/inspect.ts'
import { wheel } from '../support/log-anchor.ts'
import { expect, test } from '../support/test.ts'
import { chatRow, log, message, openChat } from '../support/window.ts'

/**
 * Lets the next `count` reads of messages further up or down fail, as when the disk or the connection is in trouble.
 */
async function failReads(page: Page, count: number): Promise<() => number> {
  let failed = 0
  await page.routeWebSocket(/\/rpc$/, (pipe) => {
    const server = pipe.connectToServer()
    pipe.onMessage((text) => {
      const call = JSON.parse(String(text)) as {
        readonly id?: number
        readonly name?: string
        readonly input?: { readonly anchor?: { readonly kind: string } }
      }
      const isFurther = call.name === 'messages.window' && call.input?.anchor?.kind === 'message'
      if (!isFurther || failed >= count) return server.send(text)
      failed += 1
      pipe.send(JSON.stringify({ kind: 'error', id: call.id, error: { code: 'internal' } }))
    })
  })
  await page.reload()
  return () => failed
}

test('what is read stays while older messages cannot be read, and they come as soon as they can', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  for (let line = 1; line <= 200; line++) {
    anna.says(`Line ${line} of many`, { at: orderDesk.now() - 60_000 * (210 - line) })
  }
  orderDesk.phone.says('Thank you', { to: anna })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
  const failed = await failReads(page, 2)
  await openChat(page, 'Anna')
  await expect(message(page, 'Thank you')).toBeInViewport()
  await wheel(page, -2500, 2)
  await expect.poll(failed).toBe(2)
  await expect(log(page).getByRole('article').first()).toBeVisible()
  await expect
    .poll(async () => {
      await wheel(page, -4000, 3)
      return message(page, /^(Anna)?Line 1 of/).count()
    })
    .toBe(1)
})

interface Call {
  readonly name?: string
  readonly input?: { readonly name?: string; readonly anchor?: { readonly kind: string } }
}

/** From the next start of the window on, holds the calls that match until they are released. */
async function holdCalls(
  page: Page,
  matches: (call: Call) => boolean,
): Promise<{ readonly held: () => number; readonly release: () => void }> {
  const released = Promise.withResolvers<undefined>()
  let held = 0
  await page.routeWebSocket(/\/rpc$/, (pipe) => {
    const server = pipe.connectToServer()
    pipe.onMessage(async (text) => {
      if (matches(JSON.parse(String(text)) as Call)) {
        held += 1
        await released.promise
      }
      server.send(text)
    })
  })
  return { held: () => held, release: () => released.resolve(undefined) }
}

/** Starts the window anew without a place in its address; what it knows of the place of before comes when told. */
async function startWithoutPlace(page: Page): Promise<() => void> {
  const { release } = await holdCalls(page, ({ name, input }) => name === 'app.preference' && input?.name === 'place')
  await page.evaluate(() => history.replaceState(null, '', location.pathname))
  await page.reload()
  return release
}

test('whoever reads in a view before the place of before is known keeps the rows in sight', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  for (let line = 0; line < 80; line += 1) {
    const at = orderDesk.now() - 7_200_000 + line * 1000
    orderDesk.phone.says(`Line ${line}.`, { to: anna, at, status: 'sent', notify: false })
  }
  const page = await app.open({ instances: [orderDesk] })
  const releasePlace = await startWithoutPlace(page)
  await openView(page, 'Outgoing')
  await expect(page).toHaveURL(/#\/outgoing\/1$/)
  await expect(page.getByText(/^80 messages/)).toBeVisible()
  await tableRow(page, 'Outgoing', 'Line 79.').hover()
  await page.mouse.wheel(0, 36 * 30)
  releasePlace()
  const row = tableRow(page, 'Outgoing', 'Line 40.')
  await row.click()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(row).toBeInViewport()
})

test('a quoted message is shown though the rows that hold it are about to be left', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const question = anna.says('Which bay is it?', { at: orderDesk.now() - 60_000 * 150 })
  for (let line = 1; line <= 130; line += 1) anna.says(`Line ${line}.`, { at: orderDesk.now() - 60_000 * (140 - line) })
  anna.says('I asked this', { quotes: question })
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  await expect(chatRow(page, 'Anna')).toContainText('I asked this')
  const newest = await holdCalls(
    page,
    ({ name, input }) => name === 'messages.window' && input?.anchor?.kind === 'newest',
  )
  await page.reload()
  await openChat(page, 'Anna')
  // Near the end of the rows around the first unread message all others come, and at the newest only some stay.
  await expect(message(page, 'Which bay is it?').first()).toBeInViewport()
  await expect
    .poll(async () => {
      await wheel(page, 4000, 3)
      return newest.held()
    })
    .toBe(1)
  await message(page, 'I asked this')
    .getByRole('button', { name: /Which bay is it/ })
    .click()
  newest.release()
  const shown = log(page).getByRole('article').filter({ hasText: 'Which bay is it?', hasNotText: 'I asked this' })
  await expect(shown).toBeInViewport()
})
