import { memo, type ReactNode } from 'react'
import { later } from '../../../ui/later.tsx'
import type { SteadyChat } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useSaveExport } from '../../../client/use-save-export.ts'
import { useAssign } from '../../../client/use-assign.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { closeDialog, requestDialog, useDialogRequest } from '../../../lib/routing/dialog-requests.ts'
import { labelsOf, useLabels } from '../../../client/use-labels.ts'
import { assignShortcut, doneShortcut, labelsShortcut } from '../../../lib/keys/chat-shortcuts.ts'
import { ariaShortcut, shortcutText, useShortcut } from '../../../lib/keys/shortcuts.ts'
import { useRoute } from '../../../lib/routing/route.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useTranslations, type Translate } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { MemberAvatar } from '../../../ui/marks/member-avatar.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { InstanceMark } from '../../../ui/marks/instance-tile.tsx'
import { LabelChips } from '../../../ui/marks/label-chips.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'

const DateDialog = later(async () => (await import('./date-dialog.tsx')).DateDialog)

export interface ConversationHeadProps {
  readonly details: SteadyChat
  readonly back: ReactNode
  readonly detailsOpen: boolean
  readonly refreshing: boolean
  readonly searching: boolean
  readonly onToggleDetails: () => void
  readonly onRefresh: () => void
  readonly onSearch: () => void
  readonly onDone: () => void
  /** Epoch ms, local midnight. */
  readonly onDate: (at: number) => void
  readonly onSelect: () => void
  /** Takes the place of everything else while messages are chosen. */
  readonly selectionBar: ReactNode
}

