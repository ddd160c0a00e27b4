import {
  assignShortcut,
  chatShortcuts,
  doneShortcut,
  labelsShortcut,
  undoSendShortcut,
  detailsShortcut,
} from '../../lib/keys/chat-shortcuts.ts'
import { lockShortcut, newMessageShortcuts, type Shortcut } from '../../lib/keys/shortcuts.ts'
import type { MessageId } from '../../lib/translations.ts'

export interface KnownShortcut {
  readonly label: MessageId
  readonly keys: readonly Shortcut[]
  /** Words in place of the last key, for ranges. */
  readonly instead?: string
  /** In the browser host, where the browser keeps the other for itself. */
  readonly inBrowser?: readonly Shortcut[]
}

export interface ShortcutGroup {
  readonly title: MessageId
  readonly shortcuts: readonly KnownShortcut[]
}

/** Every shortcut of the program, for the list. What works where is decided by the views. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'settings.keys.everywhere',
    shortcuts: [
      { label: 'app.jump', keys: [{ key: 'k', mod: true }] },
      { label: 'settings.keys.instance', keys: [{ key: '1', mod: true }], instead: '1 - 9' },
      {
        label: 'chats.newMessage',
        keys: [newMessageShortcuts.desktop],
        inBrowser: [newMessageShortcuts.browser],
      },
      { label: 'settings.keys.nextWaiting', keys: [{ key: 'ArrowDown', alt: true }] },
      { label: 'settings.keys.backToWaiting', keys: [{ key: 'ArrowUp', alt: true }] },
      { label: 'app.view.settings', keys: [{ key: ',', mod: true }] },
      { label: 'settings.keys.lock', keys: [lockShortcut] },
      { label: 'settings.keys.region', keys: [{ key: 'F6' }] },
      { label: 'settings.keys.all', keys: [{ key: '/', mod: true }] },
      { label: 'settings.keys.close', keys: [{ key: 'Escape' }] },
    ],
  },
  {
    title: 'chats.list',
    shortcuts: [
      { label: 'ui.sendLater', keys: [{ key: 'Enter', mod: true, shift: true }] },
      { label: 'settings.keys.undoSend', keys: [undoSendShortcut] },
      { label: 'settings.keys.find', keys: [{ key: 'f', mod: true }] },
      { label: 'chat.done', keys: [doneShortcut] },
      { label: 'settings.keys.assign', keys: [assignShortcut] },
      { label: 'settings.keys.labels', keys: [labelsShortcut] },
      { label: 'settings.keys.pin', keys: [chatShortcuts.pin] },
      { label: 'settings.keys.mute', keys: [chatShortcuts.toggleMute] },
      { label: 'settings.keys.read', keys: [chatShortcuts.toggleRead] },
      { label: 'settings.keys.archive', keys: [chatShortcuts.archive] },
      { label: 'settings.keys.details', keys: [detailsShortcut] },
      { label: 'settings.keys.move', keys: [{ key: 'ArrowUp' }, { key: 'ArrowDown' }] },
      { label: 'settings.keys.ends', keys: [{ key: 'Home' }, { key: 'End' }] },
      { label: 'settings.keys.menu', keys: [{ key: 'F10', shift: true }] },
      { label: 'settings.keys.select', keys: [{ key: 'Space' }] },
      { label: 'settings.keys.reply', keys: [{ key: 'r' }] },
      { label: 'settings.keys.editMessage', keys: [{ key: 'e' }] },
      { label: 'settings.keys.editLast', keys: [{ key: 'ArrowUp' }] },
      { label: 'settings.keys.deleteForEveryone', keys: [{ key: 'Delete' }] },
      { label: 'settings.keys.copy', keys: [{ key: 'c', mod: true }] },
      { label: 'settings.keys.bold', keys: [{ key: 'b', mod: true }] },
      { label: 'settings.keys.italic', keys: [{ key: 'i', mod: true }] },
      { label: 'settings.keys.strike', keys: [{ key: 'x', mod: true, shift: true }] },
      { label: 'settings.keys.mono', keys: [{ key: 'e', mod: true }] },
      {
        label: 'settings.keys.orderFiles',
        keys: [
          { key: 'ArrowLeft', mod: true },
          { key: 'ArrowRight', mod: true },
        ],
      },
    ],
  },
  {
    title: 'settings.keys.viewer',
    shortcuts: [
      { label: 'settings.keys.leaf', keys: [{ key: 'ArrowLeft' }, { key: 'ArrowRight' }] },
      { label: 'settings.keys.zoom', keys: [{ key: '+' }, { key: '-' }] },
      { label: 'settings.keys.wholePicture', keys: [{ key: '0' }] },
    ],
  },
]

/** Single letters: only in tables, and only while they are switched on. */
export const tableShortcuts: ShortcutGroup = {
  title: 'settings.keys.tables',
  shortcuts: [
    { label: 'settings.keys.recheck', keys: [{ key: 'r' }] },
    { label: 'inspector.pauseList', keys: [{ key: 'p' }] },
  ],
}
