import type { ComponentProps, ReactElement } from 'react'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { currentRoute, routeHref } from '../../../lib/routing/route.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { InstanceTile } from '../../../ui/marks/instance-tile.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { StateDot } from '../../../ui/marks/state-dot.tsx'
import { ConnectionButton, actionsOf, isCure } from '../connection-button.tsx'
import { connectionAppearance } from '../connection-appearance.ts'
import { headerText } from '../connection-text.ts'

/** The rest is in the table of all instances. */
const mostShown = 30

export interface AttentionListProps {
  /** Names the list. */
  readonly label: string
  /** Those that need a person. */
  readonly troubled: readonly InstanceSummary[]
  readonly align?: 'start' | 'end'
  /** The button that opens it. */
  readonly children: ReactElement<ComponentProps<'button'>>
}

/** Which instances need a person: each leads to its instance, whose banner says what to do, or offers to do it here. */
export function AttentionList({ label, troubled, align = 'start', children }: AttentionListProps) {
  const t = useTranslations()
  const { view } = currentRoute()
  return (
    <Popover
      label={label}
      side="bottom"
      align={align}
      className="attention"
      content={(close) => (
        <ul className="attention-list">
          {troubled.slice(0, mostShown).map((instance) => (
            <Troubled
              key={instance.key}
              instance={instance}
              href={routeHref({ view: view === 'settings' ? 'chats' : view, scope: instance.key })}
              onGo={close}
            />
          ))}
          {troubled.length > mostShown && (
            <li>
              <a href={routeHref({ view: 'instance', scope: null })} onClick={close}>
                {t('instances.attentionRest', { count: troubled.length - mostShown })}
              </a>
            </li>
          )}
        </ul>
      )}
    >
      {children}
    </Popover>
  )
}

interface TroubledProps {
  readonly instance: InstanceSummary
  readonly href: string
  readonly onGo: () => void
}

function Troubled({ instance, href, onGo }: TroubledProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [first] = actionsOf(instance)
  return (
    <li>
      <a href={href} onClick={onGo} data-colour={instance.colour}>
        <InstanceTile name={instance.name} initials={instance.initials} colour={instance.colour} />
        <span className="grow">
          <b className="ell">{instance.name}</b>
          <span className="state">
            <StateDot tone={connectionAppearance[instance.connection.kind].tone} />
            <span className="ell">{headerText(t, times, instance, now)}</span>
          </span>
        </span>
      </a>
      {first !== undefined && isCure(first) && (
        <ConnectionButton action={first} instance={instance} named onPress={onGo} />
      )}
    </li>
  )
}
