import './chats-view.css'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import type { ChatKey, InstanceKey, MessageKey, Scope } from '../../contract/ids.ts'
import { useClient } from '../client/client-context.tsx'
import { useSteadyChat } from '../client/use-chat.ts'
import { useInstanceCounts, useInstances } from '../client/use-instances.ts'
import { usePreference } from '../client/use-preference.ts'
import { ChatList } from '../features/chats/chat-list.tsx'
import { NextWaiting } from '../features/chats/next-waiting.tsx'
import { Composer } from '../features/composer/composer.tsx'
import { Conversation } from '../features/conversation/conversation.tsx'
import type { ComposerPorts } from '../features/conversation/conversation-context.ts'
import { prefetchChat } from '../features/conversation/prefetch-chat.ts'
import { Details, type DetailsSubject } from '../features/details/details.tsx'
import { AudioPlayer } from '../features/media/audio-player.tsx'
import { MediaBubble } from '../features/media/media-bubble.tsx'
import { Proposals } from '../features/proposals/proposals.tsx'
import { requestDialog } from '../lib/routing/dialog-requests.ts'
import { goTo, redirect, useRoute, type Route } from '../lib/routing/route.ts'
import { useIsMedium, useIsNarrow } from '../lib/use-media.ts'
import { cx } from '../lib/text/class-names.ts'
import { detailsShortcut } from '../lib/keys/chat-shortcuts.ts'
import { isModal, useShortcut } from '../lib/keys/shortcuts.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useTypeToWrite } from './use-type-to-write.ts'
import { ViewFailed } from './view-failed.tsx'
import { useTranslations } from '../lib/translations.ts'
import { Badge } from '../ui/marks/badge.tsx'
import { Icon } from '../ui/marks/icon.tsx'

/** In a narrow window the open chat has the place of the list: the way back, with what is unread behind it. */
function BackToChats({ scope, onBack }: { readonly scope: Scope; readonly onBack: () => void }) {
  const t = useTranslations()
  const unread = useInstanceCounts()
    .filter(({ key }) => scope === null || key === scope)
    .reduce((sum, { unreadMessages }) => sum + unreadMessages, 0)
  return (
    <button
      type="button"
      className="icon-btn back-to-chats"
      aria-label={t('app.backToChats', { count: unread })}
      aria-keyshortcuts="Escape"
      onClick={onBack}
    >
      <Icon name="chevronLeft" size={20} />
      <Badge count={unread} />
    </button>
  )
}

/** A menu, a list of suggestions or a dialog: Escape is theirs first. */
const isLayerOpen = (): boolean => isModal() || document.querySelector('.layer, .suggest') !== null

/**
 * Leaves the open chat for the list, by what it returns and by Escape while `isActive`. The chat that was left has the
 * focus there.
 */
function useBackToChats(isActive: boolean, chat: ChatKey | undefined, scope: Scope): () => void {
  const left = useRef<ChatKey | null>(null)
  const back = () => {
    left.current = chat ?? null
    goTo({ view: 'chats', scope })
  }
  const latest = useRef(back)
  useEffect(() => {
    latest.current = back
  })
  useEffect(() => {
    if (!isActive) return
    // By the time the key comes here its layer may have closed already.
    let isOfLayer = false
    const before = (): void => {
      isOfLayer = isLayerOpen()
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOfLayer) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', before, { capture: true })
    addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', before, { capture: true })
      removeEventListener('keydown', listen)
    }
  }, [isActive])
  useEffect(() => {
    const { current } = left
    left.current = null
    if (chat === undefined && current !== null)
      document.querySelector<HTMLElement>(`.chats [data-chat="${current}"]`)?.focus({ preventScroll: true })
  }, [chat])
  return back
}

type ChatsRoute = Extract<Route, { view: 'chats' }>

const noChat = 0 as ChatKey
const wholeChat: DetailsSubject = { kind: 'chat' }

function usePrefetchChat(): (chat: ChatKey) => void {
  const client = useClient()
  const cache = useQueryClient()
  return useCallback((key) => prefetchChat(client, cache, key), [client, cache])
}

/** Proposals of programs for a chat, and the composer, which leads to the next chat that waits. */
const WritingArea = memo(function WritingArea(ports: ComposerPorts) {
  const { scope } = useRoute()
  const prefetch = usePrefetchChat()
  return (
    <>
      <Proposals chat={ports.chat.key} />
      <Composer {...ports} aside={<NextWaiting scope={scope} chat={ports.chat.key} onNamed={prefetch} />} />
    </>
  )
})

