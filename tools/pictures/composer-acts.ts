import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { chat, group, type Around } from './shot.ts'

export const replying = async (page: Page): Promise<void> => {
  await chat('Anna Lindqvist')(page)
  await page.locator('[data-write]').fill('/')
  await page.locator('.suggest').waitFor()
}

/** An answer that is being written to what somebody else said. */
export const answering = async (page: Page): Promise<void> => {
  await chat(group)(page)
  await page.getByRole('article').filter({ hasText: 'They say the pallet' }).focus()
  await page.keyboard.press('r')
  await page.locator('.cquote').waitFor()
}

/**
 * What else can be sent, by its place in the menu of the button below the text; `fill` is typed into the first field.
 */
export const sendingMore =
  (item: number, fill: string) =>
  async (page: Page): Promise<void> => {
    await chat('Anna Lindqvist')(page)
    await page.locator('.cbar [aria-haspopup="menu"]').click()
    await page.getByRole('menuitem').nth(item).click()
    await page.getByRole('dialog').locator('input').first().fill(fill)
  }

/** Asks for a time, and with `done` gives it. */
export const sendingLater =
  (done: boolean) =>
  async (page: Page): Promise<void> => {
    await chat('Anna Lindqvist')(page)
    await page.locator('[data-write]').fill('Good morning, Anna. The driver rings you 30 minutes before he comes.')
    await page.keyboard.press('Control+Shift+Enter')
    const dialog = page.locator('.dialog')
    await dialog.locator('input[type="date"]').fill('2026-11-27')
    if (!done) return
    await dialog.locator('button[type="submit"]').click()
    await page.locator('.bubble.is-scheduled').waitFor()
  }

/** Pictures, a paper and two files that can't go, beside a text with marks. */
export const attaching = async (page: Page, _around?: Around, title = 'Anna Lindqvist'): Promise<void> => {
  await chat(title)(page)
  // Of an earlier picture.
  const earlier = page.locator('.tray .all')
  if ((await earlier.count()) > 0) await earlier.click()
  const asset = (name: string) => path.resolve(import.meta.dirname, '../../src/emulator/media/assets', name)
  const jpeg = (name: string, file: string) => ({ name, mimeType: 'image/jpeg', buffer: readFileSync(asset(file)) })
  await page
    .locator('input[data-attach]')
    .setInputFiles([
      jpeg('shelf.jpg', 'shelf.jpg'),
      jpeg('loading-bay.jpg', 'loading-bay.jpg'),
      { name: 'Exchange 4821-07 corrected.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(212_000, 'x') },
      { name: 'warehouse-tour.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(0) },
    ])
  await page.locator('.att input').first().fill('The shelf today')
  await page
    .getByRole('textbox')
    .last()
    .fill(
      'Hello Anna, *two cushions in moss green* go with the chair. Please keep ~Saturday~ _Monday morning_ free: `4821-07`.',
    )
  await expect(page.locator('.send')).toBeEnabled()
}

/** Files are held over the conversation. */
export const dropping = async (page: Page): Promise<void> => {
  await chat('Anna Lindqvist')(page)
  await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], 'a.png'))
    const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: transfer })
    document.querySelector('.log-wrap')?.dispatchEvent(over)
  })
  await page.locator('.drop-here').waitFor()
}

/** Files on their way, one of them refused, and a text that waits behind them. */
export const uploading =
  (title: string) =>
  async (page: Page, around: Around): Promise<void> => {
    await attaching(page, around, title)
    await around.service.do('fault.add', { fault: { kind: 'delay', ms: 20_000 }, operation: 'uploadFile', count: 4 })
    await page.locator('.send').click()
    await page.locator('.upload').first().waitFor()
  }

export const forwarding = async (page: Page): Promise<void> => {
  await chat(group)(page)
  await page.getByRole('article').filter({ hasText: 'They say the pallet' }).click({ button: 'right' })
  await page.getByRole('menuitem').nth(2).click()
  await page.getByRole('dialog').getByRole('listitem').nth(1).click()
}
