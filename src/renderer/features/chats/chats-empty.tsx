import type { Scope } from '../../../contract/index.ts'
import { useInstance } from '../../client/use-instances.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import type { IconName } from '../../ui/marks/icon.tsx'
import type { ListFilter } from './list-items.ts'

/** Why each filter finds nothing, over all instances. */
const states = {
  unread: ['inbox', 'chats.emptyUnread', 'chats.emptyUnreadAllText'],
  waiting: ['inbox', 'chats.emptyWaiting', 'chats.emptyWaitingAllText'],
  mine: ['user', 'chats.emptyMine', 'chats.emptyMineText'],
  unassigned: ['inbox', 'chats.emptyUnassigned', 'chats.emptyUnassignedText'],
  groups: ['group', 'chats.emptyGroups', 'chats.emptyGroupsText'],
  drafts: ['edit', 'chats.emptyDrafts', 'chats.emptyDraftsText'],
  scheduled: ['calendar', 'chats.emptyScheduled', 'chats.emptyScheduledText'],
  proposals: ['plug', 'chats.emptyProposals', 'chats.emptyProposalsText'],
  snoozed: ['clock', 'chats.emptySnoozed', 'chats.emptySnoozedText'],
  archived: ['archive', 'chats.emptyArchived', 'chats.emptyArchivedText'],
} as const satisfies Record<Exclude<ListFilter, 'all'>, readonly [IconName, MessageId, MessageId]>

/** The same in one instance, where the sentence names it. */
const inInstance = { unread: 'chats.emptyUnreadText', waiting: 'chats.emptyWaitingText' } as const

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
export function ChatsEmpty({ filter, text: typed, label, assignee, scope, onClear }: ChatsEmptyProps) {
  const t = useTranslations()
  const instance = useInstance(scope)
  const showAll = (
    <Button size="compact" onClick={onClear}>
      {t('chats.showAll')}
    </Button>
  )
  if (typed !== '') {
    return (
      <EmptyState
        icon="search"
        title={t('chats.noMatch', { text: typed.slice(0, 60) })}
        text={t('chats.noMatchText')}
      />
    )
  }
  if (label !== null) {
    return <EmptyState icon="tag" title={t('chats.emptyLabel', { name: label })} actions={showAll} />
  }
  if (assignee !== null) {
    return <EmptyState icon="user" title={t('chats.emptyAssignee', { name: assignee })} actions={showAll} />
  }
  if (filter === 'all') {
    return (
      <EmptyState
        icon="chat"
        title={t('chats.emptyAll')}
        text={t('chats.emptyAllText')}
        actions={
          <Button size="compact" kind="primary" onClick={() => requestDialog({ kind: 'newMessage', instance: scope })}>
            {t('chats.writeFirst')}
          </Button>
        }
      />
    )
  }
  const [icon, title, text] = states[filter]
  const named = instance && (filter === 'unread' || filter === 'waiting')
  return (
    <EmptyState
      icon={icon}
      title={t(title)}
      text={named ? t(inInstance[filter], { name: instance.name }) : t(text)}
      actions={showAll}
    />
  )
}
