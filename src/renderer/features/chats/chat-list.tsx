import './chats.css'
import { useCallback, useDeferredValue, useRef, useState, type KeyboardEvent } from 'react'
import { later } from '../../ui/later.tsx'
import type {
  ChatKey,
  ChatPage,
  ChatRow as Row,
  InstanceKey,
  LabelKey,
  MessageKey,
  Scope,
} from '../../../contract/index.ts'
import type { ProposalOrder, ProposalPage } from '../../../contract/proposals.ts'
import { useLabels } from '../../client/use-labels.ts'
import { useTeam } from '../../client/use-team.ts'
import { useWhenCurrent } from '../../client/use-when-current.ts'
import { focusRegion } from '../../lib/keys/focus-regions.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { ChatRows } from './chat-rows.tsx'
import { FilterChips } from './filter-chips.tsx'
import { isWaitingFilter, type ListFilter } from './list-items.ts'
import { SearchResults } from './search/search-results.tsx'
import type { SearchPlace } from './search/search-all.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useTimes } from '../../lib/time/times.ts'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

// Only where programs propose something.
const ApprovalBar = later(async () => (await import('./approval-bar.tsx')).ApprovalBar)
const ProposalRows = later(async () => (await import('./proposal-rows.tsx')).ProposalRows)

export interface ChatListProps {
  /** One instance, or null for all: then every row carries its instance's mark. */
  readonly scope: Scope
  readonly open: ChatKey | null
  readonly onOpen: (instance: InstanceKey, chat: ChatKey, message?: MessageKey) => void
  /** A chat is being pressed, and opens if it is released. */
  readonly onPress: (chat: ChatKey) => void
  /** Opens a chat with its notes beside it. */
  readonly onOpenNote: (instance: InstanceKey, chat: ChatKey) => void
  readonly onNewMessage: () => void
}

const places = {
  all: 'chats.everything',
  chats: 'chats.list',
  messages: 'ui.messages',
  notes: 'details.notes',
} as const satisfies Record<SearchPlace, MessageId>

/** The first row below the search field: a chat or a result. */
const firstIn = (field: HTMLElement | null): HTMLElement | null =>
  field?.closest('.chats')?.querySelector<HTMLElement>('[data-chat], .hit') ?? null

/** The list of chats with its filters, and what a search finds in its place. */
export function ChatList({ scope, open, onOpen, onPress, onOpenNote, onNewMessage }: ChatListProps) {
  const t = useTranslations()
  const field = useRef<HTMLInputElement>(null)
  /** For which question the results on the screen are. */
  const [found, setFound] = useState('')
  const [filter, setFilter] = useState<ListFilter>('all')
  const labels = useLabels()
  const [chosen, setLabel] = useState<LabelKey | null>(null)
  // A label that was removed narrows nothing any more.
  const label = chosen !== null && labels.has(chosen) ? chosen : null
  const colleagues = useTeam()?.members ?? []
  const [desk, setDesk] = useState<string | null>(null)
  // Nor does a colleague who left.
  const assignee = colleagues.find((member) => member.desk === desk) ?? null
  const [text, setText] = useState('')
  const [place, setPlace] = useState<SearchPlace>('all')
  const [counts, setCounts] = useState<ChatPage['counts']>({
    unread: 0,
    waiting: 0,
    overdue: 0,
    drafts: 0,
    scheduled: 0,
    proposals: 0,
    snoozed: 0,
    archived: 0,
    team: null,
  })
  const [order, setOrder] = useState<ProposalOrder>('expiresFirst')
  const [sum, setSum] = useState<ProposalPage | null>(null)
  const onPage = useCallback((page: ProposalPage) => {
    setCounts(page.counts)
    setSum(page)
  }, [])
  const isToApprove = filter === 'proposals'
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const isSearch = asked !== '' && filter !== 'archived'

  const write = (next: string): void => {
    setText(next)
    if (next.trim() !== '') return
    setFound('')
    setPlace('all')
  }
  const [shownScope, setShownScope] = useState(scope)
  if (shownScope !== scope) {
    setShownScope(scope)
    // From all instances to one the search goes along: it narrows, and a single instance is chosen by itself at the
    // start, when somebody may be typing already.
    if (shownScope !== null) {
      setText('')
      setPlace('all')
    }
    setFilter((before) => (before === 'archived' ? 'all' : before))
  }
  // The same for as long as it can be: rows that did not change are not drawn again.
  const openRow = useCallback((row: Row) => onOpen(row.instance, row.key), [onOpen])
  const clear = () => {
    write('')
    setFilter('all')
    setLabel(null)
    setDesk(null)
  }
  const first = (): HTMLElement | null => firstIn(field.current)
  const backToField = (event: KeyboardEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    field.current?.focus()
  }
  // Up from the first leads to the field, before the list takes the key for its own.
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp' && !event.altKey && isSearch && event.target === first()) backToField(event)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isSearch || event.defaultPrevented) return
    write('')
    backToField(event)
  }
  const typed = text.trim().slice(0, 200)
  const question = `${scope}:${place}:${typed}`
  // Enter opens the first result for the text in the field, even while the search is still running.
  const entered = useWhenCurrent(question, asked === typed && (typed === '' || found === question), () =>
    first()?.click(),
  )
  const onShown = useCallback((shown: string) => setFound(`${scope}:${place}:${shown}`), [scope, place])
  return (
    <section
      className="chats"
      aria-label={t('chats.list')}
      {...focusRegion}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={onKeyDown}
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
                onChange={write}
                onBlur={entered.forget}
                onKeyDown={(event) => {
                  if (event.altKey) return
                  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
                  event.preventDefault()
                  if (event.key === 'Enter') entered.act()
                  else first()?.focus()
                }}
              />
              <IconButton icon="compose" label={t('chats.newMessage')} onClick={onNewMessage} />
            </div>
            {isSearch ? (
              <ChoiceGroup
                label={t('chats.searchIn')}
                variant="chips"
                value={place}
                choices={(['all', 'chats', 'messages', 'notes'] as const).map((value) => ({
                  value,
                  label: t(places[value]),
                }))}
                onChange={setPlace}
              />
            ) : (
              <FilterChips filter={filter} counts={counts} onChange={setFilter} />
            )}
            {!isSearch && (labels.size > 0 || colleagues.length > 1 || isWaitingFilter(filter) || isToApprove) && (
              <div className="chats-bar">
                {labels.size > 0 && (
                  <Narrowing
                    icon="tag"
                    title="chats.label"
                    choices={[...labels.values()].map(({ key, name }) => ({ value: key, name }))}
                    chosen={label}
                    onChange={setLabel}
                  />
                )}
                {colleagues.length > 1 && !isToApprove && (
                  <Narrowing
                    icon="user"
                    title="chats.assignee"
                    choices={colleagues.map((one) => ({ value: one.desk, name: one.name }))}
                    chosen={assignee?.desk ?? null}
                    onChange={setDesk}
                  />
                )}
                {isWaitingFilter(filter) && <WaitingBar scope={scope} filter={filter} counts={counts} />}
                {isToApprove && <ApprovalBar order={order} onOrder={setOrder} sum={sum} />}
              </div>
            )}
          </>
        )}
      </div>
      {isSearch ? (
        <SearchResults
          key={`${scope}:${place}`}
          scope={scope}
          text={asked}
          place={place}
          open={open}
          onOpenRow={openRow}
          onOpen={onOpen}
          onPress={onPress}
          onOpenNote={onOpenNote}
          onPlace={setPlace}
          onShown={onShown}
          onClear={clear}
          onArchived={() => setFilter('archived')}
          onCounts={setCounts}
        />
      ) : isToApprove ? (
        <ProposalRows
          key={`${scope}:${label}:${order}`}
          scope={scope}
          label={label}
          order={order}
          open={open}
          onOpen={openRow}
          onPress={onPress}
          onClear={clear}
          onPage={onPage}
        />
      ) : (
        <ChatRows
          key={`${scope}:${filter}:${label}:${assignee?.desk}`}
          scope={scope}
          filter={filter}
          text=""
          label={filter === 'archived' ? null : label}
          assignee={filter === 'archived' ? null : assignee}
          open={open}
          onOpen={openRow}
          onPress={onPress}
          onClear={clear}
          onArchived={() => setFilter('archived')}
          onCounts={setCounts}
        />
      )}
    </section>
  )
}

