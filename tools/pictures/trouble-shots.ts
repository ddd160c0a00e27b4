import type { Page } from '@playwright/test'
import { at, inTwo, settings, type Shot } from './shot.ts'

export const trouble: readonly Shot[] = [
  {
    name: 'trouble-attention-light',
    on: 'trouble',
    arrange: async (page) => {
      await at(page, '#/chats/all')
      await page.locator('.attention-open').click()
      await page.locator('.attention-list').waitFor()
    },
  },
  { name: 'trouble-not-authorized-light', on: 'trouble', arrange: (page) => at(page, '#/chats/1') },
  { name: 'trouble-webhook-dark', on: 'trouble', scheme: 'dark', arrange: (page) => at(page, '#/chats/2') },
  { name: 'trouble-wrong-token-light', on: 'trouble', arrange: (page) => at(page, '#/chats/3') },
  {
    name: 'trouble-notifications-off-ru-dark',
    on: 'trouble',
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: (page) => at(page, '#/chats/4'),
  },
  {
    name: 'trouble-webhook-open-light',
    on: 'trouble',
    arrange: async (page) => {
      await at(page, '#/chats/2')
      await page.locator('.banner .icon-btn').click()
      await page.locator('.banner.is-open').waitFor()
    },
  },
  {
    name: 'trouble-all-760-ru-light',
    on: 'trouble',
    width: 760,
    height: 700,
    locale: 'ru-RU',
    arrange: (page) => at(page, '#/chats/all'),
  },
]

const bringBack = async (page: Page): Promise<void> => {
  await settings('storage')(page)
  await page.getByRole('button', { name: /^(Bring back…|Вернуть…)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const recovery: readonly Shot[] = [
  ...inTwo('recovery', { on: 'repaired', arrange: (page) => at(page, '#/chats/1') }),
  ...inTwo('bring-back', { on: 'repaired', arrange: bringBack }),
]

export const troubleNotices: readonly Shot[] = (['quota', 'failing', 'damaged'] as const).flatMap(
  (stage): readonly Shot[] => {
    const arrange = async (page: Page): Promise<void> => {
      await at(page, '#/chats/1')
      await page.getByRole('alert').first().waitFor()
    }
    return [
      { name: `trouble-${stage}-light`, on: stage, arrange },
      {
        name: `trouble-${stage}-760-ru-dark`,
        on: stage,
        width: 760,
        height: 700,
        scheme: 'dark',
        locale: 'ru-RU',
        arrange,
      },
    ]
  },
)
