import { expect, type Page } from '@playwright/test'
import { isLong } from './marathon.ts'

/**
 * Widths and heights of the desktop's first window and of a small one. `npm run test:long` adds a large one, one of
 * which a zoom of 200 % leaves half, one pane alone, and a telephone's width.
 */
const sizes = [
  { width: 1280, height: 820 },
  { width: 1024, height: 700 },
  ...(isLong
    ? [
        { width: 1440, height: 900 },
        { width: 720, height: 450 },
        { width: 700, height: 700 },
        { width: 420, height: 860 },
      ]
    : []),
] as const

/** Expects each control to be whole at every size: neither its side nor its end is beyond what clips it. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect.poll(() => page.evaluate(cutOffControls), { message: `cut off at ${size.width}` }).toEqual([])
  }
  // A window of the desktop has none of its own: it opened at the first.
  await page.setViewportSize(before ?? sizes[0])
}

/** Names of the controls that lie partly outside of the window, or of an ancestor that can't be scrolled to them. */
export function cutOffControls(): string[] {
  const tolerance = 1
  return [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role="tab"]')]
    .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((control) => {
      let box = control.getBoundingClientRect()
      // Of what only a screen reader meets there is one pixel.
      if (box.width <= 2 || box.height <= 2) return false
      for (let outer = control.parentElement; outer !== null; outer = outer.parentElement) {
        const { display, overflowX, position, textOverflow } = getComputedStyle(outer)
        // It has no box of its own.
        if (display === 'contents') continue
        const clip = outer.getBoundingClientRect()
        // Of a link whose words end in an ellipsis only the rest of them is out of reach.
        if (textOverflow === 'ellipsis') box = clip
        if (overflowX === 'auto' || overflowX === 'scroll' ? outer.scrollWidth > outer.clientWidth : false) return false
        const isClipped = overflowX !== 'visible' || outer === document.documentElement
        if (isClipped && clip.width > 0 && (box.left < clip.left - tolerance || box.right > clip.right + tolerance)) {
          return true
        }
        if (position === 'fixed') return box.left < -tolerance || box.right > innerWidth + tolerance
      }
      return false
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 60))
}