/** The chat's title and actions. */
export const ConversationHead = memo(function ConversationHead({
  details,
  back,
  detailsOpen,
  refreshing,
  searching,
  onToggleDetails,
  onRefresh,
  onSearch,
  onDone,
  onDate,
  onSelect,
  selectionBar,
}: ConversationHeadProps) {
  const t = useTranslations()
  const choosingDate = useDialogRequest(({ request }) => request?.kind === 'jumpToDate' && request.chat === details.key)
  const [exportChat] = useContractCommand('export.chat')
  const [markUnread] = useContractCommand('chats.markUnread')
  const saveExport = useSaveExport('messages')
  const save = async (format: 'json' | 'csv' | 'html') => {
    const result = await exportChat({ chat: details.key, format, messages: null })
    if (result.ok) await saveExport(result.value)
  }
  const waits = details.waitingSince !== null
  // The words need the room of a wide window, which Details take a part of.
  const isTight = useMedia(detailsOpen ? '(max-width: 1439px)' : '(max-width: 1239px)')
  const labels = labelsOf(useLabels(), details.labels)
  const changeLabels = () => requestDialog({ kind: 'labels', chat: details.key })
  useShortcut(labelsShortcut, changeLabels)
  useShortcut(waits ? doneShortcut : null, onDone)
  const assigning = useAssign()
  const isShared = assigning.isPossible(details)
  // On a row of the list the key is that row's.
  useShortcut(isShared ? assignShortcut : null, () => assigning.toggleMine(details))
  const dateDialog = choosingDate && (
    <DateDialog
      firstAt={details.firstAt}
      onChoose={(at) => {
        closeDialog()
        onDate(at)
      }}
      onClose={closeDialog}
    />
  )
  if (selectionBar)
    return (
      <header className="head">
        {selectionBar}
        {dateDialog}
      </header>
    )
  return (
    <header className="head">
      {back}
      <Avatar initials={details.initials} hue={details.hue} avatar={details.avatar} size={36} />
      <div className="grow">
        <h2 className="title ell" title={details.title.slice(0, 500)}>
          <bdi>{details.title.slice(0, 500)}</bdi>
        </h2>
        <HeadLine details={details} />
      </div>
      <div className="acts">
        <span className="head-labels">
          <LabelChips labels={labels} />
        </span>
        <IconButton
          icon="tag"
          label={t('ui.labels')}
          shortcut={shortcutText(labelsShortcut)}
          aria-keyshortcuts={ariaShortcut(labelsShortcut)}
          onClick={changeLabels}
        />
        {details.notes > 0 && !detailsOpen && (
          <Button kind="ghost" size="compact" icon="text" onClick={onToggleDetails}>
            {t('details.noteCount', { count: details.notes })}
          </Button>
        )}
        {isShared ? (
          <MenuButton label={t('chats.assign')} align="end" entries={() => assigning.entries(details)}>
            <Button size="compact" aria-keyshortcuts={ariaShortcut(assignShortcut)}>
              <MemberAvatar person={details.assignee} size={20} />
              <span className="ell">{assigneeText(t, details)}</span>
              <Icon name="chevronDown" size={14} />
            </Button>
          </MenuButton>
        ) : (
          details.assignee && <MemberAvatar person={details.assignee} size={20} label={assigneeText(t, details)} />
        )}
        {waits &&
          (isTight ? (
            <IconButton
              icon="check"
              label={t('chat.done')}
              aria-keyshortcuts={ariaShortcut(doneShortcut)}
              onClick={onDone}
            />
          ) : (
            <Button size="compact" icon="check" aria-keyshortcuts={ariaShortcut(doneShortcut)} onClick={onDone}>
              {t('chat.done')}
            </Button>
          ))}
        <IconButton
          icon="search"
          label={t('conversation.search')}
          pressed={searching}
          onClick={onSearch}
          data-find=""
        />
        <IconButton icon={refreshing ? 'sending' : 'refresh'} label={t('conversation.refresh')} onClick={onRefresh} />
        <IconButton icon="panel" label={t('details.title')} pressed={detailsOpen} onClick={onToggleDetails} />
        <MenuButton
          label={t('conversation.more')}
          align="end"
          entries={() => [
            {
              kind: 'item',
              label: t('conversation.jumpToDate'),
              icon: 'calendar',
              run: () => requestDialog({ kind: 'jumpToDate', chat: details.key }),
            },
            { kind: 'item', label: t('conversation.selectMessages'), icon: 'okCircle', run: onSelect },
            {
              kind: 'item',
              label: t('chats.markUnread'),
              icon: 'chat',
              run: () => void markUnread({ chat: details.key }),
            },
            { kind: 'separator' },
            {
              kind: 'submenu',
              label: t('ui.export'),
              icon: 'download',
              entries: (['html', 'json', 'csv'] as const).map((format) => ({
                kind: 'item',
                label: t(`conversation.export.${format}`),
                run: () => void save(format),
              })),
            },
          ]}
        >
          <IconButton icon="more" label={t('conversation.more')} />
        </MenuButton>
      </div>
      {dateDialog}
    </header>
  )
})

const assigneeText = (t: Translate, { assignee }: SteadyChat): string =>
  assignee === null ? t('conversation.unassigned') : assignee.isThis ? t('conversation.mine') : assignee.name

/** The line below the title: a group's size or a person's number, and the id if it differs. */
function HeadLine({ details }: { readonly details: SteadyChat }) {
  const t = useTranslations()
  const isGroup = details.kind === 'group'
  const group = useContractQuery('groups.details', { chat: details.key }, { enabled: isGroup }).data
  const wording = () => {
    if (isGroup) return group && group.size > 0 ? t('details.groupOf', { count: group.size }) : t('details.group')
    if (details.kind === 'channel') return t('details.channel')
    if (details.kind === 'bot') return t('details.bot')
    if (details.phone !== null && details.phone !== details.title) return details.phone
    return details.chatId
  }
  const instances = useInstances()
  const isMixed = useRoute().scope === null && instances.length > 1
  const instance = instances.find(({ key }) => key === details.instance)
  return (
    <p className="sub ell num" title={details.chatId}>
      {isMixed && instance !== undefined && (
        <span className="head-instance" data-colour={instance.colour}>
          <InstanceMark colour={instance.colour} />
          <bdi>{instance.name}</bdi>,{' '}
        </span>
      )}
      <bdi>{wording()}</bdi>
    </p>
  )
}
