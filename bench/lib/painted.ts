import type { Page } from '@playwright/test'

/** What has to be on the screen. */
export type Sight =
  | { readonly kind: 'message'; readonly key: number }
  /** The page below, after its button was pressed: what a click costs on this machine when nothing is to be done. */
  | { readonly kind: 'nothing' }
  /** Rows of an instance alone; of any one when null. Chats of a filled archive belong to instance 1 + key % 2. */
  | { readonly kind: 'chats'; readonly instance: number | null }
  /** Rows that say how long somebody waits. */
  | { readonly kind: 'waiting' }
  /** Rows that all have a label. */
  | { readonly kind: 'labelled'; readonly name: string }
  /** Hits in which just these beginnings are marked; none says that nothing was found for the text. */
  | { readonly kind: 'hits'; readonly text: string; readonly words: readonly string[] }

/**
 * Milliseconds from the first click or key of `act` (the time of the event itself) until the frame that shows `sight`
 * was handed over.
 */
export async function painted(page: Page, sight: Sight, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(watch, sight)
  await act()
  return page.evaluate(() => (globalThis as unknown as Watching).paintedMs)
}

/** A page that does nothing but show that its button was pressed. */
export const nothingPage = `<button onclick="this.textContent = 'Pressed'">Press</button>`

/** The moment at which the sight was painted, epoch ms. */
export async function paintedAt(page: Page, sight: Sight): Promise<number> {
  await page.evaluate(watch, sight)
  return page.evaluate(() => (globalThis as unknown as Watching).paintedAt)
}

interface Watching {
  paintedMs: Promise<number>
  paintedAt: Promise<number>
}

/** Runs in the page. */
function watch(sight: Sight): void {
  const isThere = (): boolean => {
    switch (sight.kind) {
      case 'message': {
        const log = document.querySelector('[role="log"]')?.getBoundingClientRect()
        const row = document.querySelector(`[role="log"] [data-message="${sight.key}"]`)?.getBoundingClientRect()
        return log !== undefined && row !== undefined && row.bottom > log.top && row.bottom <= log.bottom + 1
      }
      case 'nothing':
        return document.querySelector('button')?.textContent === 'Pressed'
      case 'chats': {
        const keys = [...document.querySelectorAll<HTMLElement>('[data-chat]')].map((row) =>
          Number(row.dataset['chat']),
        )
        return keys.length > 5 && keys.every((key) => sight.instance === null || 1 + (key % 2) === sight.instance)
      }
      case 'waiting': {
        const shown = [...document.querySelectorAll('.chat-list [data-chat]')]
        return shown.length > 5 && shown.every((row) => row.querySelector('.waits') !== null)
      }
      case 'labelled': {
        const shown = [...document.querySelectorAll('.chat-list [data-chat]')]
        return shown.length > 5 && shown.every((row) => row.textContent?.includes(sight.name) ?? false)
      }
      case 'hits': {
        if (sight.words.length === 0)
          return document.querySelector('.chats .empty')?.textContent?.includes(sight.text) ?? false
        const marks = [...(document.querySelector('.hit')?.querySelectorAll('mark') ?? [])].map((mark) =>
          mark.textContent?.toLowerCase(),
        )
        return (
          sight.words.every((word) => marks.includes(word)) && marks.every((mark) => sight.words.includes(mark ?? ''))
        )
      }
    }
  }
  let began: number | null = null
  const begin = (event: Event): void => {
    began ??= event.timeStamp
  }
  for (const name of ['click', 'keydown']) addEventListener(name, begin, { capture: true, once: true })
  const end = new Promise<number>((resolve) => {
    const frame = (): void => {
      if (!isThere()) return void requestAnimationFrame(frame)
      const channel = new MessageChannel()
      // A task behind the frame's own work.
      channel.port1.onmessage = () => resolve(performance.now())
      channel.port2.postMessage(null)
    }
    requestAnimationFrame(frame)
  })
  const watching = globalThis as unknown as Watching
  watching.paintedMs = end.then((at) => at - (began ?? Number.NaN))
  watching.paintedAt = end.then((at) => performance.timeOrigin + at)
}
