import type { Scope } from '../../../contract/index.ts'
import { useInstance } from '../../client/use-instances.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import type { ListFilter } from './list-items.ts'

export interface ChatsEmptyProps {
  readonly filter: ListFilter
  readonly text: string
  /** Name of the label that the list is narrowed to; null: none. */
  readonly label: string | null
  /** Name of the colleague that it is narrowed to; null: none. */
  readonly assignee: string | null
  readonly scope: Scope
  readonly onClear: () => void
}

/** Why there is no chat, and one way on. */
export function ChatsEmpty({ filter, text, label, assignee, scope, onClear }: ChatsEmptyProps) {
  const t = useTranslations()
  const instance = useInstance(scope)
  const showAll = (
    <Button size="compact" onClick={onClear}>
      {t('chats.showAll')}
    </Button>
  )
  if (text !== '') {
    return (
      <EmptyState icon="search" title={t('chats.noMatch', { text: text.slice(0, 60) })} text={t('chats.noMatchText')} />
    )
  }
  if (label !== null) {
    return <EmptyState icon="tag" title={t('chats.emptyLabel', { name: label })} actions={showAll} />
  }
  if (assignee !== null) {
    return <EmptyState icon="user" title={t('chats.emptyAssignee', { name: assignee })} actions={showAll} />
  }
  switch (filter) {
    case 'all':
      return (
        <EmptyState
          icon="chat"
          title={t('chats.emptyAll')}
          text={t('chats.emptyAllText')}
          actions={
            <Button
              size="compact"
              kind="primary"
              onClick={() => requestDialog({ kind: 'newMessage', instance: scope })}
            >
              {t('chats.writeFirst')}
            </Button>
          }
        />
      )
    case 'unread':
      return (
        <EmptyState
          icon="inbox"
          title={t('chats.emptyUnread')}
          text={instance ? t('chats.emptyUnreadText', { name: instance.name }) : t('chats.emptyUnreadAllText')}
          actions={showAll}
        />
      )
    case 'waiting':
      return (
        <EmptyState
          icon="inbox"
          title={t('chats.emptyWaiting')}
          text={instance ? t('chats.emptyWaitingText', { name: instance.name }) : t('chats.emptyWaitingAllText')}
          actions={showAll}
        />
      )
    case 'mine':
      return <EmptyState icon="user" title={t('chats.emptyMine')} text={t('chats.emptyMineText')} actions={showAll} />
    case 'unassigned':
      return (
        <EmptyState
          icon="inbox"
          title={t('chats.emptyUnassigned')}
          text={t('chats.emptyUnassignedText')}
          actions={showAll}
        />
      )
    case 'groups':
      return (
        <EmptyState icon="group" title={t('chats.emptyGroups')} text={t('chats.emptyGroupsText')} actions={showAll} />
      )
    case 'drafts':
      return (
        <EmptyState icon="edit" title={t('chats.emptyDrafts')} text={t('chats.emptyDraftsText')} actions={showAll} />
      )
    case 'scheduled':
      return (
        <EmptyState
          icon="calendar"
          title={t('chats.emptyScheduled')}
          text={t('chats.emptyScheduledText')}
          actions={showAll}
        />
      )
    case 'proposals':
      return (
        <EmptyState
          icon="plug"
          title={t('chats.emptyProposals')}
          text={t('chats.emptyProposalsText')}
          actions={showAll}
        />
      )
    case 'snoozed':
      return (
        <EmptyState icon="clock" title={t('chats.emptySnoozed')} text={t('chats.emptySnoozedText')} actions={showAll} />
      )
    case 'archived':
      return (
        <EmptyState
          icon="archive"
          title={t('chats.emptyArchived')}
          text={t('chats.emptyArchivedText')}
          actions={showAll}
        />
      )
  }
}
