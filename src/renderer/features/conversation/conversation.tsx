import './pane/pane.css'
import './log/log.css'
import './bubble/bubble.css'
import './bubble/quoted-card.css'
import './bubble/status-line.css'
import './bubble/reactions.css'
import './bubble/message-editor.css'
import './bubble/cards.css'
import './bubble/kind-card.css'
import { useState } from 'react'
import type { ChatKey } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'
import { useSteadyChat } from '../../client/use-chat.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { focusRegion } from '../../lib/keys/focus-regions.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { AfterDelay } from '../../ui/marks/skeleton.tsx'
import type { ConversationProps } from './conversation-context.ts'
import { ConversationPane } from './pane/conversation-pane.tsx'
import { LogSkeleton } from './log/log-skeleton.tsx'
import { firstRequest, type OpeningWish } from './pane/opening.ts'
import { scrollMemory } from './log/scroll-memory.ts'

/** The open chat. Each chat has its own pane, so that nothing of one is ever seen in another. */
export function Conversation({ chat, ...rest }: ConversationProps) {
  const t = useTranslations()
  if (chat !== null) return <OpenChat key={chat} chat={chat} {...rest} />
  return (
    <section className="conv" aria-label={t('conversation.region')} {...focusRegion}>
      <EmptyState icon="chat" title={t('conversation.nothingOpen')} text={t('conversation.nothingOpenText')} />
    </section>
  )
}

/**
 * Asks for the head and the first window at once, and draws the pane when both are there: once, not piece by piece. A
 * window of an earlier visit is read again first if anything came since: what is unread decides where the chat opens.
 * Without a connection it opens as it was.
 */
function OpenChat({ chat, ...rest }: ConversationProps & { readonly chat: ChatKey }) {
  const t = useTranslations()
  const client = useClient()
  const [wish] = useState<OpeningWish>(() => ({ target: rest.target, left: scrollMemory.of(chat) }))
  const [isOpen, setOpen] = useState(false)
  const details = useSteadyChat(chat)
  // From then on the pane owns the query of the window.
  const first = useContractQuery('messages.window', { chat, ...firstRequest(wish) }, { enabled: !isOpen })
  const isRefreshed = first.isStale && first.isFetching && client.state() === 'open'
  if (!isOpen && details.data && !first.isPending && !isRefreshed) setOpen(true)
  if (isOpen && details.data) return <ConversationPane details={details.data} opening={wish} {...rest} />
  return (
    <section className="conv" aria-label={t('conversation.region')} {...focusRegion}>
      {details.error?.code === 'notFound' ? (
        <EmptyState icon="chat" title={t('conversation.gone')} text={t('conversation.goneText')} />
      ) : details.error !== null && details.error.code !== 'disconnected' ? (
        <EmptyState
          icon="warning"
          title={t('conversation.notRead')}
          text={errorText(t, details.error)}
          actions={<Button onClick={() => void details.refetch()}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        // Without a connection the reads are repeated as soon as it is back.
        <AfterDelay>
          <LogSkeleton />
        </AfterDelay>
      )}
    </section>
  )
}
