import type { InstanceSummary } from '../../../contract/instances.ts'
import { currentRoute, routeHref } from '../../lib/route.ts'
import { useTimes } from '../../lib/times.ts'
import { useNow } from '../../lib/use-now.ts'
import { useWords } from '../../lib/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { InstanceTile } from '../../ui/instance-tile.tsx'
import { Popover } from '../../ui/popover.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { connectionLooks } from './connection-looks.ts'
import { headerWords } from './connection-text.ts'

export interface AttentionListProps {
  /** Those that need a person. */
  readonly troubled: readonly InstanceSummary[]
  /** How many there are in all. */
  readonly total: number
}

/** "4 of 9 need attention", and which they are: each leads to its instance, whose banner says what to do. */
export function AttentionList({ troubled, total }: AttentionListProps) {
  const t = useWords()
  const times = useTimes()
  const now = useNow()
  const words = t('instances.allAttention', { count: troubled.length, total })
  const { view } = currentRoute()
  return (
    <Popover
      label={words}
      side="bottom"
      align="start"
      className="attention"
      content={(close) => (
        <ul className="attention-list">
          {troubled.map((instance) => (
            <li key={instance.key}>
              <a
                href={routeHref({ view: view === 'settings' ? 'chats' : view, scope: instance.key })}
                onClick={close}
                data-colour={instance.colour}
              >
                <InstanceTile name={instance.name} colour={instance.colour} />
                <span className="grow">
                  <b className="ell">{instance.name}</b>
                  <span className="state">
                    <StateDot tone={connectionLooks[instance.connection.kind].tone} />
                    <span className="ell">{headerWords(t, times, instance, now)}</span>
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    >
      <button type="button" className="attention-open">
        <StateDot tone="error" />
        <span className="ell">{words}</span>
        <Icon name="chevronDown" size={14} />
      </button>
    </Popover>
  )
}
