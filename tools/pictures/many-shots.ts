import type { Page } from '@playwright/test'
import { at, type Shot } from './shot.ts'

const api = 'https://1103.api.example.com'
const token = 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345'

/** Lines as they come out of a spreadsheet, with what goes wrong there. */
const list = [
  ['Order desk', api, '1103000001', token],
  ['Warehouse, north gate', api, '1103000002', ''],
  ['Night desk', api, '1103000003', token],
  ['Order desk', api, '1103000001', token],
  ['Returns', 'http://api.example.com', '1103000005', token],
  ['Field service', api, '11O3000006', token],
  ['Spare parts', api, '1103000007', 'not a token'],
]
  .map((cells) => cells.join('\t'))
  .join('\n')

/** The list pasted; `line`: with that line open to be put right. */
const pasted =
  (line?: number) =>
  async (page: Page): Promise<void> => {
    await page.locator('.more-ways button').first().click()
    const field = page.getByRole('dialog').locator('textarea')
    await field.fill(list)
    await page.locator('.many-paste-foot .btn-sm').click()
    await page.locator('.many-table [role="row"]').nth(3).waitFor()
    if (line !== undefined) await page.locator('.many-table .btn-sm').nth(line).click()
  }

const restoring = async (page: Page): Promise<void> => {
  await page.locator('.more-ways button').last().click()
  await page.getByRole('dialog').locator('input').first().waitFor()
}

const narrow = { width: 760, height: 900 } as const

const shopTokens = async (page: Page): Promise<void> => {
  await page.locator('.banner .btn-primary').first().click()
  const lines = Array.from({ length: 30 }, (_, index) =>
    index % 3 === 2
      ? `11060${String(index + 40).padStart(5, '0')}\ttoken-of-another-instance`
      : `${1_106_000_001 + index}\tmade-up-token-of-a-tokens-picture-${index}-${index % 5 === 4 ? 'wrong' : '0123456789'}`,
  )
  await page.getByRole('dialog').locator('textarea').fill(lines.join('\n'))
  await page.locator('.many-paste-foot .btn-sm').click()
  await page.locator('.token-unused').waitFor()
}

/** The table of all instances after their states were read. */
const shopTable = async (page: Page): Promise<void> => {
  await at(page, '#/instance/all')
  await page.locator('.i-all .toolbar .icon-btn').click()
  await page.locator('.i-all .toolbar .fresh').waitFor({ state: 'attached' })
  await page.locator('.tbl-row input').nth(1).click()
  await page.locator('.tbl-row input').nth(2).click()
  await page.locator('.i-all .bulk .is-busy').waitFor({ state: 'detached' })
}

/** Two folders, one of them closed, and the search for what the rail has no room for. */
const shopFolders = async (page: Page): Promise<void> => {
  await at(page, '#/instance/all')
  const isFirst = (await page.locator('.rail-folder').count()) === 0
  for (const [name, rows] of isFirst ? [['Riga', [1, 2, 3, 4]] as const, ['Tartu', [6, 7, 8]] as const] : []) {
    for (const row of rows) await page.locator('.tbl-row input').nth(row).click()
    await page.locator('.bulk .btn').nth(3).click()
    await page.getByRole('dialog').locator('input').fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('.bulk .btn-text').click()
  }
  if ((await page.locator('.rail-folder.is-open').count()) === 2)
    await page.locator('.rail-folder .inst').last().click()
  await at(page, '#/chats/all')
  await page.locator('.rail-more').click()
  await page.locator('.instance-finder a').first().waitFor()
}

const openPassphrase = async (page: Page): Promise<void> => {
  await page.locator('.banner .btn-primary').first().click()
  await page.locator('.token-note .btn').click()
  await page.getByRole('dialog').last().locator('input').nth(1).waitFor()
}