interface WaitingBarProps {
  readonly scope: Scope
  readonly filter: ListFilter
  readonly counts: ChatPage['counts']
}

/** Above the list of who waits: whether groups are in it, how many wait, and how many of them for too long. */
function WaitingBar({ scope, filter, counts: { waiting, overdue } }: WaitingBarProps) {
  const t = useTranslations()
  const times = useTimes()
  const hasGroups = useSettings()?.waitingGroups ?? true
  const [update] = useContractCommand('settings.update')
  const targets = new Set(
    useInstances().flatMap(({ key, answerTargetMs }) => (scope === null || scope === key ? [answerTargetMs] : [])),
  )
  const [target = 0] = targets
  const sum = (): string => {
    const late =
      overdue > 0 &&
      t(targets.size === 1 ? 'chats.overTarget' : 'chats.overdue', { overdue, target: times.span(0, target) })
    // With the chats of one instance there is no room for the text that the filter already has.
    if (scope !== null) return late === false ? '' : late
    return late === false ? t('chats.waitingNone', { waiting }) : t('chats.waitingAndLate', { waiting, late })
  }
  return (
    <>
      <button
        type="button"
        className={hasGroups ? 'fbtn is-set' : 'fbtn'}
        aria-pressed={hasGroups}
        title={t('chats.waitingGroups')}
        onClick={() => void update({ waitingGroups: !hasGroups })}
      >
        <Icon name="group" size={14} />
        <span>{t('chats.groups')}</span>
      </button>
      {filter === 'waiting' && waiting > 0 && <span className="num ell">{sum()}</span>}
    </>
  )
}

interface NarrowingProps<T> {
  readonly icon: IconName
  readonly title: Extract<MessageId, 'chats.label' | 'chats.assignee'>
  readonly choices: readonly { readonly value: T; readonly name: string }[]
  readonly chosen: T | null
  readonly onChange: (value: T | null) => void
}

/** Narrows the list to the chats of one label or one colleague. */
function Narrowing<T>({ icon, title, choices, chosen, onChange }: NarrowingProps<T>) {
  const t = useTranslations()
  const name = choices.find(({ value }) => value === chosen)?.name
  return (
    <span className="fbtn-set">
      <MenuButton
        label={t(title)}
        entries={() =>
          choices.map((choice) => ({
            kind: 'check',
            label: choice.name,
            checked: choice.value === chosen,
            run: (checked) => onChange(checked ? choice.value : null),
          }))
        }
      >
        <button type="button" className={name === undefined ? 'fbtn' : 'fbtn is-set'}>
          <Icon name={icon} size={14} />
          <span>{t(title)}</span>
          {name !== undefined && <b className="ell">{name}</b>}
        </button>
      </MenuButton>
      {name !== undefined && (
        <button
          type="button"
          className="fbtn-clear"
          aria-label={t('inspector.clearFilter', { filter: t(title) })}
          onClick={() => onChange(null)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}
