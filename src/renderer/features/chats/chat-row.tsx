import { memo } from 'react'
import type { ChatRow as Row, SteadyInstance } from '../../../contract/index.ts'
import { cx } from '../../lib/text/class-names.ts'
import { revealDirection } from '../../lib/text/reveal-direction.ts'
import { labelsOf, type KnownLabels } from '../../client/use-labels.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import { ContentPreview } from '../../ui/text/content-preview.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { LabelChips } from '../../ui/marks/label-chips.tsx'
import { StatusMark } from '../../ui/marks/status-mark.tsx'
import { Typing } from '../../ui/marks/typing.tsx'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import { isMuted } from '../../../contract/notice-text.ts'

export interface ChatRowProps {
  readonly row: Row
  /** Given where rows of several instances are mixed. */
  readonly instance: SteadyInstance | undefined
  readonly labels: KnownLabels
  /**
   * In the list Waiting a row shows how long the chat has waited instead of its newest message's time. The instance's
   * answer time, ms; null in other lists.
   */
  readonly target: number | null
  /** The colleague who writes in it just now. */
  readonly writing: string | undefined
  readonly current: boolean
  /** It is the tab stop of the list. */
  readonly active: boolean
  /** Whether it is one of the selected chats. */
  readonly selected: boolean
  readonly onOpen: (row: Row) => void
  /** Clicked with Ctrl or Command, or with Shift for all up to it. */
  readonly onSelect: ((row: Row, range: boolean) => void) | undefined
}

const minute = 60_000

/** One chat of the list. Its second line never wraps. */
export const ChatRow = memo(function ChatRow({
  row,
  instance,
  labels,
  target,
  writing,
  current,
  active,
  selected,
  onOpen,
  onSelect,
}: ChatRowProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const muted = isMuted(row.mutedUntil, now)
  const scheduledLine =
    row.scheduled === null
      ? null
      : t(row.scheduled.at < now - minute ? 'chats.scheduledPast' : 'chats.scheduledAt', {
          time: times.sentence(row.scheduled.at, now),
        })
  const own = labelsOf(labels, row.labels)
  const unread = row.unread > 0 || row.markedUnread
  const title = row.title.slice(0, 300)
  return (
    <button
      type="button"
      className={cx('chat', own.length > 0 && 'has-third', unread && !muted && 'is-unread', selected && 'is-selected')}
      aria-current={current || undefined}
      data-chat={row.key}
      tabIndex={active ? 0 : -1}
      title={`${title}\n${row.chatId}`.slice(0, 400)}
      onClick={(event) => {
        if (onSelect && (event.shiftKey || event.ctrlKey || event.metaKey)) onSelect(row, event.shiftKey)
        else onOpen(row)
      }}
    >
      <Avatar initials={row.initials} hue={row.hue} avatar={row.avatar} corner={instance?.colour} />
      <div className="tx">
        <div className="l1">
          {selected && <VisuallyHidden>{t('chats.isSelected')}</VisuallyHidden>}
          {row.kind === 'group' && <Icon name="group" label={t('details.group')} />}
          <span className="name ell">
            <bdi>{title}</bdi>
          </span>
          {instance && (
            <>
              <VisuallyHidden>{t('chats.onInstance', { name: instance.name })}</VisuallyHidden>
              <span className="on ell" aria-hidden="true">
                {instance.name}
              </span>
            </>
          )}
          {target !== null && row.waitingSince !== null ? (
            <WaitingTime since={row.waitingSince} target={target} now={now} />
          ) : (
            row.at > 0 && <time dateTime={new Date(row.at).toISOString()}>{times.list(row.at, now)}</time>
          )}
        </div>
        <div className="l2">
          {writing === undefined ? (
            <Preview row={row} current={current} scheduled={scheduledLine} />
          ) : (
            <span className="prev">
              <Typing>{t('chats.writing', { name: writing })}</Typing>
            </span>
          )}
          <span className="end">
            {row.proposal !== null && !showsProposal(row, current) && (
              <Icon
                name="plug"
                className="has-proposal"
                label={t('chats.hasProposal', { name: row.proposal.programName })}
              />
            )}
            {row.snoozedUntil !== null && (
              <Icon
                name="clock"
                label={
                  row.snoozedUntil === 'message'
                    ? t('chats.snoozedUntilMessage')
                    : t('chats.snoozedUntil', { time: times.sentence(row.snoozedUntil, now) })
                }
              />
            )}
            {muted && <Icon name="mute" label={t('chats.muted')} />}
            {row.pinned && <Icon name="pin" label={t('chats.pinned')} />}
            {row.unread > 0 ? (
              <Badge
                count={row.unread}
                tone={muted ? 'muted' : 'accent'}
                label={t(muted ? 'chats.unreadMuted' : 'ui.unread', { count: row.unread })}
              />
            ) : (
              row.markedUnread && <span className="dot-unread" role="img" aria-label={t('chats.markedUnread')} />
            )}
            {row.assignee && (
              <MemberAvatar
                person={row.assignee}
                label={
                  row.assignee.isThis ? t('chats.assignedToYou') : t('chats.assignedTo', { name: row.assignee.name })
                }
              />
            )}
          </span>
        </div>
        {own.length > 0 && (
          <div className="l3">
            <VisuallyHidden>{t('chats.labelled')}</VisuallyHidden>
            <LabelChips labels={own} />
          </div>
        )}
      </div>
    </button>
  )
})

