import type { MessageDetails } from '../../../contract/messages.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Timeline } from '../../ui/inspector/timeline.tsx'
import type { TimelineStep } from '../../ui/inspector/timeline.tsx'
import { SourceLabel, observationReasons, statusIcon, statusText } from '../../ui/marks/status-mark.tsx'
import { authorName } from './sender-marks.tsx'

/** What happened to a message, oldest first: who proposed and approved it, and every observation of its status. */
export function MessageHistory({ details: { message, program, observations } }: { readonly details: MessageDetails }) {
  const t = useTranslations()
  const times = useTimes()
  const observed = observations.map((seen, index): TimelineStep => ({
    key: index,
    icon: statusIcon(seen.status),
    ...(seen.status === 'failed' || seen.status === 'expired'
      ? { tone: 'bad' as const }
      : seen.status === 'uncertain'
        ? { tone: 'warn' as const }
        : index === observations.length - 1
          ? { tone: 'now' as const }
          : {}),
    title: t(
      seen.source === 'sendReply' && seen.status === 'accepted' ? 'outgoing.acceptedByApi' : statusText(seen.status),
    ),
    // Our own states have no raw word of the service's.
    ...(seen.source === 'app' || seen.source === 'sendReply' ? {} : { raw: seen.raw }),
    at: seen.seenAt,
    detail: (
      <>
        <SourceLabel source={seen.source} />
        {[
          seen.serviceAt !== null && t('outgoing.serviceTime', { time: times.seconds(seen.serviceAt) }),
          ...observationReasons(t, seen),
        ]
          .filter(Boolean)
          .map((wording) => ` · ${wording}`)}
      </>
    ),
  }))
  const proposal = program?.proposal ?? null
  const steps: readonly TimelineStep[] =
    proposal === null
      ? observed
      : [
          {
            ...{ key: 'proposed', icon: 'plug', at: proposal.proposedAt, title: t('outgoing.stepProposed') },
            detail: <bdi>{message.program?.name}</bdi>,
          },
          {
            ...{ key: 'approved', icon: 'user', at: proposal.approvedAt, title: t('outgoing.stepApproved') },
            detail: <bdi>{authorName(t, message.author)}</bdi>,
          },
          ...observed,
        ]
  return (
    <div className="sect">
      <h3>
        {t('outgoing.history')}
        <span className="n">{t('outgoing.entries', { count: steps.length })}</span>
      </h3>
      <Timeline steps={steps} />
    </div>
  )
}
