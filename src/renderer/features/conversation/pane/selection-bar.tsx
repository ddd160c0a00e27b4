import type { ChatKey, Message } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useSaveExport } from '../../../client/use-save-export.ts'
import { selectAllShortcut } from '../../../lib/keys/chat-shortcuts.ts'
import { ariaShortcut } from '../../../lib/keys/shortcuts.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'

export interface SelectionBarProps {
  readonly chat: ChatKey
  readonly messages: readonly Message[]
  /** Null: all loaded messages are selected. */
  readonly onAll: (() => void) | null
  readonly onCopy: () => void
  /** Null where the service lacks it. */
  readonly onForward: (() => void) | null
  /** Not one of the chosen messages may be unknown to the service. */
  readonly canForward: boolean
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Actions for the selected messages, in place of the header. */
export function SelectionBar({
  chat,
  messages,
  onAll,
  onCopy,
  onForward,
  canForward,
  onDelete,
  onClose,
}: SelectionBarProps) {
  const t = useTranslations()
  const [exportChat] = useContractCommand('export.chat')
  const saveExport = useSaveExport('messages')
  const none = messages.length === 0
  const save = async (format: 'json' | 'csv' | 'html') => {
    const result = await exportChat({ chat, format, messages: messages.map((message) => message.key) })
    if (result.ok) await saveExport(result.value)
  }
  return (
    <div className="sel-bar">
      <IconButton icon="close" label={t('conversation.endSelection')} onClick={onClose} />
      <h2 className="title grow ell" aria-live="polite">
        {t('conversation.selected', { count: messages.length })}
      </h2>
      {onAll && (
        <Button
          size="compact"
          icon="checks"
          data-select-all=""
          aria-keyshortcuts={ariaShortcut(selectAllShortcut)}
          onClick={onAll}
        >
          {t('conversation.selectAll')}
        </Button>
      )}
      <Button size="compact" icon="copy" blocked={none} onClick={onCopy}>
        {t('ui.copy')}
      </Button>
      {onForward && (
        <Button
          size="compact"
          icon="forward"
          blocked={none || !canForward}
          title={none || canForward ? undefined : t('conversation.forwardBlocked')}
          onClick={onForward}
        >
          {t('conversation.forward')}
        </Button>
      )}
      <MenuButton
        label={t('ui.export')}
        align="end"
        entries={() =>
          (['html', 'json', 'csv'] as const).map((format) => ({
            kind: 'item',
            label: t(`conversation.export.${format}`),
            disabled: none,
            run: () => void save(format),
          }))
        }
      >
        <Button size="compact" icon="download">
          {t('ui.export')}
        </Button>
      </MenuButton>
      <Button size="compact" icon="trash" blocked={none} onClick={onDelete}>
        {t('ui.delete')}
      </Button>
    </div>
  )
}
