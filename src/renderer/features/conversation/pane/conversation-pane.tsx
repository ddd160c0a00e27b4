import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { later } from '../../../ui/later.tsx'
import type {
  ChatDetails,
  SteadyChat,
  Message,
  MessageKey,
  QuotedMessage,
  MessageWindow,
  ChatKey,
} from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useInstance } from '../../../client/use-instances.ts'
import { focusRegion } from '../../../lib/keys/focus-regions.ts'
import { writingField } from '../../../lib/keys/return-focus.ts'
import { useQuestion } from '../../../lib/use-question.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { useSettings } from '../../../client/use-preference.ts'
import { AfterDelay } from '../../../ui/marks/skeleton.tsx'
import type { ConversationProps, Offered } from '../conversation-context.ts'
import { ConversationProvider, ConversationStateProvider, type ConversationState } from '../conversation-context.ts'
import { gapsAbove } from '../log/gaps-above.ts'
import { groupMessages } from '../log/group-messages.ts'
import { HistoryTop } from '../log/history-top.tsx'
import { LogSkeleton } from '../log/log-skeleton.tsx'
import { MessageLog, type MessageLogHandle } from '../log/message-log.tsx'
import { powersOf } from '../message-powers.ts'
import { useMessageActions } from '../use-message-actions.ts'
import { ChatSearch } from './chat-search.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { NewMessageAnnouncer } from './new-message-announcer.tsx'
import type { OpeningWish } from './opening.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useEdits } from './use-edits.ts'
import { useLogKeys } from './use-log-keys.ts'
import { useMessageMenu } from './use-message-menu.tsx'
import { useOpenedLog } from './use-opened-log.ts'
import { useCopyMessages, useSelection } from './use-selection.ts'
import { textOfContent } from '../../../ui/text/content-preview.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { queryKey, useContractQuery } from '../../../client/use-contract-query.ts'
import { useSetDone } from '../../../client/use-set-done.ts'
import { useTeamOf } from '../../../client/use-team.ts'
import type { LogView } from '../log/log-view.ts'
import { useClient } from '../../../client/client-context.tsx'
import { notFoundMessage } from '../../../client/use-recheck.ts'
import { showToast } from '../../../ui/overlays/toast-store.ts'

