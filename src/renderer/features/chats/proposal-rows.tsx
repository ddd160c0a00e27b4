import './to-approve.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, memo, type KeyboardEvent } from 'react'
import type { ChatKey, ChatRow, LabelKey, ProposalKey, Scope, SteadyInstance } from '../../../contract/index.ts'
import type { ListedProposal, ProposalOrder, ProposalPage } from '../../../contract/proposals.ts'
import { showProposal, useShownProposal } from '../../client/shown-proposal.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useLabels } from '../../client/use-labels.ts'
import { usePagedRows } from '../../client/use-paged-rows.ts'
import { errorText } from '../../lib/error-text.ts'
import { matches } from '../../lib/keys/shortcuts.ts'
import { usePressed } from '../../lib/keys/use-pressed.ts'
import { useTranslations } from '../../lib/translations.ts'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { AfterDelay } from '../../ui/marks/skeleton.tsx'
import { useContextMenu } from '../../ui/overlays/menu.tsx'
import { ChatsEmpty } from './chats-empty.tsx'
import { LoadingRows, SkeletonRow } from './loading-rows.tsx'
import { rowActs } from './row-acts.ts'
import { useChatActs } from './use-chat-acts.ts'
import { useChatMenu } from './use-chat-menu.ts'
import { useInView } from './use-in-view.ts'
import { useRowFocus } from './use-row-focus.ts'
import { capital } from '../../lib/text/capital.ts'
import { cx } from '../../lib/text/class-names.ts'
import { revealDirection } from '../../lib/text/reveal-direction.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { ProgramTile } from '../../ui/marks/program-tile.tsx'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'

interface ProposalRowProps {
  readonly row: ListedProposal
  /** Given where rows of several instances are mixed. */
  readonly instance: SteadyInstance | undefined
  readonly order: ProposalOrder
  /** It is the one above the composer. */
  readonly current: boolean
  /** It is the tab stop of the list. */
  readonly active: boolean
  readonly onOpen: (row: ListedProposal) => void
}

/** One proposal of the list To approve: its chat, its text, and the program. */
const ProposalRow = memo(function ProposalRow({ row, instance, order, current, active, onOpen }: ProposalRowProps) {
  const t = useTranslations()
  const { chat, programName, place } = row
  const title = chat.title.slice(0, 300)
  return (
    <button
      type="button"
      className="chat has-third to-approve"
      aria-current={current || undefined}
      data-chat={chat.key}
      data-proposal={row.key}
      tabIndex={active ? 0 : -1}
      title={`${title}\n${chat.chatId}`.slice(0, 400)}
      onClick={() => onOpen(row)}
    >
      <Avatar initials={chat.initials} hue={chat.hue} avatar={chat.avatar} corner={instance?.colour} />
      <div className="tx">
        <div className="l1">
          {chat.kind === 'group' && <Icon name="group" label={t('details.group')} />}
          <span className="name ell">
            <bdi>{title}</bdi>
          </span>
          <RowTime row={row} order={order} />
        </div>
        <div className="l2">
          <span className="prev">
            <bdi>{revealDirection(row.text)}</bdi>
          </span>
        </div>
        <div className="l3">
          <VisuallyHidden>{t('chats.proposedBy', { name: programName })}</VisuallyHidden>
          <span className="program" aria-hidden="true">
            <ProgramTile size={16} />
            <bdi className="ell">{programName}</bdi>
          </span>
          {instance && (
            <>
              <VisuallyHidden>{t('chats.onInstance', { name: instance.name })}</VisuallyHidden>
              <span className="ell" aria-hidden="true">
                {instance.name}
              </span>
            </>
          )}
          <span className="end">
            {row.hasNewer && <span className="newer">{t('chats.wroteSince')}</span>}
            {place.of > 1 && <span>{t('proposals.place', { ...place })}</span>}
          </span>
        </div>
      </div>
    </button>
  )
})

/** A proposal that expires within this time stands out, ms. */
const soonMs = 60 * 60_000

/** When a proposal expires, or when it was made where the newest is first; what expires soon says so in either. */
function RowTime({ row, order }: Pick<ProposalRowProps, 'row' | 'order'>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { createdAt, expiresAt } = row
  const isSoon = expiresAt - now < soonMs
  const expires = t('proposals.expires', { time: times.sentence(expiresAt, now) })
  const at = isSoon || order === 'expiresFirst' ? expiresAt : createdAt
  return (
    <time className={cx('expires', isSoon && 'is-soon')} dateTime={new Date(at).toISOString()} title={expires}>
      {isSoon ? (
        t('chats.proposalExpiresIn', { span: times.span(now, expiresAt) })
      ) : order === 'expiresFirst' ? (
        <>
          <span aria-hidden="true">{capital(times.until(expiresAt, now))}</span>
          <VisuallyHidden>{expires}</VisuallyHidden>
        </>
      ) : (
        times.list(createdAt, now)
      )}
    </time>
  )
}

