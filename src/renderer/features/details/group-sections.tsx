import type { ChatDetails, ChatKey, GroupDetails, InstanceKey } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstance } from '../../client/use-instances.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Tag } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { CopyButton } from '../../ui/inspector/raw-section.tsx'
import { askToOpenLink } from '../../ui/text/link.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { Participants } from './participants.tsx'

export interface GroupSectionsProps {
  readonly details: ChatDetails
  readonly group: GroupDetails
  readonly scroller: HTMLDivElement | null
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
  readonly part: 'about' | 'facts' | 'invite' | 'people'
}

/** Everything that getGroupData returns (service 2.6). */
export function GroupSections(props: GroupSectionsProps) {
  switch (props.part) {
    case 'about':
      return <About {...props} />
    case 'facts':
      return <Facts {...props} />
    case 'invite':
      return <Invite {...props} />
    case 'people':
      return <People {...props} />
  }
}

function About({ details, group }: GroupSectionsProps) {
  const t = useTranslations()
  const instance = useInstance(details.instance)
  const [refresh, refreshing] = useContractCommand('chats.refreshGroup')
  const again = (
    <Button size="compact" busy={refreshing.pending} onClick={() => void refresh({ chat: details.key })}>
      {t('ui.tryAgain')}
    </Button>
  )
  const name = instance?.name ?? ''
  return (
    <>
      {group.state === 'notMember' && (
        <Banner
          tone="warn"
          icon="group"
          title={t('details.notMember')}
          text={t('details.notMemberText', { name })}
          actions={again}
        />
      )}
      {group.state === 'notFound' && (
        <Banner
          tone="warn"
          icon="group"
          title={t('details.notFound')}
          text={t('details.notFoundText')}
          actions={again}
        />
      )}
      {group.description !== '' && (
        <div className="sect">
          <h3>{t('details.description')}</h3>
          <p className="about" dir="auto">
            <RichText text={group.description} />
          </p>
        </div>
      )}
    </>
  )
}

function Facts({ details, group }: GroupSectionsProps) {
  const t = useTranslations()
  const times = useTimes()
  if (group.state === 'unknown') return null
  return (
    <>
      {group.subject !== '' && group.subject !== details.title && (
        <>
          <dt>{t('details.subject')}</dt>
          <dd>
            <bdi>{group.subject.slice(0, 1000)}</bdi>
          </dd>
        </>
      )}
      {group.owner !== '' && (
        <>
          <dt>{t('details.owner')}</dt>
          <dd title={group.owner}>
            <bdi>{group.ownerName || group.owner}</bdi>
          </dd>
        </>
      )}
      {group.createdAt !== null && (
        <>
          <dt>{t('details.created')}</dt>
          <dd className="num">{times.dateTime(group.createdAt)}</dd>
        </>
      )}
    </>
  )
}

function Invite({ details, group }: GroupSectionsProps) {
  const t = useTranslations()
  const name = useInstance(details.instance)?.name ?? ''
  const { inviteLink } = group
  if (group.state === 'unknown') return null
  return (
    <>
      <dt>{t('details.inviteLink')}</dt>
      {inviteLink === '' ? (
        <dd className="muted">
          {group.state !== 'known'
            ? t('details.inviteNotAvailable')
            : group.ownRole === 'member'
              ? t('details.inviteMember', { name })
              : t('details.inviteNone')}
        </dd>
      ) : (
        <dd className="invite">
          <button type="button" className="link" onClick={() => askToOpenLink(inviteLink)}>
            {inviteLink}
          </button>
          <CopyButton label={t('details.copyInvite')} text={inviteLink} />
        </dd>
      )}
    </>
  )
}

function People({ details, group, scroller, onOpenChat }: GroupSectionsProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [refresh, refreshing] = useContractCommand('chats.refreshGroup')
  const may = (value: boolean | undefined) =>
    value === undefined ? (
      <span className="muted">{t('details.notKnown')}</span>
    ) : value ? (
      <Tag tone="ok">
        <Icon name="check" />
        {t('details.yes')}
      </Tag>
    ) : (
      <Tag>{t('details.no')}</Tag>
    )
  return (
    <>
      {group.state !== 'unknown' && (
        <div className="sect">
          <h3>{t('details.mayTitle')}</h3>
          <div className="set">
            <span>{t('details.mayEdit')}</span>
            {may(group.participantsMay.editGroupSettings)}
          </div>
          <div className="set">
            <span>{t('details.mayAdd')}</span>
            {may(group.participantsMay.addMembers)}
          </div>
        </div>
      )}
      {group.participants.length > 0 && (
        <Participants details={details} group={group} scroller={scroller} onOpenChat={onOpenChat} />
      )}
      <p className="fresh">
        {group.fetchedAt === null
          ? t('details.groupNever')
          : t('details.groupFrom', { time: times.sentence(group.fetchedAt, now) })}
        <Button kind="text" busy={refreshing.pending} onClick={() => void refresh({ chat: details.key })}>
          {t('ui.refresh')}
        </Button>
      </p>
    </>
  )
}
