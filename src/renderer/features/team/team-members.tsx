import './team.css'
import { later } from '../../ui/later.tsx'
import type { TeamMemberRow, TeamPresence } from '../../../contract/team.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import type { JoinedTeam } from '../../client/use-team.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Tag } from '../../ui/marks/badge.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

const ConfirmDialog = later(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog)

/** The members of the team, their roles, and where they are. */
export function TeamMembers({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const { data: presences = [] } = useContractQuery('team.presence', {})
  const [removing, setRemoving, close] = useQuestion<TeamMemberRow>()
  const [remove, { pending }] = useContractCommand('team.removeMember')
  const members = team.members.toSorted(
    (one, other) => Number(other.isThis) - Number(one.isThis) || Number(other.isHere) - Number(one.isHere),
  )
  return (
    <>
      <h3 className="team-sub">{t('team.members')}</h3>
      <ul aria-label={t('team.members')}>
        {members.map((member) => (
          <li className="opt team-member" key={member.desk}>
            <span className="member-avatar-wrap">
              <MemberAvatar person={member} size={28} />
              <span className={member.isHere ? 'dot dot-live' : 'dot dot-off'} />
            </span>
            <div className="grow">
              <div className="t">
                <bdi className="ell">{member.isThis ? t('ui.nameYou', { name: member.name }) : member.name}</bdi>
                <Tag tone={member.role === null ? 'warn' : 'plain'}>{t(`team.role.${member.role ?? 'none'}`)}</Tag>
              </div>
              <Where member={member} presence={presences.find(({ desk }) => desk === member.desk)} />
            </div>
            {team.role === 'administrator' && !member.isThis && (
              <MenuButton
                label={t('ui.moreFor', { name: member.name })}
                align="end"
                entries={() => [
                  { kind: 'item', label: t('team.remove'), icon: 'trash', run: () => setRemoving(member) },
                ]}
              >
                <IconButton icon="more" size="compact" label={t('ui.moreFor', { name: member.name })} />
              </MenuButton>
            )}
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title={t('team.removeTitle', { name: removing.name })}
          text={t('team.removeText', { name: removing.name })}
          confirm={t('team.remove')}
          danger
          busy={pending}
          onConfirm={() => void remove({ desk: removing.desk }).then(close)}
          onClose={close}
        />
      )}
    </>
  )
}

function Where({ member, presence }: { readonly member: TeamMemberRow; readonly presence: TeamPresence | undefined }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const wording = () => {
    if (member.isThis) return t('team.thisDesk')
    if (!member.isHere) return t('team.lastSeen', { time: times.sentence(member.seenAt, now) })
    if (presence === undefined) return t('team.here')
    return t(presence.what === 'writing' ? 'team.writingTo' : 'team.lookingAt', { title: presence.title })
  }
  return <div className="d ell">{wording()}</div>
}
