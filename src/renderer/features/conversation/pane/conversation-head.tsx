import type { ReactNode } from 'react'
import { Suspense, lazy, useState } from 'react'
import type { ChatDetails } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useSaveExport } from '../../../client/use-save-export.ts'
import { useSetDone } from '../../../client/use-set-done.ts'
import { doneShortcut } from '../../../lib/chat-shortcuts.ts'
import { ariaShortcut, useShortcut } from '../../../lib/shortcuts.ts'
import { useWords } from '../../../lib/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuButton } from '../../../ui/menu.tsx'

const DateDialog = lazy(async () => ({ default: (await import('./date-dialog.tsx')).DateDialog }))

export interface ConversationHeadProps {
  readonly details: ChatDetails
  readonly detailsOpen: boolean
  readonly refreshing: boolean
  readonly searching: boolean
  readonly onToggleDetails: () => void
  readonly onRefresh: () => void
  readonly onSearch: () => void
  /** Epoch ms, local midnight. */
  readonly onDate: (at: number) => void
  readonly onSelect: () => void
  /** Takes the place of everything else while messages are chosen. */
  readonly selectionBar: ReactNode
}

/** Who this is, and what can be done with the chat. */
export function ConversationHead({
  details,
  detailsOpen,
  refreshing,
  searching,
  onToggleDetails,
  onRefresh,
  onSearch,
  onDate,
  onSelect,
  selectionBar,
}: ConversationHeadProps) {
  const t = useWords()
  const [choosingDate, setChoosingDate] = useState(false)
  const [exportChat] = useContractCommand('export.chat')
  const [markUnread] = useContractCommand('chats.markUnread')
  const saveExport = useSaveExport('messages')
  const save = async (format: 'json' | 'csv' | 'html') => {
    const result = await exportChat({ chat: details.key, format, messages: null })
    if (result.ok) await saveExport(result.value)
  }
  const setDone = useSetDone()
  const waits = details.waitingSince !== null
  useShortcut(waits ? doneShortcut : null, () => void setDone(details.key))
  if (selectionBar) return <header className="head">{selectionBar}</header>
  return (
    <header className="head">
      <Avatar initials={details.initials} hue={details.hue} avatar={details.avatar} size={36} />
      <div className="grow">
        <h2 className="title ell" title={details.title.slice(0, 500)}>
          <bdi>{details.title.slice(0, 500)}</bdi>
        </h2>
        <HeadLine details={details} />
      </div>
      <div className="acts">
        {waits && (
          <Button
            size="compact"
            icon="check"
            aria-keyshortcuts={ariaShortcut(doneShortcut)}
            onClick={() => void setDone(details.key)}
          >
            {t('chat.done')}
          </Button>
        )}
        <IconButton
          icon="search"
          label={t('conversation.search')}
          pressed={searching}
          onClick={onSearch}
          data-find=""
        />
        <IconButton
          icon={refreshing ? 'sending' : 'refresh'}
          className={refreshing ? 'is-busy' : ''}
          label={t('conversation.refresh')}
          onClick={onRefresh}
        />
        <IconButton icon="panel" label={t('conversation.details')} pressed={detailsOpen} onClick={onToggleDetails} />
        <MenuButton
          label={t('conversation.more')}
          align="end"
          entries={() => [
            { kind: 'item', label: t('conversation.jumpToDate'), icon: 'calendar', run: () => setChoosingDate(true) },
            { kind: 'item', label: t('conversation.selectMessages'), icon: 'okCircle', run: onSelect },
            {
              kind: 'item',
              label: t('conversation.markUnread'),
              icon: 'chat',
              run: () => void markUnread({ chat: details.key }),
            },
            { kind: 'separator' },
            {
              kind: 'submenu',
              label: t('conversation.export'),
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
      {choosingDate && (
        <Suspense>
          <DateDialog
            firstAt={details.firstAt}
            onChoose={(at) => {
              setChoosingDate(false)
              onDate(at)
            }}
            onClose={() => setChoosingDate(false)}
          />
        </Suspense>
      )}
    </header>
  )
}

/** The line under the title: size of a group, number of a person, and the id where it says more. */
function HeadLine({ details }: { readonly details: ChatDetails }) {
  const t = useWords()
  const isGroup = details.kind === 'group'
  const group = useContractQuery('groups.details', { chat: details.key }, { enabled: isGroup }).data
  const words = () => {
    if (isGroup)
      return group && group.size > 0 ? t('conversation.groupOf', { count: group.size }) : t('conversation.group')
    if (details.kind === 'channel') return t('conversation.channel')
    if (details.kind === 'bot') return t('conversation.bot')
    if (details.phone !== null && details.phone !== details.title) return details.phone
    return details.chatId
  }
  return (
    <p className="sub ell num" title={details.chatId}>
      <bdi>{words()}</bdi>
    </p>
  )
}
