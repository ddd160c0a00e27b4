import './chats.css'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { ChatFilter, ChatKey, ChatRow as Row, InstanceKey, MessageKey, Scope } from '../../../contract/index.ts'
import { focusRegion } from '../../lib/focus-regions.ts'
import { useIsNarrow } from '../../lib/use-media.ts'
import type { MessageId } from '../../lib/words.ts'
import { useWords } from '../../lib/words.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ChatRows } from './chat-rows.tsx'
import { MessageHits } from './message-hits.tsx'

export interface ChatListProps {
  /** One instance, or null for all: then every row carries its instance's mark. */
  readonly scope: Scope
  readonly open: ChatKey | null
  readonly onOpen: (instance: InstanceKey, chat: ChatKey, message?: MessageKey) => void
  readonly onNewMessage: () => void
}

const filters = {
  all: 'chats.all',
  unread: 'chats.unread',
  waiting: 'chats.waiting',
  groups: 'chats.groups',
  archived: 'chats.archivedTitle',
} as const satisfies Record<ChatFilter, MessageId>

/** The list of chats with its search and filters; a strip of avatars in narrow windows. */
export function ChatList({ scope, open, onOpen, onNewMessage }: ChatListProps) {
  const t = useWords()
  const narrow = useIsNarrow()
  const field = useRef<HTMLInputElement>(null)
  const [filter, setFilter] = useState<ChatFilter>('all')
  const [text, setText] = useState('')
  const [inMessages, setInMessages] = useState(false)
  const [wide, setWide] = useState(false)
  const [counts, setCounts] = useState({ unread: 0, waiting: 0 })
  const asked = useDeferredValue(text.trim().slice(0, 200))

  const [shownScope, setShownScope] = useState(scope)
  if (shownScope !== scope) {
    setShownScope(scope)
    // From all instances to one the search goes along: it narrows, and a single instance is chosen by itself at the start,
    // when somebody may be typing already.
    if (shownScope !== null) {
      setText('')
      setInMessages(false)
    }
    setFilter((before) => (before === 'archived' ? 'all' : before))
  }
  const isWide = narrow && wide
  useEffect(() => {
    if (isWide) field.current?.focus()
  }, [isWide])

  /** In a narrow window the strip would show what was found, and nothing would say why the others are missing. */
  const leaveSearch = useCallback(() => {
    if (!isWide) return
    setWide(false)
    setText('')
    setInMessages(false)
  }, [isWide])
  // The same for as long as they can be: rows that did not change are not drawn again.
  const show: ChatListProps['onOpen'] = useCallback(
    (...where) => {
      leaveSearch()
      onOpen(...where)
    },
    [leaveSearch, onOpen],
  )
  const openRow = useCallback((row: Row) => show(row.instance, row.key), [show])
  const clear = () => {
    setText('')
    setInMessages(false)
    setFilter('all')
  }
  return (
    <section
      className={isWide ? 'chats is-wide' : 'chats'}
      aria-label={t('chats.region')}
      {...focusRegion}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isWide && !event.defaultPrevented) {
          event.stopPropagation()
          leaveSearch()
        }
      }}
    >
      <div className="chats-top">
        {filter === 'archived' ? (
          <div className="chats-back">
            <IconButton icon="chevronLeft" label={t('chats.back')} onClick={() => setFilter('all')} />
            <span>{t('chats.archivedTitle')}</span>
          </div>
        ) : (
          <>
            <div className="row">
              <SearchField
                ref={field}
                label={t('chats.search')}
                value={text}
                onChange={(next) => {
                  setText(next)
                  if (next.trim() === '') setInMessages(false)
                }}
                onKeyDown={(event) => {
                  if (event.altKey || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
                  const first = event.currentTarget.closest('.chats')?.querySelector<HTMLElement>('[data-chat], .hit')
                  if (!first) return
                  event.preventDefault()
                  if (event.key === 'Enter') first.click()
                  else first.focus()
                }}
              />
              {isWide ? (
                <IconButton icon="close" label={t('chats.closeSearch')} onClick={leaveSearch} />
              ) : (
                <>
                  <IconButton
                    className={filter === 'all' ? 'only-narrow' : 'only-narrow is-set'}
                    icon="search"
                    label={
                      filter === 'all'
                        ? t('chats.openSearch')
                        : t('chats.openSearchSet', { filter: t(filters[filter]) })
                    }
                    onClick={() => setWide(true)}
                  />
                  <IconButton
                    className="not-narrow"
                    icon="compose"
                    label={t('chats.newMessage')}
                    onClick={onNewMessage}
                  />
                </>
              )}
            </div>
            <ChoiceGroup
              label={t('chats.filter')}
              look="chips"
              value={filter}
              choices={[
                { value: 'all', label: t(filters.all) },
                { value: 'unread', label: t(filters.unread), count: counts.unread || undefined },
                { value: 'waiting', label: t(filters.waiting), count: counts.waiting || undefined },
                { value: 'groups', label: t(filters.groups) },
              ]}
              onChange={setFilter}
            />
          </>
        )}
      </div>
      {inMessages && asked !== '' ? (
        <MessageHits scope={scope} text={asked} onOpen={show} onBack={() => setInMessages(false)} />
      ) : (
        <ChatRows
          key={`${scope}:${filter}:${asked === '' ? '' : 'search'}`}
          scope={scope}
          filter={filter}
          text={filter === 'archived' ? '' : asked}
          open={open}
          strip={narrow && !isWide}
          onOpen={openRow}
          onClear={clear}
          onArchived={() => setFilter('archived')}
          onSearchMessages={() => setInMessages(true)}
          onCounts={setCounts}
        />
      )}
    </section>
  )
}
