import type { Page } from '@playwright/test'
import { ContractError } from '../../src/contract/errors.ts'
import { composer, openChat } from '../support/window.ts'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, holdScript, sendHeld, test } from './window-test.ts'

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

const answeredByYara = (desk: ScriptedDesk): void =>
  desk.answer('messages.send', () => {
    throw new ContractError('answeredMeanwhile', { details: { name: 'Yara', text: 'On Monday', at: Date.now() } })
  })

const question = (page: Page) => page.getByRole('dialog', { name: 'Yara answered while you were writing' })

test('what is typed under the question about a colleague’s answer is in the draft, and no such key answers it', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  answeredByYara(desk)
  const page = await open()
  const letGo = await sendHeld(page, pipe, 'On Tuesday')
  const guard = question(page)
  const field = page.locator('textarea[data-write]')
  await page.keyboard.type(' at nine')
  letGo()
  await expect(guard).toBeFocused()

  await test.step('after a pause of any length', async () => {
    await page.keyboard.type(' or tem')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('n')
    await expect(guard.locator('.is-mine')).toHaveText('On Tuesday at nine or ten')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect(field).toHaveValue('On Tuesday at nine or ten ')
  })
  await test.step('until the person moves to a button', async () => {
    const keep = guard.getByRole('button', { name: 'Keep as draft' })
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift+Tab')
        return keep.evaluate((button) => button === document.activeElement)
      })
      .toBe(true)
    await page.keyboard.type('x')
    await expect(guard).toBeVisible()
    await page.keyboard.press('Space')
    await expect(guard).toBeHidden()
    await expect(composer(page)).toBeFocused()
    await expect(field).toHaveValue('On Tuesday at nine or ten ')
  })
  expect(desk.inputs('messages.send')).toHaveLength(1)
})

test('keys that come before the question about a colleague’s answer was seen neither send nor close it', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  answeredByYara(desk)
  const page = await open()
  const bring = await holdScript(page, 'guard-dialog')
  const asked = page.waitForRequest(/guard-dialog/)
  // As soon as it is in the page, before it can be drawn.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.guard') === null) return
      observer.disconnect()
      for (const key of ['Escape', 'Enter', 'Tab'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }).observe(document.body, { childList: true, subtree: true })
  })
  const letGo = await sendHeld(page, pipe, 'On Tuesday')
  letGo()
  await asked
  await page.keyboard.press('Enter')
  await bring()
  await expect(question(page)).toBeFocused()
  expect(desk.inputs('messages.send')).toHaveLength(1)
})
