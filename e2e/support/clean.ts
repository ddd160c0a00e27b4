import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectNothingCutOff } from './cut-off.ts'
import { isLong } from './marathon.ts'

let states = 0

/**
 * In the light and in the dark. Names, roles and order are the same in both, so that the dark is gone through only for
 * what has to do with colours; and so is the frame of the window in every view: `inner` leaves it out. The short form
 * has the colours of each state in one of the two, in turn, and all else in every state. `words` names the file in
 * `spoken/` beside the spec of what a screen reader must meet in this state, in this order: roles, names and states.
 */
export async function expectClean(page: Page, { inner = false, words = '' } = {}): Promise<void> {
  if (words !== '') await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${words}.aria.yml` })
  await expectNothingCutOff(page)
  const only = isLong ? null : (['light', 'dark'] as const)[(states += 1) % 2]
  for (const colorScheme of ['light', 'dark'] as const) {
    const names = colorScheme === 'light'
    const colours = only === null || colorScheme === only
    if (!names && !colours) continue
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, {
      label: colorScheme,
      ...(inner ? { exclude: ['.titlebar', '.rail'] } : {}),
      ...(names ? {} : { rules: colourRules }),
      ...(colours ? {} : { except: colourRules }),
    })
  }
}

const colourRules = ['color-contrast', 'link-in-text-block']
