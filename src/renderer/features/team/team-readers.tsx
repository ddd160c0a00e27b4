import './team.css'
import { later } from '../../ui/later.tsx'
import type { SteadyInstance, TeamInstanceRow } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import type { JoinedTeam } from '../../client/use-team.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Tag } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { MenuButton, type MenuEntry } from '../../ui/overlays/menu.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'

const ConfirmDialog = later(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog)

type Asked = { readonly what: 'receive' | 'unshare'; readonly instance: SteadyInstance }

/** Which desk receives for which instance, and what of this desk's is not the team's. */
export function TeamReaders({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const instances = useInstances()
  const [asked, setAsked, close] = useQuestion<Asked>()
  const [receive, receiving] = useContractCommand('team.receiveHere')
  const [unshare, unsharing] = useContractCommand('team.unshare')
  const [share, sharing] = useContractCommand('team.share')
  const rows = team.instances.flatMap((row) => {
    const instance = instances.find(({ key }) => key === row.instance)
    return instance === undefined ? [] : [{ row, instance }]
  })
  const own = instances.filter(({ key }) => !team.instances.some(({ instance }) => instance === key))
  const isLive = team.state === 'live'
  const confirm = async ({ what, instance }: Asked) => {
    const run = what === 'receive' ? receive : unshare
    await run({ instance: instance.key })
    close()
  }
  const reader = (instance: SteadyInstance) => {
    const desk = team.instances.find((row) => row.instance === instance.key)?.reader
    return team.members.find((member) => member.desk === desk)?.name ?? ''
  }
  return (
    <>
      <h3 className="team-sub">{t('team.readers')}</h3>
      {rows.length > 0 && (
        <table className="readers" aria-label={t('team.readers')}>
          <thead>
            <tr>
              <th scope="col">{t('team.instance')}</th>
              <th scope="col">{t('instances.table.reads')}</th>
              <th scope="col">{t('team.since')}</th>
              <th scope="col">{t('team.lastEntry')}</th>
              <th scope="col">
                <span className="vh">{t('team.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, instance }) => (
              <ReaderRow
                key={row.instance}
                row={row}
                instance={instance}
                team={team}
                onAsk={(what) => setAsked({ what, instance })}
              />
            ))}
          </tbody>
        </table>
      )}
      {rows.length === 0 && <div className="opt muted">{t('team.noInstances')}</div>}
      {own.map((instance) => (
        <div className="opt" key={instance.key} data-colour={instance.colour}>
          <InstanceMark colour={instance.colour} />
          <div className="grow">
            <div className="t ell">{instance.name}</div>
            <div className="d">{t(team.role === 'administrator' ? 'team.onlyHereShare' : 'team.onlyHere')}</div>
          </div>
          {team.role === 'administrator' && (
            <div className="opt-end">
              <Button
                size="compact"
                busy={sharing.pending}
                disabled={!isLive}
                aria-label={t('team.shareName', { name: instance.name })}
                onClick={() => void share({ instance: instance.key })}
              >
                {t('team.share')}
              </Button>
            </div>
          )}
        </div>
      ))}
      {asked && (
        <ConfirmDialog
          title={t(asked.what === 'receive' ? 'team.receiveTitle' : 'team.unshareTitle', {
            name: asked.instance.name,
          })}
          text={t(asked.what === 'receive' ? 'team.receiveText' : 'team.unshareText', {
            name: asked.instance.name,
            reader: reader(asked.instance),
            has: reader(asked.instance) === '' ? 'no' : 'yes',
          })}
          confirm={t(asked.what === 'receive' ? 'team.receiveHere' : 'team.unshare')}
          danger={asked.what === 'unshare'}
          busy={receiving.pending || unsharing.pending}
          onConfirm={() => void confirm(asked)}
          onClose={close}
        />
      )}
    </>
  )
}

interface ReaderRowProps {
  readonly row: TeamInstanceRow
  readonly instance: SteadyInstance
  readonly team: JoinedTeam
  readonly onAsk: (what: Asked['what']) => void
}

function ReaderRow({ row, instance, team, onAsk }: ReaderRowProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [handOver] = useContractCommand('team.handOver')
  const who = team.members.find(({ desk }) => desk === row.reader)
  const isLive = team.state === 'live'
  const others = team.members.filter(({ isThis, isHere, role }) => !isThis && isHere && role !== 'viewer')
  const entries = (): readonly MenuEntry[] => [
    ...(row.isThis
      ? others.map(({ desk, name }): MenuEntry => ({
          kind: 'item',
          label: t('team.handTo', { name }),
          icon: 'user',
          run: () => void handOver({ instance: row.instance, desk }),
        }))
      : []),
    ...(team.role === 'administrator'
      ? [{ kind: 'item', label: t('team.unshare'), icon: 'trash', run: () => onAsk('unshare') } as const]
      : []),
  ]
  return (
    <tr>
      <td>
        <span className="nm" data-colour={instance.colour}>
          <InstanceMark colour={instance.colour} />
          <span className="ell">{instance.name}</span>
        </span>
      </td>
      <td>
        {!row.isKnown ? (
          <span className="muted">{t('team.unknown')}</span>
        ) : who === undefined ? (
          <Tag tone="warn">{t('team.nobodyReceives')}</Tag>
        ) : (
          <span className="whose">
            <MemberAvatar person={who} />
            <span className="ell">{who.isThis ? t('team.thisDeskShort') : t('team.deskOf', { name: who.name })}</span>
          </span>
        )}
      </td>
      <td className="num muted">{row.since === null ? '' : times.list(row.since, now)}</td>
      <td className="num muted">{row.lastAt === null ? '' : times.list(row.lastAt, now)}</td>
      <td className="acts">
        {row.freeAt !== null && <FreeIn at={row.freeAt} />}
        {row.freeAt === null && !row.isThis && team.role !== 'viewer' && (
          <Button
            size="compact"
            kind="text"
            disabled={!isLive || row.wantedBy === team.desk}
            aria-label={t('team.receiveHereName', { name: instance.name })}
            onClick={() => onAsk('receive')}
          >
            {t(row.wantedBy === team.desk ? 'team.asked' : 'team.receiveHere')}
          </Button>
        )}
        {isLive && entries().length > 0 && (
          <MenuButton label={t('ui.moreFor', { name: instance.name })} align="end" entries={entries}>
            <IconButton icon="more" size="compact" label={t('ui.moreFor', { name: instance.name })} />
          </MenuButton>
        )}
      </td>
    </tr>
  )
}

/** How long the silence of a reader still lasts before another desk may receive. */
function FreeIn({ at }: { readonly at: number }) {
  const t = useTranslations()
  const now = useNow(1_000)
  return (
    <span className="muted free-in">{t('team.freeIn', { seconds: Math.max(0, Math.ceil((at - now) / 1000)) })}</span>
  )
}
