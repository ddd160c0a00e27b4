import type { ChatFilter, ChatPage } from '../../../contract/index.ts'
import type { MessageId } from '../../lib/translations.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import type { Choice } from '../../ui/controls/choice-group.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

const filters = {
  all: 'chats.all',
  unread: 'chats.unread',
  waiting: 'chats.waiting',
  mine: 'chats.mine',
  unassigned: 'chats.unassigned',
  groups: 'chats.groups',
  drafts: 'chats.drafts',
  scheduled: 'chats.scheduled',
  proposals: 'chats.proposals',
  snoozed: 'chats.snoozed',
  archived: 'chats.archivedTitle',
} as const satisfies Record<ChatFilter, MessageId>

export interface FilterChipsProps {
  readonly filter: ChatFilter
  readonly counts: ChatPage['counts']
  readonly onChange: (filter: ChatFilter) => void
}

/**
 * The filters of the list. In a team, with drafts, scheduled messages or snoozed chats, not all fit: the last ones are
 * in a menu, and shown when chosen.
 */
export function FilterChips({ filter, counts, onChange }: FilterChipsProps) {
  const t = useTranslations()
  const { unread, waiting, drafts, scheduled, proposals, snoozed, team } = counts
  const count: Partial<Record<ChatFilter, number>> = {
    ...{ unread, waiting, drafts, scheduled, proposals, snoozed },
    ...team,
  }
  const chip = (value: ChatFilter): Choice<ChatFilter> => ({
    value,
    label: t(filters[value]),
    count: count[value] || undefined,
  })
  // Chosen while there was a team, it stays in sight to be left.
  const isTeams = team !== null || filter === 'mine' || filter === 'unassigned'
  const more: readonly ChatFilter[] = [
    ...(isTeams ? (['unassigned', 'groups'] as const) : []),
    ...(['proposals', 'drafts', 'scheduled', 'snoozed'] as const).filter(
      (value) => counts[value] > 0 || filter === value,
    ),
  ]
  const usual: ChatFilter = isTeams ? 'mine' : 'groups'
  // What waits for a person's word is in sight.
  const preferred: ChatFilter = counts.proposals > 0 ? 'proposals' : usual
  const last: ChatFilter = more.includes(filter) || filter === usual ? filter : preferred
  const shown: readonly ChatFilter[] =
    last === 'unassigned' ? ['all', 'unread', last] : ['all', 'unread', 'waiting', last]
  const hidden = (['waiting', usual, ...more] as const).filter((value) => !shown.includes(value))
  return (
    <div className="filter-row">
      <ChoiceGroup
        label={t('chats.filter')}
        variant="chips"
        value={filter}
        choices={shown.map(chip)}
        onChange={onChange}
      />
      {hidden.length > 0 && (
        <MenuButton
          label={t('chats.moreFilters')}
          align="end"
          entries={() =>
            hidden.map((value) => ({
              kind: 'item',
              label: (count[value] ?? 0) > 0 ? `${t(filters[value])} ${count[value]}` : t(filters[value]),
              run: () => onChange(value),
            }))
          }
        >
          <IconButton icon="more" size="compact" label={t('chats.moreFilters')} />
        </MenuButton>
      )}
    </div>
  )
}
