import { useCallback, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { ChatKey, ChatRow } from '../../../../contract/index.ts'
import type { KnownLabels } from '../../../client/use-labels.ts'
import { chatShortcuts, doneShortcut } from '../../../lib/keys/chat-shortcuts.ts'
import { ariaShortcut, matches, shortcutText } from '../../../lib/keys/shortcuts.ts'
import type { ChatListInput } from '../use-chat-pages.ts'
import { useBulkActs, type BulkActs } from './use-bulk-acts.ts'
import { mostSelected, useChatSelection } from './use-chat-selection.ts'
import './selection.css'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'
import { isUnread } from '../use-chat-acts.ts'

interface ChatSelectionBarProps {
  readonly rows: readonly ChatRow[]
  readonly labels: KnownLabels
  readonly acts: BulkActs
  readonly onClose: () => void
}

/** Actions for the selected chats. */
function ChatSelectionBar({ rows, labels, acts, onClose }: ChatSelectionBarProps) {
  const t = useTranslations()
  const assign = acts.assignEntries(rows)
  const unread = rows.some(isUnread)
  const archived = rows.every((row) => row.archived)
  return (
    <div className="chats-selected" role="toolbar" aria-label={t('chats.selection')}>
      <IconButton icon="close" size="compact" label={t('chats.endSelection')} onClick={onClose} />
      <span className="grow ell num" role="status">
        {t(rows.length >= mostSelected ? 'chats.selectedMost' : 'ui.selected', { count: rows.length })}
      </span>
      {rows.some(({ waitingSince }) => waitingSince !== null) && (
        <IconButton
          icon="okCircle"
          size="compact"
          label={t('chat.done')}
          shortcut={shortcutText(doneShortcut)}
          aria-keyshortcuts={ariaShortcut(doneShortcut)}
          onClick={() => acts.done(rows)}
        />
      )}
      <IconButton
        icon={unread ? 'checks' : 'chat'}
        size="compact"
        label={t(unread ? 'chats.markRead' : 'chats.markUnread')}
        onClick={() => acts.toggleRead(rows)}
      />
      <MenuButton label={t('chats.snooze')} align="end" entries={() => acts.snoozeEntries(rows)}>
        <IconButton icon="clock" size="compact" label={t('chats.snooze')} />
      </MenuButton>
      <MenuButton label={t('ui.labels')} align="end" entries={() => acts.labelEntries(rows, labels)}>
        <IconButton icon="tag" size="compact" label={t('ui.labels')} />
      </MenuButton>
      {assign.length > 0 && (
        <MenuButton label={t('chats.assign')} align="end" entries={() => assign}>
          <IconButton icon="user" size="compact" label={t('chats.assign')} />
        </MenuButton>
      )}
      <IconButton
        icon="archive"
        size="compact"
        label={t(archived ? 'chats.unarchive' : 'chats.archive')}
        onClick={() => acts.archive(rows)}
      />
    </div>
  )
}

export interface SelectingOptions {
  readonly list: ChatListInput
  readonly labels: KnownLabels
  /** The rows of the list by their index, as they are on the screen. */
  readonly shown: ReadonlyMap<number, ChatRow>
  /** The row that has the tab stop, where a range begins when nothing is selected. */
  readonly active: ChatKey | undefined
  /** Gives the focus back to the list: the button that was pressed goes with the selection. */
  readonly onClosed: () => void
  /** A row was selected by a click or a key. */
  readonly onSelected: (key: ChatKey) => void
}

export interface Selecting {
  readonly isSelected: (key: ChatKey) => boolean
  /** Selects a row or takes it out; `range`: selects all up to it. The same function in each render. */
  readonly onSelect: (row: ChatRow, range: boolean) => void
  readonly extendTo: (chat: ChatKey) => void
  readonly clear: () => void
  /** Whether a key acted on the selected chats. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
  /** Actions for the selected chats; null: none is selected. */
  readonly bar: ReactNode
}

/** Several chats of the list are selected by mouse and keyboard, and changed together. */
export function useSelecting(options: SelectingOptions): Selecting {
  const { list, labels, shown, active, onClosed, onSelected } = options
  const selection = useChatSelection(list, shown)
  const close = (): void => {
    selection.clear()
    onClosed()
  }
  const acts = useBulkActs(close)
  const newest = new Map([...shown.values()].map((row) => [row.key, row]))
  const rows = [...selection.rows.values()].map((row) => newest.get(row.key) ?? row)
  const select = useRef<Selecting['onSelect']>(() => undefined)
  useLayoutEffect(() => {
    select.current = (row, range) => {
      onSelected(row.key)
      if (range) selection.extendTo(row.key, active ?? row.key)
      else selection.toggle(row)
    }
  })
  return {
    isSelected: (key) => selection.rows.has(key),
    onSelect: useCallback((row, range) => select.current(row, range), []),
    extendTo: (chat) => selection.extendTo(chat, active ?? chat),
    clear: selection.clear,
    onKeyDown(event) {
      if (rows.length === 0 || event.repeat) return false
      if (matches(event.nativeEvent, doneShortcut)) acts.done(rows)
      else if (matches(event.nativeEvent, chatShortcuts.toggleRead)) acts.toggleRead(rows)
      else if (matches(event.nativeEvent, chatShortcuts.archive)) acts.archive(rows)
      else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    bar: rows.length === 0 ? null : <ChatSelectionBar rows={rows} labels={labels} acts={acts} onClose={close} />,
  }
}
