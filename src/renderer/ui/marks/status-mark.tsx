import './marks.css'
import type {
  MessageStatus,
  ObservationSource,
  StatusKind,
  WaitReason,
  StatusObservation,
} from '../../../contract/statuses.ts'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations, type MessageId, type Translate } from '../../lib/translations.ts'
import { CodedLabel } from './coded-label.tsx'
import { Icon, type IconName } from './icon.tsx'

interface Mark {
  readonly icon: IconName
  readonly wording: MessageId
  /** Colour of the mark alone; neutral when absent. */
  readonly tone?: 'read' | 'failed' | 'warn' | 'unknown'
}

/** Shape first, colour second, and always a name (design, "Status marks"). */
const marks: Readonly<Record<StatusKind, Mark>> = {
  scheduled: { icon: 'calendar', wording: 'status.scheduled' },
  queued: { icon: 'clock', wording: 'status.queued' },
  sending: { icon: 'sending', wording: 'status.sending' },
  accepted: { icon: 'pending', wording: 'status.accepted' },
  pending: { icon: 'pending', wording: 'status.pending' },
  sent: { icon: 'check', wording: 'status.sent' },
  delivered: { icon: 'checks', wording: 'status.delivered' },
  read: { icon: 'checks', wording: 'status.read', tone: 'read' },
  failed: { icon: 'alert', wording: 'status.failed', tone: 'failed' },
  uncertain: { icon: 'help', wording: 'status.uncertain', tone: 'warn' },
  expired: { icon: 'alert', wording: 'status.expired', tone: 'failed' },
  unknown: { icon: 'unknown', wording: 'status.unknown', tone: 'unknown' },
  none: { icon: 'unknown', wording: 'status.none', tone: 'unknown' },
}

/** Notes that wait for a person, and so are amber. */
const isHeld = (waitReason: WaitReason | undefined): boolean =>
  waitReason?.kind === 'held' ||
  waitReason?.kind === 'waitsForPerson' ||
  waitReason?.kind === 'answeredFirst' ||
  waitReason?.kind === 'pastDue'

export const statusText = (kind: StatusKind): MessageId => marks[kind].wording
export const statusIcon = (kind: StatusKind): IconName => marks[kind].icon

/** Where a status was seen, in words. */
export const sourceText = (source: ObservationSource): MessageId => `status.source.${source}`

/** Where an observation comes from, in words, with the operation of the API second. */
export function SourceLabel({ source }: { readonly source: ObservationSource }) {
  const t = useTranslations()
  const operation = source === 'sendReply' ? 'sendMessage' : source
  const code = source === 'app' || source === 'notification' ? '' : operation
  return <CodedLabel label={t(sourceText(source))} code={code} />
}

const queuedAfter: ReadonlyMap<string, MessageId> = new Map([
  ['offline', 'status.queuedAfter.offline'],
  ['rateLimited', 'status.queuedAfter.rateLimited'],
  ['starting', 'status.queuedAfter.starting'],
  ['stopped', 'status.queuedAfter.stopped'],
  ['retry', 'status.queuedAfter.retry'],
  ['now', 'status.queuedAfter.now'],
  ['due', 'status.queuedAfter.due'],
])

/** The reason of a status: our words, and the service's own beside them. */
export function observationReasons(
  t: Translate,
  { source, status, reason, text }: StatusObservation,
): readonly string[] {
  // The text of an observation of our own queue is a word of the program's (core/sending/tx/record-outcome.ts).
  const own = source === 'app' && status === 'queued' ? queuedAfter.get(text ?? '') : undefined
  if (own !== undefined) return [t(own)]
  return [reason === undefined ? '' : t(`status.reason.${reason}`), text ?? ''].filter((part) => part !== '')
}

export interface StatusMarkProps {
  readonly status: MessageStatus
  /** `mark`: the shape with its name for screen readers; `words`: shape and words, for tables and details. */
  readonly variant?: 'mark' | 'words'
}

/** The mark of a status: the same in list, bubble and table. */
export function StatusMark({ status, variant = 'mark' }: StatusMarkProps) {
  const t = useTranslations()
  const mark = marks[status.kind]
  const held = isHeld(status.waitReason)
  const isCleared = status.waitReason?.kind === 'cleared'
  const isHeldBack = status.kind === 'failed' && status.reason === 'heldBack'
  const icon = isHeldBack ? 'card' : mark.icon
  const name = t(
    held ? 'status.held' : isCleared ? 'status.cleared' : isHeldBack ? 'status.reason.heldBack' : mark.wording,
  )
  const spins = status.kind === 'sending' && 'spin'
  if (variant === 'words') {
    return (
      <span className={cx('st', `st-${status.kind}`, held && 'is-held')}>
        <Icon name={icon} {...(spins ? { className: spins } : {})} />
        <span className="ell">{name}</span>
      </span>
    )
  }
  return <Icon name={icon} label={name} className={cx('tick', spins, toneClass(mark.tone, held))} />
}

const toneClass = (tone: Mark['tone'], held: boolean): string | undefined =>
  held ? 'is-warn' : tone === undefined ? undefined : `is-${tone}`
