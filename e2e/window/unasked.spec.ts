import { ContractError } from '../../src/contract/errors.ts'
import { composer, openChat } from '../support/window.ts'
import { expect, sendHeld, test } from './window-test.ts'

test('the command line asks by a notice, which takes no letter and answers nothing by a Space', async ({
  desk,
  open,
}) => {
  desk.customer('Anna')
  desk.settings = { ...desk.settings, programs: true }
  desk.answer('programs.list', () => ({ listener: { kind: 'off' } as never, rows: [], team: null }))
  const page = await open()
  await openChat(page, 'Anna')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Your order ')
  desk.pairing = { id: 1, code: 'ABCD', name: 'switchboardctl', expiresAt: Date.now() + 60_000 }
  desk.changed({ kind: 'programs' })
  const notice = page.getByRole('status').filter({ hasText: 'ABCD' })
  await expect(notice).toBeVisible()
  await page.keyboard.type('is ready')
  await expect(composer(page)).toHaveValue('Your order is ready')
  await notice.getByRole('button', { name: 'Answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let the command line connect?' })
  await expect(dialog.getByRole('button', { name: 'Don’t allow' })).toBeFocused()
  desk.pairing = null
  desk.changed({ kind: 'programs' })
  await expect(dialog).toBeHidden()
  await expect(notice).toHaveCount(0)
})

test('the question about a colleague’s answer takes no key until the person pauses, and gives the letters back', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  desk.answer('messages.send', () => {
    throw new ContractError('answeredMeanwhile', { details: { name: 'Yara', text: 'On Monday', at: Date.now() } })
  })
  const page = await open()
  const letGo = await sendHeld(page, pipe, 'On Tuesday')
  await page.keyboard.type(' at nine')
  letGo()
  const guard = page.getByRole('dialog', { name: 'Yara answered while you were writing' })
  await expect(guard).toBeVisible()
  await page.keyboard.type(' or ten')
  await page.keyboard.press('Enter')
  await expect(composer(page).or(page.locator('textarea[data-write]'))).toHaveValue('On Tuesday at nine or ten')
  await expect(guard).toBeVisible()
  await expect(guard.getByRole('button', { name: 'Keep as draft' })).toBeFocused()
  expect(desk.inputs('messages.send')).toHaveLength(1)
})
