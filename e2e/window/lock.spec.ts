import type { Page } from '@playwright/test'
import type { WindowLock } from '../../src/contract/app.ts'
import { ContractError } from '../../src/contract/errors.ts'
import { goToHash } from '../support/inspect.ts'
import { composer, message, openChat } from '../support/window.ts'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

const open: WindowLock = { kind: 'open', afterMinutes: 15 }

function lockOf({ settings }: ScriptedDesk): WindowLock {
  return { kind: 'locked', waitMs: 0, isReadable: true, host: 'browser', appearance: settings }
}

/** What a person, or who appearance over their shoulder, could read in the page and around it. */
const readable = (page: Page): Promise<string> =>
  page.evaluate(() => [document.documentElement.outerHTML, document.title, location.href].join('\n'))

test('a locked window has nothing of a chat in it, and what was being written comes back with it', async ({
  desk,
  open: openWindow,
}) => {
  const anna = desk.customer('Anna', 'My address is 12 Mill Lane')
  desk.lock = open
  const page = await openWindow()
  await openChat(page, 'Anna')
  await expect(message(page, /Mill Lane/)).toBeVisible()
  await page.keyboard.type('Your order is ready')
  const refuse = (): never => {
    throw new ContractError('windowLocked')
  }
  desk.answer('chats.saveDraft', refuse)
  desk.lock = lockOf(desk)
  desk.changed({ kind: 'lock' })

  const field = page.getByRole('textbox', { name: 'Passphrase' })
  await expect(field).toBeFocused()
  expect(await readable(page)).not.toMatch(/Anna|Mill Lane|order|#/)
  expect(await page.title()).toBe('Switchboard')
  const asked = desk.calls.length
  desk.says(anna, 'Number 14, sorry')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the passphrase.')).toBeVisible()

  desk.answer('host.unlock', () => {
    throw new ContractError('passphraseWrong')
  })
  await page.keyboard.type('wrong one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is not the passphrase.')).toBeVisible()
  desk.answer('host.unlock', () => {
    throw new ContractError('passphrasePause', { retryAfterMs: 1500 })
  })
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Try again in [12] second/)).toBeVisible()
  const askedSince = desk.calls.slice(asked).map(({ name }) => name)
  // The draft is tried again until it is taken.
  expect(new Set(askedSince.filter((name) => name !== 'chats.saveDraft'))).toEqual(new Set(['host.unlock']))

  desk.forget('chats.saveDraft')
  desk.answer('host.unlock', () => {
    desk.lock = open
    desk.changed({ kind: 'lock' })
  })
  await expect(page.getByText(/Try again/)).toBeHidden()
  await field.fill('seven grey otters tumble')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('Your order is ready')
  await expect(message(page, 'Number 14, sorry')).toBeVisible()
  await expect.poll(() => desk.chat(anna).draft.draftText).toBe('Your order is ready')
})

test('a window that opens while it is locked asks for the passphrase, in the language and theme of Settings', async ({
  desk,
  open: openWindow,
}) => {
  desk.customer('Anna')
  desk.settings = { ...desk.settings, language: 'ru', theme: 'dark' }
  desk.lock = lockOf(desk)
  const page = await openWindow()
  await expect(page.getByRole('textbox', { name: 'Парольная фраза' })).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await readable(page)).not.toContain('Anna')
})

test('a lock whose script cannot be loaded shows nothing of a chat, and how to go on', async ({
  desk,
  open: openWindow,
}) => {
  desk.customer('Anna')
  desk.lock = open
  const page = await openWindow()
  await openChat(page, 'Anna')
  const scripts = /\/assets\/[^/]+\.js$/
  await page.route(scripts, (route) => route.abort())
  desk.lock = lockOf(desk)
  desk.changed({ kind: 'lock' })
  await expect(page.getByRole('heading', { name: 'The window stopped working' })).toBeVisible()
  expect(await readable(page)).not.toContain('Anna')
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeVisible()
})

test('the key locks after what was typed is on its way, and keys tell the host that somebody is here', async ({
  desk,
  open: openWindow,
}) => {
  desk.customer('Anna')
  desk.lock = open
  const page = await openWindow()
  await openChat(page, 'Anna')
  await page.keyboard.type('On Tuesday')
  await page.keyboard.press('Control+Shift+L')
  await expect.poll(() => desk.inputs('host.lockNow').length).toBe(1)
  const names = desk.calls.map(({ name }) => name)
  expect(desk.inputs('chats.saveDraft').at(-1)?.text).toBe('On Tuesday')
  expect(names.lastIndexOf('chats.saveDraft')).toBeLessThan(names.indexOf('host.lockNow'))
  // Not for each of them.
  expect(desk.inputs('host.active')).toHaveLength(1)
})

test('the lock is turned off by its passphrase alone, and says so of another one', async ({
  desk,
  open: openWindow,
}) => {
  desk.lock = open
  desk.answer('host.setLock', ({ current }) => {
    if (current !== 'seven grey otters') throw new ContractError('passphraseWrong')
    desk.lock = { kind: 'none' }
    desk.changed({ kind: 'lock' })
  })
  const page = await openWindow()
  await goToHash(page, '#/settings/1/storage')
  await page.getByRole('button', { name: 'Turn off…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off the lock' })
  await dialog.getByLabel('Current passphrase').fill('seven red otters')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('That is not the present passphrase.')
  await dialog.getByLabel('Current passphrase').fill('seven grey otters')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(desk.inputs('host.setLock').at(-1)).toEqual({ current: 'seven grey otters', passphrase: null })
})
