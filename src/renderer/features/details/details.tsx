import './details.css'
import '../../ui/overlays/overlay.css'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { focusRegion } from '../../lib/keys/focus-regions.ts'
import { useIsMedium } from '../../lib/use-media.ts'
import { useTranslations } from '../../lib/translations.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ChatDetailsBody } from './chat-details-body.tsx'
import { MessageDetailsBody } from './message-details-body.tsx'

interface DrawerProps {
  /** Accessible name of the complementary region. */
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A side panel over the content of a narrow window. Escape closes it and the focus goes back to where it was. */
function Drawer({ label, onClose, children }: DrawerProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside
      ref={panel}
      className="drawer details"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </aside>
  )
}

/** The content of the panel: the chat, or one message of it. */
export type DetailsSubject =
  | { readonly kind: 'chat' }
  | { readonly kind: 'message'; readonly message: MessageKey; readonly part: 'status' | 'raw' }

export interface DetailsProps {
  readonly chat: ChatKey
  readonly subject: DetailsSubject
  readonly onClose: () => void
  /** Back from a message to its chat. */
  readonly onBack: () => void
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
  readonly onShowMessage: (message: MessageKey) => void
  /** A message of any chat of the person. */
  readonly onShowShared: (instance: InstanceKey, chat: ChatKey, message: MessageKey) => void
}

/** The side panel about a chat or a message; a drawer in narrower windows. */
export function Details({ chat, subject, onClose, onBack, onOpenChat, onShowMessage, onShowShared }: DetailsProps) {
  const t = useTranslations()
  const isDrawer = useIsMedium()
  const details = useContractQuery('chats.details', { chat }).data
  const inside = (
    <>
      <header className="details-head">
        {subject.kind === 'message' && <IconButton icon="chevronLeft" label={t('details.back')} onClick={onBack} />}
        <h2 className="grow ell">{t(subject.kind === 'message' ? 'ui.message' : 'details.title')}</h2>
        <IconButton icon="close" label={t('details.close')} onClick={onClose} />
      </header>
      {subject.kind === 'message' ? (
        <MessageDetailsBody
          key={subject.message}
          message={subject.message}
          part={subject.part}
          onShow={onShowMessage}
        />
      ) : (
        details && <ChatDetailsBody key={chat} details={details} onOpenChat={onOpenChat} onShowMessage={onShowShared} />
      )}
    </>
  )
  return isDrawer ? (
    <Drawer label={t('details.title')} onClose={onClose}>
      {inside}
    </Drawer>
  ) : (
    <Panel label={t('details.title')} onClose={onClose}>
      {inside}
    </Panel>
  )
}

function Panel({
  label,
  onClose,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <aside
      className="details"
      aria-label={label}
      {...focusRegion}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </aside>
  )
}
