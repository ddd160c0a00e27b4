import type { Page } from '@playwright/test'
import type { QueryName } from '../../src/contract/index.ts'
import type { ControlClient } from '../../src/emulator/control-client.ts'
import type { Newcomer } from './world.ts'

/** Which running product a picture is taken of. */
export type Stage =
  /** Two businesses at work. */
  | 'world'
  /** Before anything was added. */
  | 'empty'
  /** Instances that need a person. */
  | 'trouble'
  /** The plan's quota is used up. */
  | 'quota'
  /** The worker that writes the archive dies again and again. */
  | 'failing'
  /** The archive is damaged, and its repair has no place. */
  | 'damaged'
  /** Two desks of a team; a colleague has answered and writes. */
  | 'team'
  /** The same, without its database. */
  | 'teamAway'
  /** A copy of a desk's data folder, while the desk runs. */
  | 'teamCopy'
  /** Two desks whose account is logged out while messages wait in the service's queue. */
  | 'teamHeld'
  /** Two answered a customer at the same moment. */
  | 'teamBoth'
  /** The archive was damaged and is repaired; the damaged file is kept. */
  | 'repaired'
  /** Thirty shops. */
  | 'shops'
  /** The same after a restart of a host that keeps no tokens. */
  | 'tokens'
  /** A customer and a quick reply of each of twelve scripts. */
  | 'scripts'
  /** Programs of a customer, of which one fails and one is paused. */
  | 'programs'
  /** A program that proposes and sends. */
  | 'proposals'
  /** Before anything was added; its pictures add something. */
  | 'adding'

/** What a picture may use besides its page. */
export interface Around {
  readonly service: ControlClient
  readonly newcomer: Newcomer
  /** From now on the page gets no answer to these reads: what waits for them goes on waiting. */
  readonly hold: (...names: readonly QueryName[]) => void
}

/** One picture: how large and in which habits, and what is done before it is taken. */
export interface Shot {
  readonly name: string
  /** CSS px; 1440 by 900 when absent. */
  readonly width?: number
  readonly height?: number
  /** 2 draws it as at 200 % zoom. */
  readonly zoom?: 2
  readonly scheme?: 'light' | 'dark'
  /** English as in Britain when absent. American English has 12-hour times. */
  readonly locale?: 'en-GB' | 'en-US' | 'ru-RU'
  readonly on?: Stage
  /** What waits, waits for ever: that is what the picture shows. */
  readonly busy?: true
  readonly arrange: (page: Page, around: Around) => Promise<void>
}

export const group = 'Delivery routes'

/** The window at an address of its own; scope 1 is the first instance. */
export const at = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

async function openChat(page: Page, title: string, scope: string = '1'): Promise<void> {
  await at(page, `#/chats/${scope}`)
  await page.locator('.chats [data-chat]').filter({ hasText: title }).first().click()
  await page.getByRole('log').getByRole('article').first().waitFor()
}

async function showDetails(page: Page, open: boolean): Promise<void> {
  const panel = page.getByRole('complementary')
  // By the pointer: in the composer the key makes text italic.
  const button = open ? '.conv .head [aria-pressed]:not([data-find])' : '.details-head .icon-btn'
  if ((await panel.isVisible()) !== open) await page.locator(button).last().click()
  await panel.waitFor({ state: open ? 'visible' : 'hidden' })
}

export const chat =
  (title: string, { details = false, scope = '1' } = {}) =>
  async (page: Page): Promise<void> => {
    await openChat(page, title, scope)
    await showDetails(page, details)
  }

export const view =
  (hash: string, waitFor = '.view-settings, [role="table"]') =>
  async (page: Page): Promise<void> => {
    await at(page, hash)
    await page.locator(waitFor).first().waitFor()
  }

export const settings =
  (section: string) =>
  async (page: Page): Promise<void> => {
    await view(`#/settings/all/${section}`, `[data-section="${section}"]`)(page)
  }

export const inBoth = (shots: (scheme: 'light' | 'dark') => readonly Shot[]): readonly Shot[] =>
  (['light', 'dark'] as const).flatMap((scheme) => shots(scheme).map((shot) => ({ ...shot, scheme })))

/** Light and wide in English, and dark and narrow in Russian. */
export const inTwo = (name: string, shot: Pick<Shot, 'on' | 'busy' | 'arrange'>): readonly Shot[] => [
  { name: `${name}-light`, ...shot },
  { name: `${name}-760-ru-dark`, width: 760, scheme: 'dark', locale: 'ru-RU', ...shot },
]
