import { expect, type Page } from '@playwright/test'
import { chat, group, inBoth, settings, view, type Shot } from './shot.ts'

export const palette = (text: string) => async (page: Page) => {
  await chat(group, { details: true })(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill(text)
  await page.getByRole('dialog').getByRole('option').or(page.locator('.empty')).first().waitFor()
}

async function openAddInstance(page: Page): Promise<void> {
  await page.locator('.rail-add').click()
  await page.getByRole('dialog').waitFor()
}

async function fillAddInstance(page: Page, values: readonly [name: string, url: string, id: string, token: string]) {
  await openAddInstance(page)
  const fields = page.getByRole('dialog').getByRole('textbox')
  for (const [index, value] of values.entries()) await fields.nth(index).fill(value)
  await page.getByRole('dialog').locator('button[type="submit"]').click()
}

const sections = [
  'general',
  'appearance',
  'notifications',
  'instances',
  'quick-replies',
  'storage',
  'shortcuts',
  'about',
] as const

export const others: readonly Shot[] = [
  ...inBoth((scheme) => [
    { name: `settings-${scheme}`, height: 3200, arrange: settings('general') },
    { name: `palette-${scheme}`, arrange: palette('pallet') },
    { name: `first-run-${scheme}`, on: 'empty', arrange: (page) => page.locator('.welcome').waitFor() },
    { name: `add-instance-${scheme}`, on: 'empty', arrange: openAddInstance },
  ]),
  { name: 'palette-before-typing-light', arrange: palette('') },
  { name: 'palette-nothing-dark', scheme: 'dark', arrange: palette('zebra crossing') },
  { name: 'palette-actions-760-ru-light', width: 760, height: 700, locale: 'ru-RU', arrange: palette('>') },
  ...sections.map((section): Shot => ({
    name: `settings-${section}-ru-dark`,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: settings(section),
  })),
  { name: 'settings-760-ru-light', width: 760, height: 900, locale: 'ru-RU', arrange: settings('general') },
  { name: 'add-instance-ru-dark', scheme: 'dark', locale: 'ru-RU', on: 'empty', arrange: openAddInstance },
  {
    name: 'add-instance-errors-light',
    on: 'empty',
    arrange: async (page) => {
      await fillAddInstance(page, ['After-sales', 'http://api.example', '11010O0003', ''])
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    name: 'add-instance-errors-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'empty',
    arrange: async (page) => {
      await fillAddInstance(page, ['После продажи', 'http://api.example', '11010O0003', ''])
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    name: 'add-instance-refused-dark',
    scheme: 'dark',
    on: 'empty',
    arrange: async (page, { newcomer: { apiUrl } }) => {
      await fillAddInstance(page, ['Order desk', apiUrl, '1101000001', 'an-old-token-that-is-refused-by-now'])
      await page.getByRole('dialog', { name: /Not connected/ }).waitFor()
    },
  },
  {
    name: 'add-instance-unreachable-760-ru-light',
    width: 760,
    height: 700,
    locale: 'ru-RU',
    on: 'empty',
    arrange: async (page) => {
      await fillAddInstance(page, ['После продажи', 'http://127.0.0.1:9', '1101000003', 'some-token-of-an-instance'])
      await page.locator('.step.is-bad').waitFor()
    },
  },
]

export const adding: readonly Shot[] = [
  {
    name: 'add-instance-checking-light',
    on: 'adding',
    busy: true,
    arrange: async (page, { service, newcomer: { apiUrl, idInstance, token } }) => {
      await service.do('fault.add', { fault: { kind: 'hang' }, operation: 'getSettings', idInstance, count: 1 })
      await fillAddInstance(page, ['After-sales', apiUrl, idInstance, token])
      await page.getByRole('dialog').locator('.step.is-ok').nth(2).waitFor()
      await page.getByRole('dialog').locator('.step.is-run').waitFor()
    },
  },
  {
    name: 'add-instance-partly-connected-dark',
    on: 'adding',
    scheme: 'dark',
    arrange: async (page, { newcomer: { apiUrl, idInstance, token } }) => {
      await fillAddInstance(page, ['After-sales', apiUrl, idInstance, token])
      await page.getByRole('dialog', { name: 'After-sales is connected' }).waitFor()
    },
  },
]

const backup = async (page: Page): Promise<void> => {
  await view('#/settings/all/storage')(page)
  await page.locator('[data-section="storage"] .opt').first().getByRole('button').last().click()
  await page.getByRole('dialog').waitFor()
}

/** How long data is kept; `numbers`: up to what would go. */
const retention = (numbers: boolean) => async (page: Page) => {
  await view('#/settings/all/storage')(page)
  const row = page.locator('[data-section="storage"] .opt').filter({ hasText: /How long data|Срок хранения/ })
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().selectOption('days')
  await dialog.getByRole('textbox').fill('1')
  if (!numbers) return void (await dialog.getByRole('button', { name: /^(Add|Добавить)$/ }).click())
  await dialog.getByRole('button', { name: /Continue|Продолжить/ }).click()
  await dialog.getByRole('textbox').waitFor()
}

export const dialogs: readonly Shot[] = [
  {
    name: 'poll-votes-light',
    arrange: async (page) => {
      await chat('Every kind')(page)
      const votes = page.getByRole('button', { name: /^View \d+ vote/ })
      await page.getByRole('article').last().focus()
      await expect(async () => {
        await page.keyboard.press('PageUp')
        await votes.click({ timeout: 500 })
      }).toPass()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'send-again-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: async (page) => {
      await chat(group)(page)
      await page.getByRole('log').getByRole('button', { name: 'Отправить снова' }).click()
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    },
  },
  {
    name: 'toasts-light',
    arrange: async (page) => {
      await chat('Nordwind', { details: true })(page)
      await page.locator('.chats').getByRole('listitem').filter({ hasText: 'Nordwind' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByRole('article').last().click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy text' }).click()
      await page.locator('.conv').getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Export' }).hover()
      await page.getByRole('menuitem', { name: /CSV/ }).click()
      // The world is as it was for the pictures after this one.
      await page.getByRole('complementary').getByRole('button', { name: 'Unarchive' }).click()
      await expect(page.locator('.toast').nth(1)).toBeVisible()
    },
  },
  { name: 'retention-light', height: 1400, arrange: retention(false) },
  { name: 'retention-numbers-light', arrange: retention(true) },
  { name: 'retention-numbers-720-zoom-200-light', width: 720, height: 450, zoom: 2, arrange: retention(true) },
  {
    name: 'retention-420-ru-dark',
    width: 420,
    height: 900,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: retention(false),
  },
  {
    name: 'retention-numbers-ru-dark',
    ...{ width: 420, height: 900, scheme: 'dark', locale: 'ru-RU' },
    arrange: retention(true),
  },
  { name: 'backup-light', arrange: backup },
  { name: 'backup-720-zoom-200-light', width: 720, height: 450, zoom: 2, arrange: backup },
  { name: 'backup-420-ru-dark', width: 420, height: 900, scheme: 'dark', locale: 'ru-RU', arrange: backup },
  {
    name: 'events-quarantine-dark',
    scheme: 'dark',
    arrange: async (page) => {
      await view('#/events/2')(page)
      await page.getByRole('row').filter({ hasText: 'Quarantined' }).first().click()
      await page.getByRole('complementary').locator('.code .j').first().waitFor()
    },
  },
]
