import './rail.css'
import type { InstanceSummary, Scope } from '../../../../contract/index.ts'
import { useInstanceCounts } from '../../../client/use-instances.ts'
import { useTeam } from '../../../client/use-team.ts'
import { capital } from '../../../lib/text/capital.ts'
import { routeHref } from '../../../lib/routing/route.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations, type Translate } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { StateDot } from '../../../ui/marks/state-dot.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { AttentionList } from './attention-list.tsx'
import { connectionAppearance } from '../connection-appearance.ts'
import { headerText, readerText, stateText } from '../connection-text.ts'

export interface InstanceHeaderProps {
  readonly scope: Scope
}

/** Name, colour and state of what is shown: at the top left of every view. */
export function InstanceHeader({ scope }: InstanceHeaderProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const team = useTeam()
  const instances = useInstanceCounts()
  const instance = instances.find(({ key }) => key === scope) ?? (instances.length === 1 ? instances[0] : undefined)
  if (instances.length === 0) {
    return (
      <div className="who">
        <div className="grow">
          <h1 className="ell">{t('app.name')}</h1>
        </div>
      </div>
    )
  }
  if (!instance) {
    const troubled = instances.filter(({ connection }) => connectionAppearance[connection.kind].attention)
    const isGrave = troubled.some(({ connection }) => connectionAppearance[connection.kind].tone === 'error')
    const attention = t('instances.allAttention', { count: troubled.length, total: instances.length })
    return (
      <div className="who">
        <div className="grow">
          <h1 className="ell">{t('instances.all')}</h1>
          <p>
            {troubled.length > 0 ? (
              <AttentionList label={attention} troubled={troubled}>
                <button type="button" className="attention-open">
                  <StateDot tone={isGrave ? 'error' : 'warn'} />
                  <span className="ell">{attention}</span>
                  <Icon name="chevronDown" size={14} />
                </button>
              </AttentionList>
            ) : (
              <>
                <StateDot tone="live" />
                <span className="ell">{t('instances.allWell', { total: instances.length })}</span>
              </>
            )}
          </p>
        </div>
      </div>
    )
  }
  const reader = readerText(t, team, instance)
  const isStopped = reader?.isStopped === true
  const wording = headerLine(t, instance, headerText(t, times, instance, now), reader)
  return (
    <div className="who" data-colour={instance.colour}>
      <span className="who-bar" />
      <div className="grow">
        <Tooltip text={instance.name} whenCut>
          <h1 className="ell">
            <a className="who-link" href={routeHref({ view: 'instance', scope: instance.key })}>
              {instance.name}
            </a>
          </h1>
        </Tooltip>
        <p>
          <StateDot tone={isStopped ? 'warn' : connectionAppearance[instance.connection.kind].tone} />
          <Tooltip text={wording} whenCut>
            <span className="ell">{wording}</span>
          </Tooltip>
        </p>
      </div>
    </div>
  )
}

/** In a team who receives says more than when something came last. */
function headerLine(
  t: Translate,
  instance: InstanceSummary,
  wording: string,
  reader: ReturnType<typeof readerText>,
): string {
  if (reader === null) return wording
  if (reader.isStopped) return reader.wording
  return `${instance.connection.kind === 'live' ? capital(stateText(t, instance)) : wording}, ${reader.wording}`
}