const DeleteDialog = later(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const ForwardDialog = later(async () => (await import('./forward-dialog.tsx')).ForwardDialog)
const ReactionLayer = later(async () => (await import('./reaction-layer.tsx')).ReactionLayer)

export interface ConversationPaneProps extends Omit<ConversationProps, 'chat'> {
  readonly details: SteadyChat
  /** Why the chat was opened; its first window was requested. */
  readonly opening: OpeningWish
}

const dayOf = (at: number): string => new Date(at).toDateString()

/** One chat: header, log, composer. Mounted for each chat separately; restores the place where it was left. */
export function ConversationPane({
  details,
  opening,
  target,
  onTargetShown,
  back,
  detailsOpen,
  onToggleDetails,
  onMessageDetails,
  onNewMessage,
  Media,
  Sound,
  Composer,
}: ConversationPaneProps) {
  const t = useTranslations()
  const chat = details.key
  const isGroup = details.kind === 'group'
  const log = useRef<MessageLogHandle>(null)
  const actions = useMessageActions()
  const [refresh, refreshing] = useContractCommand('history.refresh', { errors: 'ignore' })
  const [searching, setSearching] = useState(false)
  const [offered, setOffered] = useState<Offered | null>(null)
  const [deleting, setDeleting, closeDeleting] = useQuestion<{
    readonly key: MessageKey
    readonly of: 'everyone' | 'me'
  }>()
  const [reacting, setReacting] = useState<{ readonly to: Message; readonly anchor: HTMLElement } | null>(null)
  const [forwarding, setForwarding, closeForwarding] = useQuestion<readonly Message[]>()
  const instance = useInstance(details.instance)
  const family = instance?.family
  const absentOperations = instance?.absentOperations
  const opened = useOpenedLog({ details, opening, target, onTargetShown })
  const { window, rows, latest, divider, show, showEnd } = opened
  const seen = useSeenBy(details, rows)
  const cache = useQueryClient()
  const setDone = useSetDone()
  const newestSeen = useNewestSeen(rows, window, opened.view)
  const service = useMemo(() => family && absentOperations && { family, absentOperations }, [family, absentOperations])
  const { editing, edit, editLast, endEdit } = useEdits({ rows, hasNewest: window?.hasNewer === false, service, show })
  const isProgramsPaused = useSettings()?.programSendsPaused === true
  const state = useMemo(
    () => ({ service, editing, seen, isProgramsPaused }),
    [service, editing, seen, isProgramsPaused],
  )
  const grouped = useMemo(() => groupMessages(rows, divider, dayOf), [rows, divider])
  const gaps = useMemo(() => gapsAbove(rows, window?.completeness.gaps ?? []), [rows, window])
  const selection = useSelection(rows, latest)
  const copy = useCopyMessages()
  const jumpToQuoted = useJumpToQuoted(chat, show)
  const acts = {
    powers: (message: Message) => powersOf(message, state.service, Date.now()),
    reply: (message: Message) => setOffered({ quote: quotedOf(message) }),
    react: (to: Message, anchor: HTMLElement) => setReacting({ to, anchor }),
    forward: (message: Message) => setForwarding([message]),
    edit,
    deleteForEveryone: ({ key }: Message) => setDeleting({ key, of: 'everyone' }),
    deleteForMe: ({ key }: Message) => setDeleting({ key, of: 'me' }),
  }
  const menu = useMessageMenu({
    find: (key) => rows.find((row) => row.key === key),
    actions,
    ...acts,
    openDetails: (message, part) => onMessageDetails(message.key, part),
    select: (message) => selection.toggle(message.key, false),
  })
  const onKey = useLogKeys({ opened, selection, log, copy, openMenu: menu.openAt, ...acts })
  const stable = useStable({
    isGroup: () => isGroup,
    neighbours: () => latest.current,
    jumpToQuoted,
    openDetails: onMessageDetails,
    openMenu: menu.openAt,
    openReactions: acts.react,
    reply: acts.reply,
    edit,
    endEdit,
    toggleSelected: selection.toggle,
    giveBack: (text: string) => setOffered({ text }),
    openChatWith: (recipient: string) => onNewMessage(details.instance, recipient),
    showDate: opened.showDate,
    beginSelection: selection.begin,
    toggleDetails: onToggleDetails,
    toggleSearch: () => setSearching(!searching),
    markDone: () =>
      void setDone({
        key: chat,
        newest: newestSeen ?? cache.getQueryData<ChatDetails>(queryKey('chats.details', { chat }))?.newest ?? null,
      }),
    editLast,
    onSent: () => showEnd(false),
    showQuoted: ({ key, idMessage }: QuotedMessage) => jumpToQuoted(key, idMessage),
  })
  const ports = useMemo(() => ({ Media, Sound, actions, ...stable }), [Media, Sound, actions, stable])
  const askService = useCallback(() => void refresh({ chat }), [refresh, chat])
  useEffect(askService, [askService])

  return (
    <section className="conv" aria-label={t('conversation.region')} {...focusRegion}>
      <div className="conv-top">
        <ConversationHead
          details={details}
          back={back}
          detailsOpen={detailsOpen}
          refreshing={refreshing.pending}
          onToggleDetails={stable.toggleDetails}
          onRefresh={askService}
          onSearch={stable.toggleSearch}
          onDone={stable.markDone}
          searching={searching}
          onDate={stable.showDate}
          onSelect={stable.beginSelection}
          selectionBar={
            selection.keys && (
              <SelectionBar
                chat={chat}
                messages={selection.messages}
                onAll={selection.messages.length < rows.length ? selection.all : null}
                onCopy={() => {
                  void copy(selection.messages)
                  selection.clear()
                }}
                onForward={
                  absentOperations?.includes('forwardMessages') ? null : () => setForwarding(selection.messages)
                }
                canForward={selection.messages.every((message) => powersOf(message, state.service, message.at).forward)}
                onDelete={() => {
                  actions.deleteHere(selection.messages.map((message) => message.key))
                  selection.clear()
                }}
                onClose={selection.clear}
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
        <ConversationProvider value={ports}>
          <ConversationStateProvider value={state}>
            {window && rows.length > 0 && (
              <MessageLog
                ref={log}
                rows={grouped}
                gaps={gaps}
                isGroup={isGroup}
                intent={opened.intent}
                isCurrent={opened.isCurrent}
                onIntentDone={opened.onIntentDone}
                left={opened.left}
                onLeave={opened.onLeave}
                onView={opened.onView}
                highlighted={opened.highlighted}
                selected={selection.keys}
                onKey={onKey}
                top={<HistoryTop window={window} loading={opened.loadingOlder} onLoadOlder={opened.loadOlder} />}
              />
            )}
          </ConversationStateProvider>
        </ConversationProvider>
        {!window && !opened.failed && (
          <AfterDelay>
            <LogSkeleton />
          </AfterDelay>
        )}
        {opened.failed && (
          <EmptyState
            icon="warning"
            title={t('conversation.notRead')}
            actions={<Button onClick={opened.retry}>{t('ui.tryAgain')}</Button>}
          />
        )}
        {window && rows.length === 0 && (
          <EmptyState icon="chat" title={t('conversation.empty')} text={t('conversation.emptyText')} />
        )}
        {window && opened.view && rows.length > 0 && (window.hasNewer || !opened.view.atEnd) && (
          <ToEndButton unread={window.unread} onClick={() => showEnd(true)} />
        )}
        {menu.menu}
        {deleting !== null && (
          <DeleteDialog
            of={deleting.of}
            onConfirm={() => actions[deleting.of === 'me' ? 'deleteForMe' : 'deleteForEveryone'](deleting.key)}
            onClose={closeDeleting}
          />
        )}
        {forwarding && (
          <ForwardDialog
            instance={details.instance}
            messages={forwarding}
            onDone={() => {
              closeForwarding()
              selection.clear()
            }}
            onClose={closeForwarding}
          />
        )}
        {reacting && (
          <ReactionLayer
            anchor={reacting.anchor}
            own={ownReaction(reacting.to)}
            onChoose={(emoji) => actions.react(reacting.to.key, emoji)}
            onClose={() => setReacting(null)}
          />
        )}
        <NewMessageAnnouncer rows={rows} hasNewer={window?.hasNewer ?? true} />
      </div>
      <Composer
        chat={details}
        onSent={stable.onSent}
        offered={offered}
        onEditLast={stable.editLast}
        onShowQuoted={stable.showQuoted}
      />
    </section>
  )
}

/** The emoji with which the account reacted to a message; '' where it did not. */
const ownReaction = ({ reactions }: Message): string => reactions.find(({ own }) => own)?.emoji ?? ''

/** A message of the log as an answer quotes it. */
function quotedOf({ content, sender, key, idMessage }: Message): QuotedMessage {
  return {
    idMessage: idMessage ?? '',
    key,
    sender,
    kind: content.kind,
    text: textOfContent(content).slice(0, 500),
    thumbnail: 'thumbnail' in content ? content.thumbnail : null,
  }
}

/** Scrolls to the newest message; shows the number of unread ones below. */
function ToEndButton({ unread, onClick }: { readonly unread: number; readonly onClick: () => void }) {
  const t = useTranslations()
  const label = unread > 0 ? t('conversation.toEndUnread', { count: unread }) : t('conversation.toEnd')
  return (
    <button type="button" className="to-end" aria-label={label} title={label} onClick={onClick}>
      <Badge count={unread} />
      <Icon name="arrowDown" size={18} />
    </button>
  )
}

/** Which colleagues have seen the newest message of the customer. */
function useSeenBy(details: SteadyChat, rows: readonly Message[]): ConversationState['seen'] {
  const team = useTeamOf(details.instance)
  const { data } = useContractQuery('team.chat', { chat: details.key }, { enabled: team !== null })
  const newest = rows.findLast(({ direction }) => direction === 'incoming')
  const key = newest?.key
  const at = newest?.at
  const seenBy = team?.state === 'live' ? data?.seenBy : undefined
  return useMemo(() => {
    const by = at === undefined ? [] : (seenBy ?? []).filter(({ until }) => until >= at)
    return key === undefined || by.length === 0 ? null : { message: key, by }
  }, [key, at, seenBy])
}

/**
 * The message that arrived last of those that the person had on the screen: what comes while they read further up is
 * not among them. Null before any was.
 */
function useNewestSeen(
  rows: readonly Message[],
  window: MessageWindow | null,
  view: LogView | null,
): MessageKey | null {
  const [seen, setSeen] = useState<MessageKey | null>(null)
  const seesEnd = window !== null && !window.hasNewer && (view?.atEnd ?? true)
  const last = rows.reduce<MessageKey | null>((most, { key }) => (most === null || key > most ? key : most), null)
  const next = last !== null && (seen === null || (seesEnd && last > seen)) ? last : seen
  if (next !== seen) setSeen(next)
  return next
}

/** Shows a quoted message; one that is not in the archive is fetched from the service first. */
function useJumpToQuoted(chat: ChatKey, show: (message: MessageKey) => void) {
  const client = useClient()
  const [fetchMessage] = useContractCommand('messages.fetch')
  const jump = async (key: MessageKey | null, idMessage: string): Promise<void> => {
    try {
      const found = key ?? (await client.call('messages.find', { chat, idMessage }))
      if (found !== null) return show(found)
      showToast('conversation.quotedAsked', { tone: 'plain' })
      const fetched = await fetchMessage({ chat, idMessage })
      if (!fetched.ok) return
      if (fetched.value.kind === 'found') show(fetched.value.message)
      else showToast(notFoundMessage[fetched.value.why], { tone: 'warn', values: { text: fetched.value.text } })
    } catch {
      showToast('conversation.quotedMissing', { tone: 'plain' })
    }
  }
  return (key: MessageKey | null, idMessage: string): void => void jump(key, idMessage)
}
