import type { ChatRow as Row } from '../../../contract/index.ts'
import { assignShortcut, chatShortcuts, doneShortcut, labelsShortcut } from '../../lib/keys/chat-shortcuts.ts'
import type { Shortcut } from '../../lib/keys/shortcuts.ts'
import type { ChatActs } from './use-chat-acts.ts'

/**
 * The act of a key on the row that has the focus; if the row `leaves` the list by it, its neighbour gets the focus.
 */
export const rowActs: readonly {
  readonly shortcut: Shortcut
  readonly leaves?: true
  readonly run: (acts: ChatActs, row: Row) => void
}[] = [
  { shortcut: chatShortcuts.pin, run: (acts, row) => acts.pin(row) },
  { shortcut: chatShortcuts.toggleMute, run: (acts, row) => acts.toggleMute(row) },
  { shortcut: chatShortcuts.toggleRead, run: (acts, row) => acts.toggleRead(row) },
  { shortcut: chatShortcuts.archive, leaves: true, run: (acts, row) => acts.archive(row) },
  { shortcut: doneShortcut, run: (acts, row) => acts.done(row) },
  { shortcut: assignShortcut, run: (acts, row) => acts.toggleMine(row) },
  { shortcut: labelsShortcut, run: (acts, row) => acts.labels(row) },
]

/** So that the next key has a row to act on. */
export function focusBeside(list: Element, key: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-chat]')]
  const at = rows.findIndex((row) => Number(row.dataset['chat']) === key)
  ;(rows[at + 1] ?? rows[at - 1])?.focus({ preventScroll: true })
}
