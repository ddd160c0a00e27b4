import type { KeyboardEvent } from 'react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChatDetails, Message, MessageKey } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { notFoundWords } from '../../client/use-recheck.ts'
import { copyText } from '../../lib/copy-text.ts'
import { focusRegion } from '../../lib/focus-regions.ts'
import { writingField } from '../../lib/return-focus.ts'
import { useTimes } from '../../lib/times.ts'
import { useWords } from '../../lib/words.ts'
import { previewWords } from '../../ui/content-preview.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AfterDelay } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { ConversationProps } from './conversation.tsx'
import type { ConversationPorts } from './conversation-context.ts'
import { ConversationProvider } from './conversation-context.ts'
import { ChatSearch } from './chat-search.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { copiedText } from './copied-text.ts'
import { gapsAbove } from './gaps-above.ts'
import { groupMessages } from './group-messages.ts'
import { HistoryTop } from './history-top.tsx'
import { LogSkeleton } from './log-skeleton.tsx'
import type { LogView, MessageLogHandle, ScrollIntent } from './message-log.tsx'
import { MessageLog } from './message-log.tsx'
import { NewMessageAnnouncer } from './new-message-announcer.tsx'
import type { OpeningWish } from './opening.ts'
import { decideOpening, firstRequest, pinnedRequest } from './opening.ts'
import type { RememberedScroll } from './scroll-memory.ts'
import { scrollMemory } from './scroll-memory.ts'
import type { Selection } from './selection.ts'
import { toggleSelected } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { ToEndButton } from './to-end-button.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useMessageMenu } from './use-message-menu.tsx'
import { useMessageWindow } from './use-message-window.ts'
import { dateRequest, messageRequest, newestRequest } from './window-request.ts'

export interface ConversationPaneProps extends Omit<ConversationProps, 'chat'> {
  readonly details: ChatDetails
  /** What the chat was opened for; its first window has been asked for. */
  readonly opening: OpeningWish
}

const highlightMs = 2600
const dayOf = (at: number): string => new Date(at).toDateString()

