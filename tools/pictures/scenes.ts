import { expect, type Page } from '@playwright/test'
import type { Emulator } from '../../src/emulator/create-emulator.ts'

const row = (page: Page, title: string) => page.locator('.chats').getByRole('listitem').filter({ hasText: title })

async function fromMenu(page: Page, title: string, ...labels: readonly string[]): Promise<void> {
  await row(page, title).first().click({ button: 'right' })
  for (const label of labels) await page.getByRole('menuitem', { name: label, exact: true }).click()
  await page.getByRole('menu').first().waitFor({ state: 'hidden' })
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

async function label(page: Page, title: string, ...labels: readonly string[]): Promise<void> {
  await row(page, title).first().getByRole('button').focus()
  await page.keyboard.press('Alt+l')
  const dialog = page.getByRole('dialog')
  for (const name of labels) {
    await dialog.getByRole('searchbox').fill(name)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name })).toBeChecked()
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

async function note(page: Page, title: string, text: string): Promise<void> {
  await row(page, title).first().click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.locator('.note-item').first()).toContainText(text.slice(0, 20))
  await page.getByRole('button', { name: 'Close details' }).click()
}

/**
 * What a person did before the pictures are taken, in the window itself: pinned and muted chats, labels and a note, a
 * draft, a message that was refused and one whose fate is not known.
 */
export async function prepareWorld(page: Page, emulator: Emulator): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/chats/1`)
  // The first reading of histories takes one request a second.
  await expect(page.locator('.who')).not.toContainText('Reading chats', { timeout: 120_000 })
  await expect(row(page, 'Nordwind')).toBeVisible()

  await fromMenu(page, 'Delivery routes', 'Pin')
  await fromMenu(page, 'Anna Lindqvist', 'Pin')
  await fromMenu(page, 'Marta Ruiz', 'Mute', 'Always')
  await label(page, 'Anna Lindqvist', 'Urgent')
  await label(page, 'Nordwind', 'Invoice', 'VIP', 'Exchange 4821')
  await label(page, 'Marta Ruiz', 'Invoice', 'Regular customer of the shop')
  await note(page, 'Anna Lindqvist', 'The pallet label is wrong every second time: ask for a photo before it leaves.')
  await row(page, 'Lena Fischer').first().click()
  // What is unread stands before a draft.
  await expect(row(page, 'Lena Fischer').getByRole('img', { name: /unread/ })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('The corrected invoice is attached to')
  await row(page, 'Delivery routes').first().click()
  await expect(row(page, 'Lena Fischer')).toContainText('Draft:')

  emulator.fault({ kind: 'refuse', status: 400 }, { operation: 'sendMessage', count: 1 })
  await write(page, 'Number of the order is 4821-07.')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 })
  emulator.fault({ kind: 'refuse', status: 499 }, { operation: 'sendMessage', count: 1 })
  await write(page, 'And please send a photo of the label before you leave.')
  await expect(page.getByRole('log').getByRole('button', { name: 'Check again' })).toBeVisible({ timeout: 30_000 })

  // The second instance as well, until its last picture is there.
  await page.goto(`${page.url().split('#')[0]}#/chats/2`)
  await expect(page.locator('.who')).not.toContainText('Reading chats', { timeout: 120_000 })
  await expect(row(page, 'Night shift').locator('.avatar img')).toBeVisible({ timeout: 60_000 })
}
