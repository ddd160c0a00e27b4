import type { Page } from '@playwright/test'
import type { Shot } from './shot.ts'

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

const profile = {
  switchboardProfile: 1,
  instances: [
    { name: 'Order desk', colour: 'teal', idInstance: '1103000001', apiUrl: api },
    {
      name: 'Night desk',
      colour: 'plum',
      idInstance: '1103000003',
      apiUrl: api,
      mediaUrl: 'https://media.example.com',
    },
    { name: 'Returns' },
  ],
  settings: { theme: 'dark', enterSends: false, mediaFileLimit: 50_000_000 },
  quickReplies: [{ name: 'Hours', text: 'We are here from 9 to 18.' }],
}

const importing =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await page.locator('.more-ways button').last().click()
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'Switchboard profile.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await page.getByRole('dialog').locator('section, [role="alert"]').first().waitFor()
  }

const whole = JSON.stringify(profile)
const narrow = { width: 760, height: 900 } as const

/** Many instances: a pasted list, a profile of another computer. */
export const manyInstances: readonly Shot[] = [
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
  { name: 'import-profile-light', on: 'empty', arrange: importing(whole) },
  {
    name: 'import-profile-760-ru-dark',
    ...narrow,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'empty',
    arrange: importing(whole),
  },
  {
    name: 'import-profile-later-light',
    on: 'empty',
    arrange: importing(JSON.stringify({ ...profile, switchboardProfile: 2 })),
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
