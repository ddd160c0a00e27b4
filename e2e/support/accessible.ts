import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export interface AccessibleOptions {
  /** The only rules to go by; without them, all. */
  readonly rules?: readonly string[]
  /** Rules to leave out. */
  readonly except?: readonly string[]
  /** CSS selector of what alone is judged: a dialog over a view that was judged before. Without it, the page. */
  readonly within?: string
  /** CSS selectors of what is left out. */
  readonly exclude?: readonly string[]
  /** What a failure is called. */
  readonly label?: string
}

/**
 * Holds what the page shows against axe's rules. Axe is brought in once a page and judges within it: by itself it is
 * brought in three times, and opens a page of its own to join the frames of the one it judges, of which ours have none.
 * Its first run in a page costs some three seconds of the processor, again after a reload, so dialogs are judged in one
 * page of `e2e/window/accessibility.spec.ts`.
 */
export async function expectAccessible(
  page: Page,
  { rules, except = [], within, exclude = [], label = '' }: AccessibleOptions = {},
) {
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: '0' } : {}) }).setLegacyMode()
  builder.options({ resultTypes: ['violations'] })
  if (rules) builder.withRules([...rules])
  else builder.disableRules([...except])
  if (within !== undefined) builder.include(within)
  for (const selector of exclude) builder.exclude(selector)
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`)
  expect(found, label).toEqual([])
}
