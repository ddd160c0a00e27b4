import { requestDialog } from '../lib/routing/dialog-requests.ts'

const isSeen = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })

/** Goes to the search of what is shown: in the open chat, else the view's own field, else everywhere. */
export function findInView(page: Document = document): void {
  const button = [...page.querySelectorAll<HTMLElement>('main [data-find]')].find(isSeen)
  const isOpen = button?.getAttribute('aria-pressed') === 'true'
  if (button && !isOpen) return button.click()
  const within = isOpen ? 'main .conv' : 'main'
  const field = [...page.querySelectorAll<HTMLInputElement>(`${within} input[type="search"]`)].find(isSeen)
  if (!field) return requestDialog({ kind: 'palette' })
  field.focus()
  field.select()
}
