import type { JournalRow, JournalState } from '../../../contract/journal.ts'
import type { MessageId } from '../../lib/translations.ts'
import type { IconName } from '../../ui/marks/icon.tsx'

export const stateAppearance: Readonly<Record<JournalState, { readonly icon: IconName; readonly wording: MessageId }>> =
  {
    applied: { icon: 'okCircle', wording: 'journal.applied' },
    unknown: { icon: 'unknown', wording: 'journal.unknown' },
    quarantined: { icon: 'warning', wording: 'journal.quarantined' },
  }

/** Applied and deleted at the service: nothing is left to do. */
export const isDone = (row: JournalRow): boolean => row.state === 'applied' && row.deletedAt !== null
