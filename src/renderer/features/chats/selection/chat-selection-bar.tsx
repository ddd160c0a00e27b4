import './selection.css'
import type { ChatRow } from '../../../../contract/index.ts'
import type { KnownLabels } from '../../../client/use-labels.ts'
import { doneShortcut } from '../../../lib/keys/chat-shortcuts.ts'
import { ariaShortcut, shortcutText } from '../../../lib/keys/shortcuts.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'
import { isUnread } from '../use-chat-acts.ts'
import type { BulkActs } from './use-bulk-acts.ts'
import { mostSelected } from './use-chat-selection.ts'

export interface ChatSelectionBarProps {
  readonly rows: readonly ChatRow[]
  readonly labels: KnownLabels
  readonly acts: BulkActs
  readonly onClose: () => void
}

/** Actions for the selected chats. */
export function ChatSelectionBar({ rows, labels, acts, onClose }: ChatSelectionBarProps) {
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
