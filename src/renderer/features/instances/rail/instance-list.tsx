import './rail.css'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useInstanceCounts } from '../../../client/use-instances.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { InstanceTile } from '../../../ui/marks/instance-tile.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'
import { StateDot } from '../../../ui/marks/state-dot.tsx'
import { connectionAppearance } from '../connection-appearance.ts'
import { headerText } from '../connection-text.ts'
import { useInstanceMenu } from './use-instance-menu.ts'

/** The instances in Settings: state, pause, edit and the rest in a menu. */
export function InstanceList() {
  const t = useTranslations()
  const instances = useInstanceCounts()
  return (
    <>
      {instances.map((instance) => (
        <InstanceRow key={instance.key} instance={instance} />
      ))}
      <div className="opt">
        <Button kind="text" icon="plus" onClick={() => requestDialog({ kind: 'addInstance' })}>
          {t('instances.add')}
        </Button>
      </div>
    </>
  )
}

function InstanceRow({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const menu = useInstanceMenu()
  const [resume, { pending }] = useContractCommand('instances.resume')
  const { key, name, initials, colour, avatar, connection } = instance
  return (
    <div className="opt">
      <InstanceTile
        name={name}
        initials={initials}
        colour={colour}
        size={36}
        picture={avatar === null ? undefined : { ref: avatar, label: t('instances.ownPicture', { name }) }}
      />
      <div className="grow">
        <div className="t ell">{name}</div>
        <div className="d inst-line">
          <StateDot tone={connectionAppearance[connection.kind].tone} />
          <span className="ell">{headerText(t, times, instance, now)}</span>
        </div>
      </div>
      <div className="opt-end">
        {connection.kind === 'paused' ? (
          <Button
            key="resume"
            size="compact"
            busy={pending}
            aria-label={t('instances.resumeName', { name })}
            onClick={() => void resume({ instance: key })}
          >
            {t('ui.resume')}
          </Button>
        ) : (
          <Button
            key="pause"
            size="compact"
            aria-label={t('instances.pauseName', { name })}
            onClick={() => requestDialog({ kind: 'pauseInstance', instance: key })}
          >
            {t('instances.pause')}
          </Button>
        )}
        <Button
          size="compact"
          aria-label={t('instances.editTitle', { name })}
          onClick={() => requestDialog({ kind: 'editInstance', instance: key })}
        >
          {t('ui.edit')}
        </Button>
        <MenuButton label={name} align="end" entries={() => menu(instance)}>
          <IconButton icon="more" size="compact" label={t('ui.moreFor', { name })} />
        </MenuButton>
      </div>
    </div>
  )
}