/** One chat: header, log, composer. It is made anew for each chat and remembers where it was left. */
export function ConversationPane({
  details,
  opening,
  target,
  onTargetShown,
  detailsOpen,
  onToggleDetails,
  onMessageDetails,
  onNewMessage,
  Media,
  composer,
}: ConversationPaneProps) {
  const t = useWords()
  const times = useTimes()
  const client = useClient()
  const chat = details.key
  const isGroup = details.kind === 'group'
  const log = useRef<MessageLogHandle>(null)
  const actions = useMessageActions()
  const [refresh, refreshing] = useContractCommand('history.refresh', { errors: 'return' })
  const [loadOlder, loadingOlder] = useContractCommand('history.loadOlder')

  const [wish, setWish] = useState(opening)
  const [left] = useState(opening.left)
  const { window, isCurrent, failed, retry, request, goTo, pin, follow } = useMessageWindow(chat, firstRequest(wish))
  const [opened, setOpened] = useState(false)
  const [intent, setIntent] = useState<ScrollIntent | null>(null)
  const [divider, setDivider] = useState<MessageKey | null>(null)
  const [highlighted, setHighlighted] = useState<MessageKey | null>(null)
  const [view, setView] = useState<LogView | null>(null)
  const [selection, setSelection] = useState<Selection | null>(null)
  const [searching, setSearching] = useState(false)
  const [offered, setOffered] = useState<{ readonly text: string } | null>(null)

  if (!opened && window && isCurrent) {
    const decided = decideOpening(window, wish)
    if (decided.kind === 'again') {
      setWish(decided.wish)
      goTo(decided.request)
    } else {
      setOpened(true)
      setIntent(decided.intent)
      setDivider(decided.divider)
      if (wish.target !== null) setHighlighted(wish.target)
    }
  }

  const rows = useMemo(() => window?.rows ?? [], [window])
  const grouped = useMemo(() => groupMessages(rows, divider, dayOf), [rows, divider])
  const gaps = useMemo(() => gapsAbove(rows, window?.completeness.gaps ?? []), [rows, window])
  const latest = useRef<readonly Message[]>(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })

  const show = useCallback(
    (message: MessageKey) => {
      if (!latest.current.some((row) => row.key === message)) goTo(messageRequest(message))
      setIntent({ kind: 'message', message, align: 'center' })
      setHighlighted(message)
    },
    [goTo],
  )
  const showEnd = useCallback(
    (smooth: boolean) => {
      const hasNewer = window?.hasNewer ?? false
      if (hasNewer) goTo(newestRequest)
      setIntent({ kind: 'end', smooth: smooth && !hasNewer })
    },
    [window, goTo],
  )

  useEffect(() => {
    const pinned = opened && window && isCurrent ? pinnedRequest(request, window) : null
    if (pinned) pin(pinned)
  }, [opened, window, isCurrent, request, pin])
  useEffect(() => {
    if (target === null || !opened) return
    if (wish.target === target) setWish({ target: null, left: null })
    else show(target)
    onTargetShown()
    // Only a new target moves the log.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target, opened])
  useEffect(() => {
    if (highlighted === null) return
    const timer = setTimeout(() => setHighlighted(null), highlightMs)
    return () => clearTimeout(timer)
  }, [highlighted])
  useEffect(() => void refresh({ chat }), [refresh, chat])

  useMarkRead({
    chat,
    window: isCurrent ? window : null,
    view,
    markedUnread: details.markedUnread,
    divider,
    onDivider: setDivider,
  })

  const onIntentDone = useCallback(() => setIntent(null), [])
  const onLeave = useCallback((left: RememberedScroll | null) => scrollMemory.leave(chat, left), [chat])
  const triedOlder = useRef<MessageKey | null>(null)
  const askOlder = useCallback(() => void loadOlder({ chat }), [loadOlder, chat])
  const onView = useCallback(
    (seen: LogView) => {
      setView((before) =>
        before && before.first === seen.first && before.last === seen.last && before.atEnd === seen.atEnd
          ? before
          : seen,
      )
      follow(seen)
      const first = latest.current[0]
      // Whoever comes back to the top asks again, also after a failure.
      if (seen.first > 20) triedOlder.current = null
      const fills = !(seen.atEnd && seen.first === 0)
      if (!window || !isCurrent || !first || !fills || seen.first > 3) return
      if (window.hasOlder || !window.olderAtService || window.completeness.loading || triedOlder.current === first.key)
        return
      triedOlder.current = first.key
      askOlder()
    },
    [follow, window, isCurrent, askOlder],
  )

  const [fetchMessage] = useContractCommand('messages.fetch')
  const jumpToQuoted = async (key: MessageKey | null, idMessage: string) => {
    try {
      const found = key ?? (await client.call('messages.find', { chat, idMessage }))
      if (found !== null) return show(found)
      showToast('conversation.quotedAsked', { tone: 'plain' })
      const fetched = await fetchMessage({ chat, idMessage })
      if (!fetched.ok) return
      if (fetched.value.kind === 'found') show(fetched.value.message)
      else showToast(notFoundWords[fetched.value.why], { tone: 'warn', values: { text: fetched.value.text } })
    } catch {
      showToast('conversation.quotedMissing', { tone: 'plain' })
    }
  }
  const menu = useMessageMenu({
    find: (key) => rows.find((row) => row.key === key),
    actions,
    openDetails: (message, part) => onMessageDetails(message.key, part),
    select: (message) => setSelection((before) => toggleSelected(before, rows, message.key, false)),
  })
  const ports: ConversationPorts = {
    Media,
    actions,
    isGroup: () => isGroup,
    neighbours: () => latest.current,
    jumpToQuoted: (key, idMessage) => void jumpToQuoted(key, idMessage),
    openDetails: onMessageDetails,
    openMenu: menu.openAt,
    toggleSelected: (message, range) =>
      setSelection((before) => toggleSelected(before, latest.current, message, range)),
    giveBack: (text) => setOffered({ text }),
    openChatWith: (recipient) => onNewMessage(details.instance, recipient),
  }
  const stable = useStable(ports)

  const chosen = useMemo(() => (selection ? rows.filter((row) => selection.keys.has(row.key)) : []), [rows, selection])
  const copy = async (messages: readonly Message[]) => {
    const text = copiedText(messages, {
      kind: (message) => previewWords(t, { kind: message.content.kind, text: '', deleted: message.deleted }),
      time: times.dateTime,
      you: t('conversation.you'),
    })
    if (text !== '' && (await copyText(text))) showToast('conversation.copied', { values: { count: messages.length } })
  }
  const onKey = (event: KeyboardEvent, active: MessageKey | null) => {
    if (event.key === 'Escape' && selection) {
      event.preventDefault()
      setSelection(null)
      return
    }
    const isControl = event.target instanceof Element && event.target.closest('button, a, textarea, input') !== null
    if (isControl) return
    const isMod = event.ctrlKey || event.metaKey
    const row = rows.find((message) => message.key === active)
    if (isMod && event.code === 'KeyC' && getSelection()?.isCollapsed !== false) {
      const messages = chosen.length > 0 ? chosen : row ? [row] : []
      if (messages.length === 0) return
      event.preventDefault()
      void copy(messages)
    } else if (isMod && event.code === 'KeyA' && selection) {
      event.preventDefault()
      setSelection({ keys: new Set(rows.map((message) => message.key)), last: selection.last })
    } else if (isMod || event.altKey) {
      return
    } else if (event.key === ' ' && row) {
      event.preventDefault()
      setSelection((before) => toggleSelected(before, rows, row.key, event.shiftKey))
    } else if (event.key === 'Enter' && row && event.target instanceof Element) {
      event.preventDefault()
      if (selection) setSelection((before) => toggleSelected(before, rows, row.key, event.shiftKey))
      else menu.openAt(row, event.target)
    } else if (event.key === 'End') {
      event.preventDefault()
      showEnd(false)
      log.current?.focus()
    } else if (event.key === 'Home') {
      event.preventDefault()
      if (window?.hasOlder) goTo(dateRequest(0))
      setIntent({ kind: 'date', at: 0 })
    }
  }

  return (
    <section className="conv" aria-label={t('conversation.region')} {...focusRegion}>
      <div className="conv-top">
        <ConversationHead
          details={details}
          detailsOpen={detailsOpen}
          refreshing={refreshing.pending}
          onToggleDetails={onToggleDetails}
          onRefresh={() => void refresh({ chat })}
          onSearch={() => setSearching(!searching)}
          searching={searching}
          onDate={(at) => {
            goTo(dateRequest(at))
            setIntent({ kind: 'date', at })
          }}
          onSelect={() => {
            const last = rows.at(-1)
            if (last) setSelection({ keys: new Set(), last: last.key })
          }}
          selectionBar={
            selection && (
              <SelectionBar
                chat={chat}
                messages={chosen}
                onCopy={() => {
                  void copy(chosen)
                  setSelection(null)
                }}
                onDelete={() => {
                  actions.deleteHere(chosen.map((message) => message.key))
                  setSelection(null)
                }}
                onClose={() => setSelection(null)}
              />
            )
          }
        />
        {searching && (
          <ChatSearch
            chat={chat}
            onShow={show}
            onClose={() => {
              setSearching(false)
              // A chat without messages has no log.
              ;(log.current ?? writingField())?.focus()
            }}
          />
        )}
      </div>
      <div className="log-wrap" onContextMenu={menu.onContextMenu}>
        <ConversationProvider value={stable}>
          {opened && window && rows.length > 0 && (
            <MessageLog
              ref={log}
              rows={grouped}
              gaps={gaps}
              isGroup={isGroup}
              intent={intent}
              isCurrent={isCurrent}
              onIntentDone={onIntentDone}
              left={left}
              onLeave={onLeave}
              onView={onView}
              highlighted={highlighted}
              selected={selection?.keys ?? null}
              onKey={onKey}
              top={<HistoryTop window={window} loading={loadingOlder.pending} onLoadOlder={askOlder} />}
            />
          )}
        </ConversationProvider>
        {!opened && !failed && (
          <AfterDelay>
            <LogSkeleton />
          </AfterDelay>
        )}
        {failed && (
          <EmptyState
            icon="warning"
            title={t('conversation.notRead')}
            actions={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
          />
        )}
        {opened && window && rows.length === 0 && (
          <EmptyState icon="chat" title={t('conversation.empty')} text={t('conversation.emptyText')} />
        )}
        {opened && window && view && rows.length > 0 && (window.hasNewer || !view.atEnd) && (
          <ToEndButton unread={window.unread} onClick={() => showEnd(true)} />
        )}
        {menu.menu}
        <NewMessageAnnouncer rows={rows} />
      </div>
      {composer({ chat: details, onSent: () => showEnd(false), offered })}
    </section>
  )
}

/** One object for as long as the pane lives, whose functions are always the newest: rows need not be drawn again. */
function useStable(ports: ConversationPorts): ConversationPorts {
  const newest = useRef(ports)
  useLayoutEffect(() => {
    newest.current = ports
  })
  return useMemo(
    () => ({
      Media: ports.Media,
      actions: ports.actions,
      isGroup: () => newest.current.isGroup(),
      neighbours: () => newest.current.neighbours(),
      jumpToQuoted: (...args) => newest.current.jumpToQuoted(...args),
      openDetails: (...args) => newest.current.openDetails(...args),
      openMenu: (...args) => newest.current.openMenu(...args),
      toggleSelected: (...args) => newest.current.toggleSelected(...args),
      giveBack: (...args) => newest.current.giveBack(...args),
      openChatWith: (...args) => newest.current.openChatWith(...args),
    }),
    [ports.Media, ports.actions],
  )
}
