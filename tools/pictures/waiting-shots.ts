import type { Page } from '@playwright/test'
import { palette } from './dialog-shots.ts'
import { at, chat, group, inTwo, view, type Shot } from './shot.ts'

const whoWaits =
  (scope: string) =>
  async (page: Page): Promise<void> => {
    await at(page, `#/chats/${scope}`)
    await page.locator('.chats [role="radio"]').nth(2).click()
    await page.locator('.chats .waits').first().waitFor()
  }

const selected = async (page: Page): Promise<void> => {
  await at(page, '#/chats/1')
  const rows = page.locator('.chats [data-chat]')
  await rows.nth(1).click({ modifiers: ['Control'] })
  await rows.nth(3).click({ modifiers: ['Shift'] })
  await page.locator('.chats-selected').waitFor()
}

export const waiting: readonly Shot[] = [
  ...inTwo('selected-chats', { arrange: selected }),
  ...inTwo('who-waits', { arrange: whoWaits('1') }),
  { name: 'who-waits-all-dark', scheme: 'dark', arrange: whoWaits('all') },
  {
    name: 'who-waits-all-open-light',
    arrange: async (page) => {
      await whoWaits('all')(page)
      await page.locator('.chats [data-chat]').first().click()
      await page.getByRole('log').getByRole('article').first().waitFor()
    },
  },
  {
    name: 'loading-chats-light',
    busy: true,
    arrange: async (page, { hold }) => {
      await chat(group, { details: true })(page)
      hold('chats.list', 'messages.window', 'groups.details')
      await page.reload()
      for (const part of ['.chats .skel', '.conv .skel']) await page.locator(part).first().waitFor()
    },
  },
  {
    name: 'loading-outgoing-dark',
    scheme: 'dark',
    busy: true,
    arrange: async (page, { hold }) => {
      hold('outgoing.list', 'outgoing.summary')
      await view('#/outgoing/1', '.skel')(page)
    },
  },
  {
    name: 'loading-events-760-ru-light',
    width: 760,
    height: 700,
    locale: 'ru-RU',
    busy: true,
    arrange: async (page, { hold }) => {
      hold('journal.list', 'journal.health')
      await view('#/events/1', '.skel')(page)
    },
  },
  {
    name: 'loading-palette-light',
    busy: true,
    arrange: async (page, { hold }) => {
      hold('search.messages')
      await palette('lena')(page)
      await page.getByRole('dialog').locator('.skel').first().waitFor()
    },
  },
]
