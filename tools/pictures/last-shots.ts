import type { Page } from '@playwright/test'
import { replying, sendingLater } from './composer-acts.ts'
import { chat, settings, type Shot } from './shot.ts'

const passphrase = 'seven grey otters tumble'

const lockRow = (page: Page) => page.getByRole('group', { name: /^(Lock of the window|Блокировка окна)$/ })

async function writePassphrase(page: Page): Promise<void> {
  await settings('storage')(page)
  await lockRow(page).getByRole('button').last().click()
  for (const field of await page.getByRole('dialog').locator('input').all()) await field.fill(passphrase)
}

async function setLock(page: Page): Promise<void> {
  await writePassphrase(page)
  await page.keyboard.press('Enter')
  await lockRow(page).getByRole('combobox').waitFor()
}

/** The locked window, after a wrong passphrase where it was locked before. */
async function locked(page: Page): Promise<void> {
  const field = page.locator('.lock-screen input')
  await field.or(page.locator('.rail')).first().waitFor()
  if ((await field.count()) === 0) {
    await setLock(page)
    await page.keyboard.press('Control+Shift+L')
    return field.waitFor()
  }
  await field.fill('one that is wrong')
  await page.keyboard.press('Enter')
  await page.locator('.lock-screen .is-bad').waitFor()
}

/** Pictures whose making changes the world that the others show. */
export const changing: readonly Shot[] = [
  ...(['light', 'dark'] as const).flatMap((scheme): readonly Shot[] => {
    const isRussian = scheme === 'dark'
    const how = { scheme, height: 1500, ...(isRussian ? { locale: 'ru-RU' as const } : {}) }
    const card = async (page: Page): Promise<void> => {
      await chat('Anna Lindqvist', { details: true })(page)
      await page.locator('.person-acts').waitFor()
    }
    return [
      {
        name: `person-writing-${scheme}`,
        ...how,
        arrange: async (page) => {
          await card(page)
          await page
            .getByRole('region', { name: /^(Person|Человек)$/ })
            .getByRole('button')
            .first()
            .click()
          await page.locator('.card-form .start').click()
        },
      },
      {
        name: `person-${scheme}`,
        ...how,
        arrange: async (page) => {
          await card(page)
          const person = page.getByRole('region', { name: /^(Person|Человек)$/ })
          if (!isRussian) {
            await person.getByRole('button').first().click()
            await page.locator('.card-form input').first().fill('Anna Lindqvist, the bakery')
            for (const [name, value] of [
              ['Delivery', 'Side door, ring twice'],
              ['Discount', '10 %'],
            ] as const) {
              await page.locator('.card-form .start').click()
              await page.locator('.field-row input').nth(-2).fill(name)
              await page.locator('.field-row input').nth(-1).fill(value)
            }
            await page.keyboard.press('Enter')
            await person.locator('.card-kv').waitFor()
            await person.locator('.person-acts').getByRole('button').first().click()
            await page.getByRole('dialog').getByRole('combobox').fill('Marta')
            await page.getByRole('option').first().click()
            await page.keyboard.press('Enter')
          }
          await person.locator('.by-hand').first().waitFor()
        },
      },
      {
        name: `person-merging-${scheme}`,
        scheme,
        ...(isRussian ? { locale: 'ru-RU' as const, width: 760 } : {}),
        arrange: async (page) => {
          await card(page)
          await page
            .getByRole('region', { name: /^(Person|Человек)$/ })
            .locator('.person-acts')
            .getByRole('button')
            .first()
            .click()
          await page.getByRole('dialog').getByRole('combobox').fill('Le')
          await page.getByRole('option').first().waitFor()
        },
      },
      ...([{}, { width: 420, height: 900 }, { width: 720, height: 450, zoom: 2 }] as const).map((size) => ({
        name: `person-erasing-${'width' in size ? `${size.width}-` : ''}${scheme}`,
        ...how,
        ...{ height: 820, ...size },
        arrange: async (page: Page) => {
          await card(page)
          await page.locator('.person-acts').getByRole('button').last().click()
          await page.getByRole('dialog').locator('.traces li').nth(3).waitFor()
        },
      })),
    ]
  }),
  {
    name: 'message-details-edited-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    height: 1400,
    arrange: async (page, { service }) => {
      await chat('Every kind')(page)
      const by = { idInstance: '1101000001', by: { person: '46700900777' } } as const
      const { idMessage } = await service.do('says', { ...by, text: 'Gate code 4711, from the north side.' })
      const bubble = page.getByRole('article').filter({ hasText: 'from the north side' })
      await bubble.waitFor()
      await service.do('edits', { ...by, idMessage, text: 'Gate code 4711, from the south side.' })
      const edited = page.getByRole('article').filter({ hasText: 'from the south side' })
      await edited.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Исходные данные' }).click()
      await page.getByRole('complementary').locator('.edit-old').waitFor()
      await page.getByRole('complementary').locator('.code .j').first().waitFor()
    },
  },
]

/** What they leave behind would stand in the pictures after them. */
export const lastly: readonly Shot[] = [
  ...(['light', 'dark'] as const).map((scheme): Shot => ({
    name: `quick-reply-files-${scheme}`,
    scheme,
    ...(scheme === 'dark' ? { locale: 'ru-RU', width: 760, height: 800 } : {}),
    arrange: async (page) => {
      await settings('quick-replies')(page)
      await page.locator('[data-section="quick-replies"] .opt .btn-text').last().click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input').first().fill('Price list')
      await dialog.locator('textarea').fill('Good morning, {firstName}. Here is our price list.')
      await dialog.locator('input[type=file]').setInputFiles([
        { name: 'Price list, winter 2026.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(245_000, 'x') },
        { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      ])
      await dialog.locator('.reply-files li').first().waitFor()
    },
  })),
  { name: 'quick-replies-open-light', arrange: replying },
  { name: 'scheduled-us-light', locale: 'en-US', arrange: sendingLater(true) },
  {
    name: 'scheduled-760-ru-dark',
    width: 760,
    height: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: sendingLater(true),
  },
  // From here on the window locks.
  { name: 'lock-setting-light', height: 820, arrange: writePassphrase },
  { name: 'lock-row-ru-dark', scheme: 'dark', locale: 'ru-RU', height: 1500, arrange: setLock },
  { name: 'locked-light', arrange: locked },
  { name: 'locked-420-ru-dark', width: 420, height: 800, scheme: 'dark', locale: 'ru-RU', arrange: locked },
  { name: 'locked-wrong-dark', width: 720, height: 450, zoom: 2, scheme: 'dark', arrange: locked },
]
