import type { JournalDetails } from '../../../contract/journal.ts'
import type { Translate } from '../../lib/translations.ts'
import type { TimelineStep } from '../../ui/inspector/timeline.tsx'

type Steps = readonly (TimelineStep & { readonly at: number })[]

/**
 * The steps of a notification, in the order of its times by our clock. Where they are the same it was kept, then
 * deleted from the queue, then applied (ADR 0022). The time that the service states comes first: it is of another
 * clock.
 */
export function eventSteps(t: Translate, details: JournalDetails): readonly TimelineStep[] {
  const { serviceAt, receivedAt, deletedAt, appliedAt, deleteResult, state } = details
  const stated: Steps =
    serviceAt === null
      ? []
      : [
          {
            key: 'event',
            icon: 'pulse',
            title: t('journal.eventTime'),
            at: serviceAt,
            coarse: true,
            detail: t('journal.statedByApi'),
          },
        ]
  const storedSteps: Steps = [
    {
      key: 'received',
      icon: 'download',
      title: t('journal.received'),
      at: receivedAt,
      detail: t(details.repeat ? 'journal.receivedRepeat' : 'journal.receivedNote'),
    },
  ]
  const deleted: Steps =
    deletedAt === null
      ? []
      : [
          {
            key: 'deleted',
            icon: 'trash',
            ...(deleteResult === 'gone' ? { tone: 'warn' } : {}),
            title: t('journal.deletedFromQueue'),
            at: deletedAt,
            detail: t(deleteResult === 'gone' ? 'journal.gone' : 'journal.deletedNote'),
          },
        ]
  const quarantined: Steps = [
    {
      key: 'quarantined',
      icon: 'warning',
      tone: 'warn',
      title: t('journal.quarantined'),
      at: receivedAt,
      detail: t('journal.couldNotApply'),
    },
  ]
  const applied: Steps =
    appliedAt === null
      ? []
      : [
          {
            key: 'applied',
            icon: state === 'unknown' ? 'unknown' : 'check',
            title: t(state === 'unknown' ? 'journal.storedRaw' : 'journal.appliedAt'),
            at: appliedAt,
            detail: t('journal.appliedNote'),
          },
        ]
  const ours = [...storedSteps, ...deleted, ...(state === 'quarantined' ? quarantined : applied)]
  return [...stated, ...ours.toSorted((one, other) => one.at - other.at)]
}