/** Many instances: a pasted list, a backup of another computer. */
export const manyInstances: readonly Shot[] = [
  { name: 'tokens-light', on: 'tokens', arrange: shopTokens },
  { name: 'tokens-dark', scheme: 'dark', on: 'tokens', arrange: shopTokens },
  { name: 'tokens-1024-light', width: 1024, height: 720, on: 'tokens', arrange: shopTokens },
  { name: 'tokens-700-ru-light', width: 700, height: 900, locale: 'ru-RU', on: 'tokens', arrange: shopTokens },
  {
    name: 'tokens-420-ru-dark',
    width: 420,
    height: 860,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'tokens',
    arrange: shopTokens,
  },
  { name: 'tokens-zoomed-light', width: 720, height: 450, zoom: 2, on: 'tokens', arrange: shopTokens },
  { name: 'passphrase-light', on: 'tokens', arrange: openPassphrase },
  {
    name: 'passphrase-420-ru-dark',
    width: 420,
    height: 860,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'tokens',
    arrange: openPassphrase,
  },
  {
    name: 'tokens-banner-420-light',
    width: 420,
    height: 700,
    on: 'tokens',
    arrange: (page) => page.locator('.banner').waitFor(),
  },
  { name: 'shops-light', on: 'shops', arrange: shopTable },
  { name: 'shops-dark', scheme: 'dark', on: 'shops', arrange: shopTable },
  { name: 'shops-1024-light', width: 1024, height: 720, on: 'shops', arrange: shopTable },
  { name: 'shops-700-ru-light', width: 700, height: 900, locale: 'ru-RU', on: 'shops', arrange: shopTable },
  {
    name: 'shops-420-ru-dark',
    width: 420,
    height: 860,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'shops',
    arrange: shopTable,
  },
  { name: 'shops-zoomed-light', width: 720, height: 450, zoom: 2, on: 'shops', arrange: shopTable },
  ...(['light', 'dark'] as const).map((scheme): Shot => ({
    name: `apply-settings-${scheme}`,
    on: 'shops',
    scheme,
    ...(scheme === 'dark' ? { width: 760, height: 800, locale: 'ru-RU' } : {}),
    arrange: async (page) => {
      await shopTable(page)
      await page.locator('.bulk .btn').nth(1).click()
      const fields = page.getByRole('dialog').getByRole('list').first()
      await fields.getByRole('checkbox').nth(0).check()
      await fields.getByRole('textbox').fill('1500')
      await fields.getByRole('checkbox').nth(2).check()
    },
  })),
  ...(['light', 'dark'] as const).map((scheme): Shot => ({
    name: `import-partner-${scheme}`,
    on: 'shops',
    scheme,
    ...(scheme === 'dark' ? { width: 700, height: 700, locale: 'ru-RU' } : {}),
    arrange: async (page) => {
      await at(page, '#/instance/all')
      await page.getByRole('button', { name: /partner account|партнёр/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input').first().fill('http://127.0.0.1:1')
      await dialog.locator('input').last().fill('a made-up token of a picture')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').waitFor()
    },
  })),
  { name: 'folders-light', on: 'shops', arrange: shopFolders },
  { name: 'folders-dark', scheme: 'dark', on: 'shops', arrange: shopFolders },
  {
    name: 'folders-1024-ru-dark',
    width: 1024,
    height: 720,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'shops',
    arrange: shopFolders,
  },
  { name: 'folders-420-light', width: 420, height: 860, on: 'shops', arrange: shopFolders },
  { name: 'folders-zoomed-light', width: 720, height: 450, zoom: 2, on: 'shops', arrange: shopFolders },
  { name: 'add-instances-light', on: 'empty', arrange: pasted() },
  { name: 'add-instances-line-dark', scheme: 'dark', on: 'empty', arrange: pasted(0) },
  { name: 'add-instances-760-ru-light', ...narrow, locale: 'ru-RU', on: 'empty', arrange: pasted() },
  {
    name: 'add-instances-line-760-ru-dark',
    ...narrow,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'empty',
    arrange: pasted(1),
  },
  { name: 'restore-backup-light', on: 'empty', arrange: restoring },
  { name: 'restore-backup-720-zoom-200-light', width: 720, height: 450, zoom: 2, on: 'empty', arrange: restoring },
  {
    name: 'restore-backup-420-ru-dark',
    width: 420,
    height: 800,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'empty',
    arrange: restoring,
  },
  {
    name: 'trouble-others-light',
    on: 'trouble',
    arrange: async (page) => {
      await page.evaluate(() => {
        location.hash = '#/chats/all'
      })
      await page.locator('.banner.is-flush .acts button').first().click()
      await page.locator('.attention-list').waitFor()
    },
  },
]