interface WaitingTimeProps {
  readonly since: number
  /** A chat that has waited for longer, ms, is overdue. */
  readonly target: number
  readonly now: number
}

function WaitingTime({ since, target, now }: WaitingTimeProps) {
  const t = useTranslations()
  const span = useTimes().span(since, now)
  const late = now - since >= target
  return (
    <time className={cx('waits', late && 'is-late')} dateTime={new Date(since).toISOString()}>
      {late && <Icon name="hourglass" size={14} />}
      <span aria-hidden="true">{span}</span>
      <VisuallyHidden>{t('chats.waitingFor', { span })}</VisuallyHidden>
    </time>
  )
}

/** Whether a row shows its proposal: like a draft, and nothing has been written in the chat since. */
const showsProposal = ({ proposal, unread, found, at }: Row, current: boolean): boolean =>
  proposal !== null && proposal.createdAt >= at && !proposal.hasNewer && found === null && unread === 0 && !current

/** The draft and the proposal of the open chat are already beside its composer. */
function Preview({
  row,
  current,
  scheduled,
}: {
  readonly row: Row
  readonly current: boolean
  /** In the list of scheduled messages, when the next one goes. */
  readonly scheduled: string | null
}) {
  const t = useTranslations()
  const { draft, preview, kind, unread, found, proposal } = row
  if (scheduled !== null && row.scheduled !== null) {
    return (
      <span className="prev">
        <span className="draft is-scheduled">{scheduled}</span>{' '}
        <ContentPreview kind={row.scheduled.kind} text={row.scheduled.text} />
      </span>
    )
  }
  if (found !== null) {
    return (
      <span className="prev">
        <bdi>{t('chats.found', { text: found })}</bdi>
      </span>
    )
  }
  if (proposal !== null && showsProposal(row, current)) {
    return (
      <span className="prev">
        <span className="draft is-proposal">
          <Icon name="plug" />
          {t('chats.proposal')}
        </span>{' '}
        <bdi>{revealDirection(proposal.text)}</bdi>
      </span>
    )
  }
  if (draft !== null && draft.trim() !== '' && unread === 0 && !current) {
    return (
      <span className="prev">
        <span className="draft">{t('chats.draft')}</span> <bdi>{draft.slice(0, 200)}</bdi>
      </span>
    )
  }
  if (!preview) return <span className="prev" />
  const own = preview.direction === 'outgoing'
  const sender = preview.programName ?? (kind !== 'group' ? null : own ? t('ui.you') : preview.senderName)
  return (
    <>
      {own && preview.status && !preview.deleted && <StatusMark status={preview.status} />}
      <span className="prev">
        {sender && (
          <>
            <span className="prev-sender">
              <bdi>{sender.slice(0, 60)}</bdi>:
            </span>{' '}
          </>
        )}
        <ContentPreview {...preview} />
      </span>
    </>
  )
}
