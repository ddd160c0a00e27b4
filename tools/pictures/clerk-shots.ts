import type { Page } from '@playwright/test'
import { sendingLater } from './composer-acts.ts'
import { at, chat, inTwo, type Around, type Shot } from './shot.ts'

async function menuOf(page: Page, title: string): Promise<void> {
  await at(page, '#/chats/1')
  await page.locator('.chats [data-chat]').filter({ hasText: title }).first().click({ button: 'right' })
}

const snoozing = async (page: Page): Promise<void> => {
  await menuOf(page, 'Bakery Linde')
  await page.getByRole('menuitem', { name: /^(Snooze|Отложить)$/ }).hover()
  await page.getByRole('menuitem', { name: /^(Until the customer writes|Пока клиент не напишет)$/ }).waitFor()
}

const snoozeTime = async (page: Page): Promise<void> => {
  await snoozing(page)
  await page.getByRole('menuitem', { name: /^(Choose a time…|Выбрать время…)$/ }).click()
  await page.getByRole('dialog').locator('input[type="date"]').fill('2026-11-23')
}

const snoozed = async (page: Page): Promise<void> => {
  await snoozing(page)
  await page.getByRole('menuitem', { name: /^(Until the customer writes|Пока клиент не напишет)$/ }).click()
  await filtered(/^(Snoozed|Отложенные)/)(page)
}

/** A list that is behind More filters. */
const filtered =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await at(page, '#/chats/1')
    const chip = page.locator('.chats').getByRole('radio', { name })
    if (!(await chip.isVisible())) {
      await page.locator('.chats .filter-row [aria-haspopup="menu"]').click()
      await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name })).click()
    }
    await page.locator('.chats [data-chat]').first().waitFor()
  }

/** Pictures of a clerk's day that leave nothing behind. */
export const clerk: readonly Shot[] = [
  ...inTwo('snooze-time', { arrange: snoozeTime }),
  ...inTwo('drafts', { arrange: filtered(/^(Drafts|Черновики)/) }),
]

const restricted = async (page: Page, { service }: Around): Promise<void> => {
  const idInstance = '1101000001'
  await service.do('instance.behave', { idInstance, behaviour: { suspendedUntil: '2026-11-20T18:40:00Z' } })
  await service.do('instance.becomes', { idInstance, state: 'suspended' })
  await chat('Bakery Linde')(page)
  await page.locator('.banner.is-warn').first().waitFor()
}

/** The same, with a chat that is snoozed from then on, a message that waits, and an account that is restricted. */
export const clerkLast: readonly Shot[] = [
  { name: 'snoozed-light', arrange: snoozed },
  {
    ...{ name: 'snoozed-760-ru-dark', width: 760, scheme: 'dark', locale: 'ru-RU' },
    arrange: filtered(/^(Snoozed|Отложенные)/),
  },
  ...inTwo('scheduled-list', {
    arrange: async (page) => {
      await sendingLater(true)(page)
      await filtered(/^(Scheduled|Запланированные)/)(page)
    },
  }),
  ...inTwo('restricted', { arrange: restricted }),
  { name: 'restricted-420-light', width: 420, height: 800, arrange: restricted },
]