/** Chat list, conversation and details, side by side. */
export function ChatsView({ route }: { readonly route: ChatsRoute }) {
  const { scope, chat, message } = route
  const isMedium = useIsMedium()
  const isNarrow = useIsNarrow()
  const [stored, store] = usePreference('details')
  // As a drawer the panel covers the conversation: it opens only when it is asked for.
  const [drawerOpen, setDrawerOpen] = useState(false)
  /** The chat whose notes are to be seen once it is open. */
  const [noteChat, setNoteChat] = useState<ChatKey | null>(null)
  const [subject, setSubject] = useState<DetailsSubject>(wholeChat)
  const detailsOpen = chat !== undefined && (isMedium ? drawerOpen : stored === 'open')
  const showDetails = (open: boolean) => {
    if (isMedium) setDrawerOpen(open)
    else store(open ? 'open' : 'closed')
    if (!open) setSubject(wholeChat)
  }
  const [shownChat, setShownChat] = useState(chat)
  if (shownChat !== chat) {
    setShownChat(chat)
    setSubject(wholeChat)
    setDrawerOpen(noteChat !== null && noteChat === chat)
    setNoteChat(null)
  }

  /** Stays in "all instances" when that is where the person is. */
  const openChat = useCallback(
    (instance: InstanceKey, key: ChatKey, target?: MessageKey) =>
      goTo({
        view: 'chats',
        scope: scope === null ? null : instance,
        chat: key,
        ...(target === undefined ? {} : { message: target }),
      }),
    [scope],
  )
  const pressChat = usePrefetchChat()
  const openNote = useCallback(
    (instance: InstanceKey, key: ChatKey) => {
      setSubject(wholeChat)
      if (!isMedium) store('open')
      else if (key === chat) setDrawerOpen(true)
      else setNoteChat(key)
      openChat(instance, key)
    },
    [openChat, isMedium, chat, store],
  )
  const back = useBackToChats(isNarrow && chat !== undefined && !detailsOpen, chat, scope)
  const forgetTarget = useCallback(() => {
    if (chat !== undefined) redirect(route, { view: 'chats', scope, chat })
  }, [route, scope, chat])

  useShortcut(chat === undefined ? null : detailsShortcut, () => showDetails(!detailsOpen))
  useTypeToWrite(chat ?? null)
  const isShown = chat !== undefined
  const { error, data: found } = useSteadyChat(chat ?? noChat, { enabled: isShown })
  const isGone = found === undefined && error?.code === 'notFound'
  useEffect(() => {
    // A removed chat, or one of another instance, is not remembered.
    if (isShown && isGone) redirect(route, { view: 'chats', scope })
  }, [isShown, isGone, route, scope])
  const isMixed = useInstances().length > 1 && scope === null
  /** The chat that this one was joined to. */
  const joinedTo = found !== undefined && found.key !== chat ? found.key : null
  useEffect(() => {
    if (isShown && joinedTo !== null) redirect(route, { view: 'chats', scope, chat: joinedTo })
  }, [isShown, joinedTo, route, scope])

  return (
    <div className={cx('view-chats', chat !== undefined && 'has-chat', isMixed && 'is-mixed')}>
      <ChatList
        scope={scope}
        open={chat ?? null}
        onOpen={openChat}
        onPress={pressChat}
        onOpenNote={openNote}
        onNewMessage={() => requestDialog({ kind: 'newMessage', instance: scope })}
      />
      <ErrorBoundary resetKey={chat} fallback={(retry) => <ViewFailed onRetry={retry} />}>
        <Conversation
          chat={chat ?? null}
          target={message ?? null}
          onTargetShown={forgetTarget}
          back={isNarrow && chat !== undefined && <BackToChats scope={scope} onBack={back} />}
          detailsOpen={detailsOpen}
          onToggleDetails={() => showDetails(!detailsOpen)}
          onMessageDetails={(key, part) => {
            setSubject({ kind: 'message', message: key, part })
            if (!detailsOpen) showDetails(true)
          }}
          onNewMessage={(instance, recipient) => requestDialog({ kind: 'newMessage', instance, recipient })}
          Media={MediaBubble}
          Sound={AudioPlayer}
          Composer={WritingArea}
        />
      </ErrorBoundary>
      {detailsOpen && chat !== undefined && (
        <ErrorBoundary resetKey={subject} fallback={(retry) => <ViewFailed onRetry={retry} />}>
          <Details
            chat={chat}
            subject={subject}
            onClose={() => showDetails(false)}
            onBack={() => setSubject(wholeChat)}
            onOpenChat={openChat}
            onShowMessage={(key) => goTo({ view: 'chats', scope, chat, message: key })}
            onShowShared={(instance, of, key) => {
              if (isMedium) showDetails(false)
              openChat(instance, of, key)
            }}
          />
        </ErrorBoundary>
      )}
    </div>
  )
}
