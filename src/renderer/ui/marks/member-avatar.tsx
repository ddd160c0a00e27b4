import './marks.css'
import { hueOf } from '../../../contract/values.ts'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'

export interface MemberAvatarProps {
  /** null: nobody, a dashed circle. */
  readonly person: { readonly desk: string; readonly name: string; readonly isThis: boolean } | null
  readonly size?: 16 | 18 | 20 | 28
  /** Its accessible name, for example "Assigned to Anna". Without one the avatar is decoration beside the name. */
  readonly label?: string
}

/** One person of the team: round, first letter, one of the quiet hues. Yours has a ring. */
export function MemberAvatar({ person, size = 18, label }: MemberAvatarProps) {
  const t = useTranslations()
  const name = person === null ? t('ui.nobody') : person.name || t('ui.colleague')
  return (
    <span
      className={cx(
        'member-avatar',
        `member-avatar-${size}`,
        person === null ? 'is-none' : `av-${hueOf(person.desk)}`,
        person?.isThis && 'is-me',
      )}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      title={label ?? name}
    >
      {person === null ? '' : ([...name][0] ?? '').toUpperCase()}
    </span>
  )
}