export interface ProposalRowsProps {
  readonly scope: Scope
  /** Only of chats that have it; null: any. */
  readonly label: LabelKey | null
  readonly order: ProposalOrder
  readonly open: ChatKey | null
  readonly onOpen: (chat: ChatRow) => void
  /** A chat is being pressed, and opens if it is released. */
  readonly onPress: (chat: ChatKey) => void
  readonly onClear: () => void
  readonly onPage: (page: ProposalPage) => void
}

const rowHeight = 84
const endRoom = 12

/** The list To approve: a row for each proposal. Its keys, menus and its one tab stop are those of the chats. */
export function ProposalRows({ scope, label, order, open, onOpen, onPress, onClear, onPage }: ProposalRowsProps) {
  const t = useTranslations()
  const instances = useInstances()
  const labels = useLabels()
  const isMixed = scope === null && instances.length > 1
  const scroller = useRef<HTMLDivElement>(null)
  const { pressed, press } = usePressed()
  const listed = { scope, order, ...(label === null ? {} : { label }) }
  const { length, at, page, onRange, error } = usePagedRows('proposals.list', listed, pressed)
  const shownKey = useShownProposal(open).shown?.proposal.key ?? null
  // The virtualizer is a mutable object by design; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingEnd: endRoom,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => onRange(first, last), [first, last, onRange])
  useEffect(() => {
    if (page !== undefined) onPage(page)
  }, [page, onPage])
  const shown = items.map(({ index }) => ({ index, row: at(index) }))
  useInView([...new Set(shown.flatMap(({ row }) => row?.chat.key ?? []))], open)

  const { activeIndex, move } = useRowFocus<ProposalKey>({
    scroller,
    shown: shown.map(({ index, row }) => ({ index, key: row?.key })),
    preferred: shownKey,
    total: length,
    rowHeight,
    keyAt: (index) => at(index)?.key,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  })
  const openRow = useCallback(
    ({ key, chat }: ListedProposal) => {
      showProposal(chat.key, key)
      onOpen(chat)
    },
    [onOpen],
  )
  const acts = useChatActs()
  const chatOf = (target: EventTarget): ChatRow | undefined => {
    const key = target instanceof Element && target.closest<HTMLElement>('[data-proposal]')?.dataset['proposal']
    const chat = shown.find(({ row }) => String(row?.key) === key)?.row?.chat
    return chat && acts.wanted(chat)
  }
  const entriesOf = useChatMenu(acts)
  const menu = useContextMenu(t('inspector.chat'), (target) => {
    const chat = chatOf(target)
    return chat === undefined ? [] : entriesOf(chat)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const chat = chatOf(event.target)
    const act = event.repeat ? undefined : rowActs.find(({ shortcut }) => matches(event.nativeEvent, shortcut))
    if (chat !== undefined && act !== undefined) {
      event.preventDefault()
      act.run(acts, chat)
    }
    move(event)
  }

  if (page === undefined && error !== null)
    return <EmptyState icon="warning" title={t('chats.proposalsNotRead')} text={errorText(t, error)} />
  if (page === undefined) {
    return (
      <AfterDelay>
        <LoadingRows label={t('chats.loading')} />
      </AfterDelay>
    )
  }
  if (page.total === 0) {
    const name = label === null ? null : (labels.get(label)?.name ?? '')
    return <ChatsEmpty filter="proposals" assignee={null} text="" label={name} scope={scope} onClear={onClear} />
  }
  return (
    <div
      ref={scroller}
      className="chat-list scroll"
      onPointerDown={({ target, button }) => {
        const key = chatOf(target)?.key
        if (key === undefined) return
        press()
        if (button === 0 && key !== open) onPress(key)
      }}
      onKeyDown={onKeyDown}
      onContextMenu={menu.onContextMenu}
    >
      <div
        className="chat-list-in"
        role="list"
        aria-label={t('chats.proposals')}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const row = at(index)
          return (
            <div
              key={row?.key ?? `place-${index}`}
              className="chat-item"
              style={{ transform: `translateY(${start}px)` }}
              role="listitem"
              aria-setsize={page.total}
              aria-posinset={index + 1}
              data-row={index}
            >
              {row ? (
                <ProposalRow
                  row={row}
                  instance={isMixed ? instances.find((one) => one.key === row.chat.instance) : undefined}
                  order={order}
                  current={row.key === shownKey}
                  active={index === activeIndex}
                  onOpen={openRow}
                />
              ) : (
                <SkeletonRow />
              )}
            </div>
          )
        })}
      </div>
      {menu.menu}
    </div>
  )
}
