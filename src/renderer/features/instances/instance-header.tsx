import './instances.css'
import type { Scope } from '../../../contract/ids.ts'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { routeHref } from '../../lib/route.ts'
import { useTimes } from '../../lib/times.ts'
import { useNow } from '../../lib/use-now.ts'
import { useWords } from '../../lib/words.ts'
import { StateDot } from '../../ui/state-dot.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { AttentionList } from './attention-list.tsx'
import { connectionLooks } from './connection-looks.ts'
import { headerWords } from './connection-text.ts'

export interface InstanceHeaderProps {
  readonly instances: readonly InstanceSummary[]
  readonly scope: Scope
}

/** Name, colour and state of what is shown: at the top left of every view. */
export function InstanceHeader({ instances, scope }: InstanceHeaderProps) {
  const t = useWords()
  const times = useTimes()
  const now = useNow()
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
    const troubled = instances.filter(({ connection }) => connectionLooks[connection.kind].attention)
    return (
      <div className="who">
        <div className="grow">
          <h1 className="ell">{t('instances.all')}</h1>
          <p>
            {troubled.length > 0 ? (
              <AttentionList troubled={troubled} total={instances.length} />
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
  const words = headerWords(t, times, instance, now)
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
          <StateDot tone={connectionLooks[instance.connection.kind].tone} />
          <Tooltip text={words} whenCut>
            <span className="ell">{words}</span>
          </Tooltip>
        </p>
      </div>
    </div>
  )
}
