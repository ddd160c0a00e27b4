import type { Unsynced } from '../../../contract/index.ts'
import { useTeam, type JoinedTeam } from '../../client/use-team.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'

export interface UnsyncedLineProps {
  readonly why: Unsynced
  readonly what: 'note' | 'labels'
  /** Of the labels. */
  readonly names?: readonly string[]
}

/**
 * Says that a note or labels are only on this computer, and why. Changes that are about to be uploaded are not
 * mentioned.
 */
export function UnsyncedLine({ why, what, names = [] }: UnsyncedLineProps) {
  const t = useTranslations()
  const team = useTeam()
  const reason = team === null ? null : reasonOf(why, team)
  if (reason === null) return null
  return (
    <p className="unsynced">
      <Icon name={reason === 'refused' ? 'warning' : 'info'} size={14} />
      <span>
        {what === 'labels' && <bdi>{names.join(', ')}: </bdi>}
        {t(reason === 'refused' && what === 'note' ? 'details.unsynced.refusedNote' : `details.unsynced.${reason}`)}
      </span>
    </p>
  )
}

function reasonOf(why: Unsynced, { role, state }: JoinedTeam): 'refused' | 'viewer' | 'away' | null {
  if (why === 'refused') return 'refused'
  if (role === 'viewer') return 'viewer'
  return state === 'away' || state === 'refused' ? 'away' : null
}
