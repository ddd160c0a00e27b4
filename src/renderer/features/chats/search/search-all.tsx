import { useId, type ReactNode } from 'react'
import type { ChatKey, ChatRow as Row, Scope } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useLabels } from '../../../client/use-labels.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useRoving } from '../../../lib/keys/use-roving.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { AfterDelay } from '../../../ui/marks/skeleton.tsx'
import { ChatRow } from '../chat-row.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { MessageHit, NoteHit, type OpenHit, type OpenNote } from './hits.tsx'
import { useShownFor } from './use-shown-for.ts'

/** Where a search of the list looks: everywhere, with the best of each, or in one kind of things, with all of them. */
export type SearchPlace = 'all' | 'chats' | 'messages' | 'notes'

interface SearchSectionProps {
  readonly title: string
  readonly count: number
  /** Words of the way to all of them; null when these are all. */
  readonly more: string | null
  readonly onMore: () => void
  readonly children: ReactNode
}

/** The hits of one kind; renders nothing if there are none. */
function SearchSection({ title, count, more, onMore, children }: SearchSectionProps) {
  const id = useId()
  if (count === 0) return null
  return (
    <div>
      <div className="chat-sep is-found">
        <span id={id}>{title}</span>
        {more !== null && (
          <Button kind="text" onClick={onMore}>
            {more}
          </Button>
        )}
      </div>
      <ul className="hits" aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

export interface SearchAllProps {
  readonly scope: Scope
  readonly text: string
  readonly open: ChatKey | null
  readonly onOpen: (row: Row) => void
  readonly onOpenMessage: OpenHit
  readonly onOpenNote: OpenNote
  readonly onPlace: (place: SearchPlace) => void
  /** All that was found for this text is shown. */
  readonly onShown: (text: string) => void
}

/** So many hits of each kind are shown; one more is read to know whether there are others. */
const most = { chats: 6, messages: 12, notes: 6 } as const
const options = { keepPrevious: true, gcTime: 10_000 } as const

/** The best of what was found: chats and people, then messages, then notes. One tab stop; arrows go through all. */
export function SearchAll({ scope, text, open, onOpen, onOpenMessage, onOpenNote, onPlace, onShown }: SearchAllProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const instances = useInstances()
  const labels = useLabels()
  const roving = useRoving({ selector: '.chat, .hit' })
  const chats = useContractQuery('search.chats', { scope, text, limit: most.chats + 1 }, options)
  const messages = useContractQuery(
    'search.messages',
    { scope, chat: null, text, cursor: null, limit: most.messages },
    options,
  )
  const notes = useContractQuery('search.notes', { scope, text, limit: most.notes + 1 }, options)
  const isMixed = scope === null && instances.length > 1
  const instanceOf = (key: number) => (isMixed ? instances.find((one) => one.key === key) : undefined)
  const parts = [chats, messages, notes]
  const isCurrent = parts.every((part) => part.data !== undefined && !part.isPlaceholderData)
  useShownFor(text, isCurrent, onShown)
  if (parts.some((part) => part.isError && !part.data)) {
    return (
      <EmptyState
        icon="warning"
        title={t('chats.hitsNotRead')}
        actions={
          <Button onClick={() => parts.forEach((part) => void (part.isError && part.refetch()))}>
            {t('ui.tryAgain')}
          </Button>
        }
      />
    )
  }
  // All at once: what comes later would move what is being read.
  if (!chats.data || !messages.data || !notes.data) {
    return (
      <AfterDelay>
        <LoadingRows label={t('chats.searching')} />
      </AfterDelay>
    )
  }
  const { hits, next, covers } = messages.data
  if (chats.data.length + hits.length + notes.data.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={t('ui.nothingFound', { text: text.slice(0, 60) })}
        text={t('chats.covers', {
          count: covers.messages,
          since: covers.oldestAt === null ? '' : times.date(covers.oldestAt),
        })}
      />
    )
  }
  const rows = chats.data.slice(0, most.chats)
  const found = notes.data.slice(0, most.notes)
  return (
    <div className="chat-list scroll" {...roving}>
      <SearchSection
        title={t('chats.list')}
        count={rows.length}
        more={chats.data.length > rows.length ? t('chats.allChats') : null}
        onMore={() => onPlace('chats')}
      >
        {rows.map((row, index) => (
          <li key={row.key}>
            <ChatRow
              row={row}
              instance={instanceOf(row.instance)}
              labels={labels}
              target={null}
              selected={false}
              onSelect={undefined}
              writing={undefined}
              current={row.key === open}
              active={index === 0}
              onOpen={onOpen}
            />
          </li>
        ))}
      </SearchSection>
      <SearchSection
        title={t('ui.messages')}
        count={hits.length}
        more={next === null ? null : t('chats.allMessages')}
        onMore={() => onPlace('messages')}
      >
        {hits.map((hit, index) => (
          <li key={hit.message}>
            <MessageHit
              hit={hit}
              stop={index === 0 && rows.length === 0}
              instance={instanceOf(hit.instance)}
              time={times.list(hit.at, now)}
              onOpen={onOpenMessage}
            />
          </li>
        ))}
      </SearchSection>
      <SearchSection
        title={t('details.notes')}
        count={found.length}
        more={notes.data.length > found.length ? t('chats.allNotes') : null}
        onMore={() => onPlace('notes')}
      >
        {found.map((hit, index) => (
          <li key={hit.note}>
            <NoteHit
              hit={hit}
              stop={index === 0 && rows.length + hits.length === 0}
              instance={instanceOf(hit.instance)}
              time={times.list(hit.at, now)}
              onOpen={onOpenNote}
            />
          </li>
        ))}
      </SearchSection>
    </div>
  )
}
