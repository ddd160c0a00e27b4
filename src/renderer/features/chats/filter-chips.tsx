import { useEffect, useRef, useState } from 'react'
import type { ChatPage } from '../../../contract/index.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { ChoiceGroup, type Choice } from '../../ui/controls/choice-group.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import type { ListFilter } from './list-items.ts'

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
} as const satisfies Record<ListFilter, MessageId>

export interface FilterChipsProps {
  readonly filter: ListFilter
  readonly counts: ChatPage['counts']
  readonly onChange: (filter: ListFilter) => void
}

/**
 * The filters of the list. In a team, with drafts, scheduled messages or snoozed chats, not all fit in one line: the
 * others are in a menu, and shown when chosen.
 */
export function FilterChips({ filter, counts, onChange }: FilterChipsProps) {
  const t = useTranslations()
  const { unread, waiting, drafts, scheduled, proposals, snoozed, team } = counts
  const count: Partial<Record<ListFilter, number>> = {
    ...{ unread, waiting, drafts, scheduled, proposals, snoozed },
    ...team,
  }
  const chip = (value: ListFilter): Choice<ListFilter> => ({
    value,
    label: t(filters[value]),
    count: count[value] || undefined,
  })
  // Chosen while there was a team, it stays in sight to be left.
  const isTeams = team !== null || filter === 'mine' || filter === 'unassigned'
  const more: readonly ListFilter[] = [
    ...(isTeams ? (['unassigned', 'groups'] as const) : []),
    ...(['proposals', 'drafts', 'scheduled', 'snoozed'] as const).filter(
      (value) => counts[value] > 0 || filter === value,
    ),
  ]
  const usual: ListFilter = isTeams ? 'mine' : 'groups'
  // Proposals that wait for a person are in sight.
  const preferred: ListFilter = counts.proposals > 0 ? 'proposals' : usual
  const last: ListFilter = more.includes(filter) || filter === usual ? filter : preferred
  const wished: readonly ListFilter[] =
    last === 'unassigned' ? ['all', 'unread', last] : ['all', 'unread', 'waiting', last]
  // The chosen filter stays in sight, and so do proposals; then waiting chats come before unread ones.
  const spare = [last, 'unread' as const, 'waiting' as const].find(
    (value) => value !== filter && value !== 'proposals' && wished.includes(value),
  )
  const row = useRef<HTMLDivElement>(null)
  const fits = useFit(row, wished.map((value) => `${t(filters[value])} ${count[value] ?? ''}`).join(' '))
  const shown = fits ? wished : wished.filter((value) => value !== spare)
  const hidden = (['unread', 'waiting', usual, ...more] as const).filter((value) => !shown.includes(value))
  return (
    <div className="filter-row" ref={row}>
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
              id: value,
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

/** Whether the chips with these labels fit in one line. All of them are drawn again for each width of the row. */
function useFit(row: { readonly current: HTMLElement | null }, labels: string): boolean {
  const [layout, setLayout] = useState({ labels: '', width: 0, fits: true })
  useEffect(() => {
    if (row.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      const chips = [...(row.current?.querySelectorAll<HTMLElement>('.chip') ?? [])]
      const fits = chips.every((chip) => chip.offsetTop === chips[0]?.offsetTop)
      // With a chip less the row is measured once more, and says nothing about all of them.
      setLayout((now) => (!now.fits && now.labels === labels && now.width === width ? now : { labels, width, fits }))
    })
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [row, labels])
  return layout.labels !== labels || layout.fits
}
