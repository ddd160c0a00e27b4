import { ContractError } from '../../src/contract/errors.ts'
import { tableRow } from '../support/inspect.ts'
import { wheel } from '../support/log-anchor.ts'
import { chatRow, log, message, openChat, views } from '../support/window.ts'
import { answerOutgoing, outgoingRow } from './outgoing-rows.ts'
import { expect, test } from './window-test.ts'

test('what is read stays while older messages cannot be read, and they come as soon as they can', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna', 'Line 1 of many')
  for (let line = 2; line <= 200; line += 1) desk.says(anna, `Line ${line} of many`)
  desk.sent(anna, 'Thank you')
  desk.change(anna, { unread: 0 })
  let failed = 0
  desk.answer('messages.window', (input) => {
    if (input.anchor.kind !== 'message' || failed === 2) return desk.window(input)
    failed += 1
    throw new ContractError('internal')
  })
  const page = await open()
  await openChat(page, 'Anna')
  await expect(message(page, 'Thank you')).toBeInViewport()
  await wheel(page, -2500, 2)
  await expect.poll(() => failed).toBe(2)
  await expect(log(page).getByRole('article').first()).toBeVisible()
  await expect
    .poll(async () => {
      await wheel(page, -4000, 3)
      return message(page, /^(Anna)?Line 1 of/).count()
    })
    .toBe(1)
})

test('a quoted message is shown though the rows that hold it are about to be left', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna', 'Which bay is it?')
  const [question] = desk.chat(anna).messages
  for (let line = 1; line <= 130; line += 1) desk.says(anna, `Line ${line}.`)
  const asked = desk.says(anna, 'I asked this')
  desk.quoted(anna, asked, question?.key)
  const page = await open()
  await expect(chatRow(page, 'Anna')).toContainText('I asked this')
  const release = pipe.hold('messages.window', '"newest"')
  await openChat(page, 'Anna')
  // Near the end of the rows around the first unread message all others come, and at the newest only some stay.
  await expect(message(page, 'Which bay is it?').first()).toBeInViewport()
  await expect
    .poll(async () => {
      await wheel(page, 4000, 3)
      return desk.inputs('messages.window').filter(({ anchor }) => anchor.kind === 'newest').length
    })
    .toBe(1)
  await message(page, 'I asked this')
    .getByRole('button', { name: /Which bay is it/ })
    .click()
  release()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const shown = log(page).getByRole('article').filter({ hasText: 'Which bay is it?', hasNotText: 'I asked this' })
  await expect(shown).toBeInViewport()
})

test('whoever reads in a view before the place of before is known keeps the rows in sight', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  const texts = Array.from({ length: 80 }, (_, line) => `Line ${79 - line}.`)
  answerOutgoing(
    desk,
    texts.map((text) => outgoingRow(anna, 'Anna', desk.sent(anna, text), text)),
  )
  const page = await open()
  await openChat(page, 'Anna')
  await expect.poll(() => desk.inputs('app.setPreference').some(({ name }) => name === 'place')).toBe(true)
  const releasePlace = pipe.hold('app.preference', '"place"')
  await page.evaluate(() => history.replaceState(null, '', location.pathname))
  await page.reload()
  await views(page)
    .getByRole('link', { name: /Outgoing/ })
    .click()
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
