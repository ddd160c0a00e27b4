import type { GroupParticipant } from '../../../../contract/chats.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'

export interface PersonRowProps {
  readonly person: GroupParticipant
  readonly mayChange: boolean
  readonly onAdmin: (admin: boolean) => void
  readonly onRemove: () => void
}

/** A participant with a role, which an administrator changes. */
export function PersonRow({ person, mayChange, onAdmin, onRemove }: PersonRowProps) {
  const t = useTranslations()
  const { name, phone, chatId, own, role } = person
  const wording = t(`groups.role.${role}`)
  return (
    <li className="g-person">
      <Avatar initials={person.initials} hue={person.hue} avatar={person.avatar} size={32} />
      <div className="grow">
        <div className="ell">{own ? t('groups.you', { name }) : name}</div>
        <div className="n2 num">{phone ?? chatId}</div>
      </div>
      {mayChange ? (
        <MenuButton
          label={t('groups.roleOf', { role: wording })}
          align="end"
          entries={() => [
            role === 'admin'
              ? { kind: 'item', label: t('groups.removeAdmin'), run: () => onAdmin(false) }
              : { kind: 'item', label: t('groups.makeAdmin'), run: () => onAdmin(true) },
            { kind: 'separator' },
            { kind: 'item', label: t('groups.remove'), danger: true, icon: 'trash', run: onRemove },
          ]}
        >
          <button type="button" className="role" aria-label={t('groups.roleOf', { role: wording })}>
            {wording}
            <Icon name="chevronDown" size={14} />
          </button>
        </MenuButton>
      ) : (
        <span className="role">{wording}</span>
      )}
    </li>
  )
}
