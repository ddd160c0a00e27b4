import type { JournalRow, JournalState } from '../../../contract/journal.ts'
import type { MessageId } from '../../lib/words.ts'
import type { IconName } from '../../ui/marks/icon.tsx'

export const stateAppearance: Readonly<Record<JournalState, { readonly icon: IconName; readonly words: MessageId }>> = {
  applied: { icon: 'okCircle', words: 'events.applied' },
  unknown: { icon: 'unknown', words: 'events.unknown' },
  quarantined: { icon: 'warning', words: 'events.quarantined' },
}

/** Applied and deleted at the service: nothing is left to do. */
export const isDone = (row: JournalRow): boolean => row.state === 'applied' && row.deletedAt !== null
