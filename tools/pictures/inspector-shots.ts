import type { Page } from '@playwright/test'
import { at, inBoth, view, type Shot } from './shot.ts'

/** A view with a table, and what stands behind one of its rows. */
const inspect =
  (hash: string, row = 2) =>
  async (page: Page): Promise<void> => {
    await view(hash)(page)
    await page.getByRole('table').getByRole('row').nth(row).click()
    await page.getByRole('complementary').locator('.code .j').first().waitFor()
  }

/** A table of an instance's tabs, with its first row chosen. */
const chosen = (hash: string) => async (page: Page) => {
  await view(hash)(page)
  await page.getByRole('table').getByRole('row').nth(1).click()
  await page.getByRole('complementary').waitFor()
}

export const inspectors: readonly Shot[] = [
  ...inBoth((scheme) => [
    {
      name: `outgoing-${scheme}`,
      arrange: async (page) => {
        await inspect('#/outgoing/1', 3)(page)
        await page.locator('.chart svg').waitFor()
      },
    },
    { name: `events-${scheme}`, arrange: inspect('#/events/1') },
    { name: `requests-${scheme}`, arrange: inspect('#/requests/1') },
    { name: `instance-${scheme}`, arrange: view('#/instance/1', '.factbar') },
    { name: `instances-${scheme}`, on: 'trouble', arrange: view('#/instance/all') },
    { name: `instance-groups-${scheme}`, arrange: chosen('#/instance/1/groups') },
    { name: `instance-contacts-${scheme}`, arrange: chosen('#/instance/1/contacts') },
  ]),
  {
    name: 'instance-group-administered-light',
    height: 1300,
    arrange: async (page) => {
      await chosen('#/instance/2/groups')(page)
      await page.getByRole('complementary').getByRole('switch').first().waitFor()
    },
  },
  { name: 'instance-1240-ru-light', width: 1240, locale: 'ru-RU', arrange: view('#/instance/1', '.factbar') },
  { name: 'instance-760-light', width: 760, height: 1400, arrange: view('#/instance/1', '.factbar') },
  { name: 'instance-us-light', locale: 'en-US', arrange: view('#/instance/1', '.factbar') },
  {
    name: 'instance-login-light',
    on: 'trouble',
    arrange: async (page) => {
      await at(page, '#/chats/all')
      await page.getByRole('button', { name: 'Authorize' }).first().click()
      await page.getByRole('button', { name: 'Show QR code' }).waitFor()
    },
  },
  { name: 'instance-account-light', arrange: view('#/instance/1/account', '.i-tab') },
  { name: 'instance-quota-light', on: 'quota', arrange: view('#/instance/1/account', '.quota li') },
  {
    name: 'instance-quota-overview-1280-ru-dark',
    on: 'quota',
    width: 1280,
    height: 820,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: view('#/instance/1/overview', '.quota li'),
  },
  { name: 'quota-banner-light', on: 'quota', arrange: view('#/chats/1', '.banner') },
  {
    name: 'quota-banner-700-ru-dark',
    on: 'quota',
    width: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: view('#/chats/1', '.banner'),
  },
  {
    name: 'instance-quota-700-ru-dark',
    on: 'quota',
    width: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: view('#/instance/1/account', '.quota li'),
  },
  ...(['overview', 'groups', 'contacts', 'account'] as const).map((tab): Shot => ({
    name: `instance-${tab}-760-ru-dark`,
    width: 760,
    height: 1000,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange:
      tab === 'groups' || tab === 'contacts' ? chosen(`#/instance/1/${tab}`) : view(`#/instance/1/${tab}`, '.i-head'),
  })),
  {
    name: 'instances-760-us-dark',
    width: 760,
    height: 700,
    scheme: 'dark',
    locale: 'en-US',
    on: 'trouble',
    arrange: view('#/instance/all'),
  },
  ...(['light', 'dark'] as const).map((scheme): Shot => ({
    name: `outgoing-uncertain-${scheme}`,
    scheme,
    arrange: async (page) => {
      await view('#/outgoing/1')(page)
      await page.getByRole('table').getByRole('row').filter({ hasText: 'Uncertain' }).first().click()
      await page.getByRole('complementary').locator('.status-line').waitFor()
    },
  })),
  { name: 'outgoing-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: view('#/outgoing/1', '.chart svg') },
  {
    name: 'outgoing-760-ru-light',
    width: 760,
    height: 760,
    locale: 'ru-RU',
    arrange: view('#/outgoing/1', '.chart svg'),
  },
  {
    name: 'requests-operations-light',
    arrange: async (page) => {
      await view('#/requests/1')(page)
      await page.getByRole('button', { name: 'Operation', exact: true }).click()
      await page.locator('.filter-list').waitFor()
    },
  },
  {
    name: 'requests-time-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: async (page) => {
      await view('#/requests/1')(page)
      await page.getByRole('button', { name: 'Время', exact: true }).first().click()
      await page.locator('.filter-form').waitFor()
    },
  },
  {
    name: 'requests-saved-light',
    arrange: async (page) => {
      await view('#/requests/1?q=status%3D200')(page)
      await page.getByRole('button', { name: 'Saved', exact: true }).click()
      await page.getByRole('textbox', { name: 'Save these filters as' }).fill('Answered')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Answered', exact: true }).waitFor()
    },
  },
  { name: 'outgoing-us-light', locale: 'en-US', arrange: inspect('#/outgoing/1', 3) },
  { name: 'events-us-dark', scheme: 'dark', locale: 'en-US', arrange: inspect('#/events/1') },
  { name: 'requests-us-light', locale: 'en-US', arrange: inspect('#/requests/1') },
  { name: 'outgoing-760-dark', width: 760, height: 700, scheme: 'dark', arrange: view('#/outgoing/1', '.low-counts') },
  { name: 'outgoing-all-ru-dark', scheme: 'dark', locale: 'ru-RU', arrange: view('#/outgoing/all', '.chart svg') },
  {
    name: 'outgoing-nothing-light',
    arrange: async (page) => {
      await view('#/outgoing/1')(page)
      await page.getByRole('searchbox').fill('zebra crossing')
      await page.locator('.empty').waitFor()
    },
  },
  { name: 'events-760-ru-dark', width: 760, height: 700, scheme: 'dark', locale: 'ru-RU', arrange: view('#/events/1') },
  { name: 'events-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: inspect('#/events/1') },
  { name: 'requests-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: inspect('#/requests/1') },
  { name: 'requests-760-dark', width: 760, height: 700, scheme: 'dark', arrange: view('#/requests/1') },
]
