import type { Page } from '@playwright/test'
import { at, inTwo, settings, type Shot } from './shot.ts'

const teamChat = async (page: Page): Promise<void> => {
  await at(page, '#/chats/1')
  await page.locator('.chats [data-chat]').first().click()
  await page.locator('.composer').waitFor()
}

const teamWriting = async (page: Page): Promise<void> => {
  await teamChat(page)
  await page.locator('.presence .typing').waitFor()
}

const teamAway = async (page: Page): Promise<void> => {
  await teamChat(page)
  await page.getByRole('alert').first().waitFor({ timeout: 60_000 })
}

const teamSettings = async (page: Page): Promise<void> => {
  await settings('team')(page)
  await page.locator('.readers').waitFor()
}

const passphrase = async (page: Page): Promise<void> => {
  await teamSettings(page)
  await page.getByRole('button', { name: /^(Change…|Сменить…)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

const copied = async (page: Page): Promise<void> => {
  await settings('team')(page)
  await page.locator('.team-trouble button').first().waitFor({ timeout: 60_000 })
}

const answeredByBoth = async (page: Page): Promise<void> => {
  await teamChat(page)
  await page.locator('.log .status-line .acts').waitFor({ timeout: 60_000 })
}

const teamWebhook = async (page: Page): Promise<void> => {
  await at(page, '#/programs/all')
  await page.getByRole('row').filter({ hasText: 'Shop orders' }).click()
  await page.getByRole('complementary').locator('.sect').first().waitFor()
}

const teamWebhookOn = async (page: Page): Promise<void> => {
  await teamWebhook(page)
  const isOff = page.locator('.p-team-off')
  if (await isOff.isVisible()) await isOff.getByRole('button').click()
  await isOff.waitFor({ state: 'hidden' })
}

/** An account that is logged out, its queue, and settings that were changed and are not saved. */
const held = async (page: Page): Promise<void> => {
  await at(page, '#/instance/1')
  await page.locator('.i-table .member-avatar').nth(1).waitFor({ timeout: 60_000 })
  await page.locator('[data-setting="delaySendMessagesMilliseconds"] input').fill('1000')
  await page.locator('[data-setting="editedMessageWebhook"] [role="radio"]').first().click()
  await page.locator('.diff').waitFor()
  await page.locator('.i-table').scrollIntoViewIfNeeded()
}

export const team: readonly Shot[] = [
  { name: 'team-join-light', on: 'empty', arrange: settings('team') },
  {
    name: 'team-join-760-ru-dark',
    on: 'empty',
    width: 760,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: settings('team'),
  },
  { name: 'team-settings-light', on: 'team', arrange: teamSettings },
  { name: 'team-settings-ru-dark', on: 'team', scheme: 'dark', locale: 'ru-RU', arrange: teamSettings },
  { name: 'team-settings-760-12h-light', on: 'team', width: 760, locale: 'en-US', arrange: teamSettings },
  { name: 'team-chat-light', on: 'team', arrange: teamWriting },
  { name: 'team-chat-ru-dark', on: 'team', scheme: 'dark', locale: 'ru-RU', arrange: teamWriting },
  { name: 'team-chat-760-light', on: 'team', width: 760, arrange: teamWriting },
  {
    name: 'team-guard-light',
    on: 'team',
    arrange: async (page) => {
      await teamWriting(page)
      await page.getByRole('textbox', { name: 'Message', exact: true }).press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'team-guard-760-ru-dark',
    on: 'team',
    width: 760,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: async (page) => {
      await teamWriting(page)
      await page.locator('.composer textarea').press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  ...inTwo('team-passphrase', { on: 'team', arrange: passphrase }),
  ...inTwo('team-copy', { on: 'teamCopy', busy: true, arrange: copied }),
  ...inTwo('team-both', { on: 'teamBoth', arrange: answeredByBoth }),
  ...inTwo('programs-team-off', { on: 'teamBoth', arrange: teamWebhook }),
  ...inTwo('programs-team', { on: 'teamBoth', arrange: teamWebhookOn }),
  ...inTwo('instance-held', { on: 'teamHeld', arrange: held }).map((shot) => ({ ...shot, height: 1200 })),
  { name: 'team-away-light', on: 'teamAway', arrange: teamAway },
  { name: 'team-away-760-ru-dark', on: 'teamAway', width: 760, scheme: 'dark', locale: 'ru-RU', arrange: teamAway },
]
