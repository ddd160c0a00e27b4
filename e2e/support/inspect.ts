import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'
import { details, views } from './window.ts'

/** The views that say what happened to each message, event and request. */
export type InspectingView = 'Outgoing' | 'Events' | 'Requests'

const tables = { Outgoing: 'Outgoing messages', Events: 'Notifications', Requests: 'API requests' } as const

export const table = (page: Page, view: InspectingView): Locator => page.getByRole('table', { name: tables[view] })

/** The row with this text. */
export const tableRow = (page: Page, view: InspectingView, text: string | RegExp): Locator =>
  table(page, view).getByRole('row').filter({ hasText: text })

export async function openView(page: Page, view: InspectingView): Promise<void> {
  await views(page).getByRole('link', { name: view }).click()
  await table(page, view).waitFor()
}

/** Goes where a link in the window would lead, for example `#/outgoing/all?q=...`. */
export const goToHash = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

/** One step of an open timeline, as it is shown: what it is, the service's raw word, where it comes from. */
export interface ShownStep {
  readonly title: string
  readonly raw: string | null
  readonly detail: string
}

export const shownSteps = (page: Page): Promise<readonly ShownStep[]> =>
  details(page)
    .locator('.tl')
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => ({
        title: item.querySelector('b')?.textContent ?? '',
        raw: item.querySelector('.tag')?.textContent ?? null,
        detail: item.querySelector('.d span')?.textContent ?? '',
      })),
    )

/** CSS px from the top of the table's view. */
export async function rowTop(row: Locator): Promise<number> {
  await expect(row).toHaveCount(1)
  return row.evaluate((element) => {
    const wrap = element.closest('.tbl-wrap')
    return Math.round(element.getBoundingClientRect().top - (wrap?.getBoundingClientRect().top ?? 0))
  })
}

/** Ticks a value of an open filter: the box is drawn by its label. */
export const tick = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .locator('label')
    .filter({ has: page.getByRole('checkbox', { name }) })
    .click()
