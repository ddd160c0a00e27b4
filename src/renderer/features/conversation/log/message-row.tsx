import { memo, type MouseEvent } from 'react'
import type { Colleague, Message } from '../../../../contract/index.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { initialsOf } from '../../../../contract/values.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { MemberAvatar } from '../../../ui/marks/member-avatar.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { useConversation, useConversationState, MessageStopProvider } from '../conversation-context.ts'
import { Day } from './day.tsx'
import type { Gap } from './gaps-above.ts'
import { MessageBubble } from '../bubble/message-bubble.tsx'

export interface MessageRowProps {
  readonly message: Message
  readonly first: boolean
  readonly last: boolean
  /** The day that begins here, epoch ms. */
  readonly day: number | null
  readonly divider: boolean
  /** A known hole in the archive right above this message. */
  readonly gap: Gap | null
  readonly isGroup: boolean
  /** It has the roving focus. */
  readonly active: boolean
  readonly highlighted: boolean
  /** Null while nothing is being selected. */
  readonly selected: boolean | null
}

/** A message with the lines above it: day, divider, gap. */
export const MessageRow = memo(function MessageRow({
  message,
  first,
  last,
  day,
  divider,
  gap,
  isGroup,
  active,
  highlighted,
  selected,
}: MessageRowProps) {
  const t = useTranslations()
  const { toggleSelected } = useConversation()
  const isOut = message.direction === 'outgoing'
  const name = isOut ? (message.author?.name ?? t('ui.you')) : message.sender.name
  const { seen } = useConversationState()
  const select = (event: MouseEvent): void => {
    if (selected === null && !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // While choosing, a click anywhere on a message chooses it: links and buttons inside wait.
    event.stopPropagation()
    toggleSelected(message.key, event.shiftKey)
  }
  return (
    <>
      {day !== null && <Day at={day} />}
      {gap && <GapLine gap={gap} />}
      {divider && (
        <div className="newline" role="separator">
          <span>{t('conversation.newMessages')}</span>
        </div>
      )}
      <article
        className={cx(
          'msg',
          isOut ? 'out' : 'in',
          first && 'first',
          last && 'last',
          highlighted && 'is-hit',
          selected !== null && 'is-selecting',
        )}
        aria-label={name.slice(0, 200)}
        data-message={message.key}
        data-selected={selected || undefined}
        tabIndex={active ? 0 : -1}
        onClickCapture={select}
      >
        <MessageStopProvider value={active ? 0 : -1}>
          {selected !== null && (
            <span className="box" role="checkbox" aria-checked={selected} aria-label={t('conversation.selectMessage')}>
              <Icon name="check" />
            </span>
          )}
          {isGroup && !isOut && last && (
            <Avatar initials={initialsOf(message.sender.name)} hue={message.sender.hue} size={28} />
          )}
          <ErrorBoundary resetKey={message} fallback={(retry) => <BrokenMessage message={message} onRetry={retry} />}>
            <MessageBubble message={message} named={isGroup && !isOut && first} />
          </ErrorBoundary>
        </MessageStopProvider>
      </article>
      {seen?.message === message.key && <SeenBy people={seen.by} />}
    </>
  )
})

/** Which colleagues have read as far as the customer wrote. */
function SeenBy({ people }: { readonly people: readonly Colleague[] }) {
  const t = useTranslations()
  const names = people.map(({ name }) => name || t('ui.colleague'))
  return (
    <div className="seenby" role="note">
      <Icon name="eye" size={14} />
      <span>{t('conversation.seenBy', { names: names.join(', '), count: names.length })}</span>
      {people.slice(0, 5).map((person) => (
        <MemberAvatar key={person.desk} person={person} size={16} />
      ))}
    </div>
  )
}

function GapLine({ gap }: { readonly gap: Gap }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  return (
    <div className="gap-line" role="note">
      {t('conversation.gap', { from: times.sentence(gap.from, now), to: times.sentence(gap.to, now) })}
    </div>
  )
}

/** Error boundary: a message that fails to render does not break the conversation. */
function BrokenMessage({ message, onRetry }: { readonly message: Message; readonly onRetry: () => void }) {
  const t = useTranslations()
  const { openDetails } = useConversation()
  return (
    <div className="stack">
      <div className="bubble is-raw">
        <div className="t">
          <Icon name="warning" />
          {t('conversation.broken')}
        </div>
        <div className="acts">
          <Button kind="text" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
          <Button kind="text" onClick={() => openDetails(message.key, 'raw')}>
            {t('ui.viewRaw')}
          </Button>
        </div>
      </div>
    </div>
  )
}
