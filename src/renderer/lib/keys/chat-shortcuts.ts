import type { Shortcut } from './shortcuts.ts'

/** Keys for the chat of the list that has the focus. Letters alone write into the open chat. */
export const chatShortcuts = {
  pin: { key: 'p', alt: true },
  toggleMute: { key: 'm', alt: true },
  toggleRead: { key: 'u', alt: true },
  archive: { key: 'Delete' },
} as const satisfies Record<string, Shortcut>

/**
 * In a team: takes the chat over, or lets go of it. Of the chat of the list that has the focus, else of the open one.
 */
export const assignShortcut = { key: 'a', alt: true } as const satisfies Shortcut

/** Which labels it has: of the chat of the list that has the focus, else of the open one. */
export const labelsShortcut = { key: 'l', alt: true } as const satisfies Shortcut

/** Nothing is left to answer: of the chat of the list that has the focus, else of the open one. */
export const doneShortcut = { key: 'e', alt: true } as const satisfies Shortcut

/** Takes back what was just sent, in an empty composer. */
export const undoSendShortcut = { key: 'z', mod: true } as const

/** Shows or hides the details of the open chat. */
export const detailsShortcut = { key: '.', mod: true } as const satisfies Shortcut

/** Selects all messages of the log, or all of the text of what has the focus beside it. */
export const selectAllShortcut = { key: 'a', mod: true } as const satisfies Shortcut
