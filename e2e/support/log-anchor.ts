import { expect, type Page } from '@playwright/test'
import { log } from './window.ts'

/** Where a reader is: a message in view and how far its top lies below the top of the log, CSS px. */
export interface LogAnchor {
  readonly message: string
  readonly y: number
}

/** The first message whose end lies well inside the view. */
export const anchorOf = (page: Page): Promise<LogAnchor> =>
  log(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    const articles = [...element.querySelectorAll<HTMLElement>('[data-message]')]
    const boxes = articles.map((article) => ({ article, box: article.getBoundingClientRect() }))
    const first = boxes.toSorted((a, b) => a.box.top - b.box.top).find(({ box }) => box.bottom > top + 60)
    return { message: first?.article.dataset['message'] ?? '', y: Math.round((first?.box.top ?? 0) - top) }
  })

/** The same message stands where it stood, to the pixel that rounding allows. */
export async function expectAnchor(page: Page, anchor: LogAnchor): Promise<void> {
  const top = () =>
    log(page).evaluate((element, message) => {
      const article = element.querySelector(`[data-message="${message}"]`)
      return article === null
        ? null
        : Math.round(article.getBoundingClientRect().top - element.getBoundingClientRect().top)
    }, anchor.message)
  await expect.poll(async () => Math.abs(((await top()) ?? Number.NaN) - anchor.y)).toBeLessThanOrEqual(1)
}

/** CSS px between the end of the log and the end of its view. */
export const distanceFromEnd = (page: Page): Promise<number> =>
  log(page).evaluate((element) => Math.round(element.scrollHeight - element.clientHeight - element.scrollTop))

/** Turns the wheel over the log so many times, each time until the page was drawn twice. */
export async function wheel(page: Page, deltaY: number, rounds: number): Promise<void> {
  await log(page).hover()
  for (let step = 0; step < rounds; step += 1) {
    await page.mouse.wheel(0, deltaY)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
}
