import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectNothingCutOff } from './cut-off.ts'
import { isLong } from './marathon.ts'

let states = 0

/**
 * In the light and in the dark. Names, roles and order are the same in both, so the second one is gone through only
 * for what has to do with colours; and so is the frame of the window in every view: `inner` leaves it out. The short
 * form has each state in one of the two, in turn. `words` names the file in `spoken/` beside the spec of what a screen
 * reader must meet in this state, in this order: roles, names and states.
 */
export async function expectClean(page: Page, { inner = false, words = '' } = {}): Promise<void> {
  if (words !== '') {
    // In the window of the desktop, which is narrower, the composer has fewer buttons.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${words}.aria.yml` })
  }
  await expectNothingCutOff(page)
  const both = ['light', 'dark'] as const
  const schemes = isLong ? both : [both[(states += 1) % 2 === 0 ? 0 : 1]]
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, {
      label: colorScheme,
      ...(inner ? { exclude: ['.titlebar', '.rail'] } : {}),
      ...(index === 0 ? {} : { rules: ['color-contrast', 'link-in-text-block'] }),
    })
  }
}
