import type { Page } from '@playwright/test'
import { expect, test } from './window-test.ts'

/** The last one is that of the page, which the tests share. */
const sizes = [
  [420, 820],
  [700, 820],
  [1024, 768],
  [1280, 820],
  [1440, 900],
] as const

/** A word, three hundred letters, and more than a toast can show at once. */
const texts = ['order 5102', 'the order of Anna, of which nobody knows '.repeat(8).slice(0, 300), 'x'.repeat(2000)]

/** What is wrong with where the toasts are; they are laid out in order of their texts. */
const problemsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const view = document.documentElement.getBoundingClientRect()
    const boxes = (selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.getBoundingClientRect())
    const overlaps = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const isWithin = (a: DOMRect, b: DOMRect) =>
      a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom
    document.querySelectorAll('.toast').forEach((toast, index) => {
      const box = toast.getBoundingClientRect()
      const name = `toast ${index + 1} of ${toast.parentElement?.children.length}`
      if (!isWithin(box, view)) found.push(`${name} leaves the window`)
      if (!boxes('.icon-btn', toast).every((close) => isWithin(close, box))) found.push(`${name} cuts its button`)
      for (const part of ['.composer', '.chat-list', '.rail', '.titlebar', '.conv > .head']) {
        if (boxes(part).some((one) => overlaps(one, box))) found.push(`${name} covers ${part}`)
      }
      const text = toast.querySelector('.tx')
      const lines = Math.round((text?.clientHeight ?? 0) / Number.parseFloat(getComputedStyle(toast).lineHeight))
      const most = index === 0 ? (view.width >= 700 ? 1 : 3) : view.width >= 700 ? 5 : 12
      if (lines > most) found.push(`${name} has ${lines} lines`)
      if (index < 2 && text !== null && text.scrollHeight > text.clientHeight) found.push(`${name} hides words`)
    })
    return found
  })

test('toasts stand in the window, over neither the composer nor the chats, at every width', async ({ desk, open }) => {
  const chat = desk.customer('Anna')
  for (let index = 0; index < 20; index += 1) desk.customer(`Customer ${index}`)
  const problems: Record<string, readonly string[]> = {}
  for (const language of ['en', 'ru'] as const) {
    desk.settings = { ...desk.settings, language }
    const page = await open()
    await expect(page.locator('.chat-item').first()).toBeVisible()
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      for (const isOpen of [true, false]) {
        if (isOpen) desk.emit({ type: 'navigate', navigate: { kind: 'chat', instance: desk.instance.key, chat } })
        else await page.evaluate(() => void (location.hash = '#/chats'))
        await expect(page.locator('.composer')).toBeVisible({ visible: isOpen })
        for (const text of texts) desk.emit({ type: 'navigate', navigate: { kind: 'badLink', text } })
        await expect(page.locator('.toast')).toHaveCount(3)
        problems[`${language} ${width} ${isOpen ? 'chat' : 'list'}`] = await problemsOf(page)
      }
    }
  }
  expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([])
})
