import './rail.css'
import '../instances.css'
import type { KeyboardEvent } from 'react'
import { useRef, useState, useEffect } from 'react'
import type { InstanceKey, Scope } from '../../../../contract/ids.ts'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useTeam } from '../../../client/use-team.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { focusRegion } from '../../../lib/keys/focus-regions.ts'
import { ariaShortcut, shortcutText, useShortcut } from '../../../lib/keys/shortcuts.ts'
import { useRoving } from '../../../lib/keys/use-roving.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { InstanceTile } from '../../../ui/marks/instance-tile.tsx'
import { useContextMenu } from '../../../ui/overlays/menu.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { connectionAppearance } from '../connection-appearance.ts'
import { isMutedNow, nextMuteEnd } from './next-mute-end.ts'
import { moved } from './moved.ts'
import { useInstanceMenu } from './use-instance-menu.ts'
import type { Translate } from '../../../lib/translations.ts'
import { readerText, stateText } from '../connection-text.ts'

export interface RailProps {
  readonly instances: readonly InstanceSummary[]
  readonly scope: Scope
  /** Where a scope leads: the place that was left there. */
  readonly hrefOf: (scope: Scope) => string
  readonly onGo: (scope: Scope) => void
}

/** The instances: one tab stop, arrows inside, Ctrl or Cmd 1 to 9, order by dragging or Alt with an arrow. */
export function Rail({ instances, scope, hrefOf, onGo }: RailProps) {
  const t = useTranslations()
  const roving = useRoving({ selector: '.inst, .rail-add' })
  const [reorder] = useContractCommand('instances.reorder')
  const [dragged, setDragged] = useState<{ readonly key: InstanceKey; readonly to: number } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const keys = instances.map((instance) => instance.key)
  const move = (key: InstanceKey, to: number): void => {
    const order = moved(keys, keys.indexOf(key), to)
    if (order !== keys) void reorder({ order: [...order] })
  }
  useMuteEnd(instances)
  const menuOf = useInstanceMenu()
  const menu = useContextMenu(t('instances.menu'), (target) => {
    const key = Number(target.closest<HTMLElement>('[data-instance]')?.dataset['instance'])
    const index = keys.findIndex((known) => known === key)
    const instance = instances[index]
    if (!instance) return []
    return menuOf(instance, { index, count: keys.length, move: (by) => move(instance.key, index + by) })
  })
  const order = dragged ? moved(instances, keys.indexOf(dragged.key), dragged.to) : instances
  const unread = instances.reduce((sum, instance) => sum + instance.unreadMessages, 0)
  const current = instances.findIndex((instance) => instance.key === scope)
  const several = instances.length > 1
  return (
    <nav className="rail" aria-label={t('instances.title')} {...focusRegion} {...roving}>
      <ul ref={list} className="scroll" onContextMenu={menu.onContextMenu}>
        {several && (
          <>
            <li>
              <Tooltip text={t('instances.all')} side="right">
                <a
                  className="inst"
                  href={hrefOf(null)}
                  aria-label={[t('instances.all'), unread > 0 && t('instances.unread', { count: unread })]
                    .filter(Boolean)
                    .join(', ')}
                  aria-current={scope === null ? 'true' : undefined}
                  tabIndex={scope === null ? 0 : -1}
                >
                  <span className="inst-tile is-plain" aria-hidden="true">
                    <Icon name="layers" size={20} />
                  </span>
                </a>
              </Tooltip>
            </li>
            <li aria-hidden="true">
              <hr />
            </li>
          </>
        )}
        {order.map((instance, index) => (
          <li
            key={instance.key}
            data-instance={instance.key}
            className={cx(dragged?.key === instance.key && 'is-dragged')}
            draggable={several}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', instance.name)
              setDragged({ key: instance.key, to: index })
            }}
            onDragOver={(event) => {
              if (!dragged) return
              event.preventDefault()
              if (dragged.to !== index) setDragged({ ...dragged, to: index })
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged) move(dragged.key, dragged.to)
            }}
            onDragEnd={() => setDragged(null)}
          >
            <RailTile
              instance={instance}
              number={index + 1}
              current={instance.key === scope}
              stop={current < 0 ? !several && index === 0 : instance.key === scope}
              href={hrefOf(instance.key)}
              onGo={() => onGo(instance.key)}
              onMove={(by) => {
                move(instance.key, index + by)
                requestAnimationFrame(() => {
                  list.current?.querySelector<HTMLElement>(`[data-instance="${instance.key}"] .inst`)?.focus()
                })
              }}
            />
          </li>
        ))}
      </ul>
      <Tooltip text={t('instances.add')} side="right">
        <button
          type="button"
          className="rail-add"
          aria-label={t('instances.add')}
          tabIndex={instances.length === 0 ? 0 : -1}
          onClick={() => requestDialog({ kind: 'addInstance' })}
        >
          <Icon name="plus" size={18} />
        </button>
      </Tooltip>
      {menu.menu}
    </nav>
  )
}

interface RailTileProps {
  readonly instance: InstanceSummary
  /** Place in the rail, from 1: Ctrl 1 to 9 lead here. */
  readonly number: number
  readonly current: boolean
  readonly stop: boolean
  readonly href: string
  readonly onGo: () => void
  readonly onMove: (by: number) => void
}

function RailTile({ instance, number, current, stop, href, onGo, onMove }: RailTileProps) {
  const t = useTranslations()
  const shortcut = number <= 9 ? { key: String(number), mod: true } : null
  useShortcut(shortcut, onGo)
  const team = useTeam()
  const reader = readerText(t, team, instance)
  const name = railName(t, instance, reader?.wording)
  const { kind } = instance.connection
  return (
    <Tooltip text={name} side="right" {...(shortcut ? { shortcut: shortcutText(shortcut) } : {})}>
      <a
        className={cx('inst', kind === 'paused' && 'is-paused')}
        data-colour={instance.colour}
        href={href}
        aria-label={name}
        aria-current={current ? 'true' : undefined}
        aria-keyshortcuts={[shortcut && ariaShortcut(shortcut), 'Alt+ArrowUp', 'Alt+ArrowDown']
          .filter(Boolean)
          .join(' ')}
        tabIndex={stop ? 0 : -1}
        draggable={false}
        onKeyDown={(event: KeyboardEvent) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
          if (by === 0 || !event.altKey) return
          event.preventDefault()
          onMove(by)
        }}
      >
        <InstanceTile name={instance.name} initials={instance.initials} colour={instance.colour} />
        <Badge count={instance.unreadMessages} max={99} tone={isMutedNow(instance) ? 'muted' : 'accent'} />
        <StateBadge instance={instance} isStopped={reader?.isStopped === true} />
      </a>
    </Tooltip>
  )
}

interface StateBadgeProps {
  readonly instance: InstanceSummary
  /** Nothing of it is received, because the team's database is away. */
  readonly isStopped: boolean
}

function StateBadge({ instance, isStopped }: StateBadgeProps) {
  const own = connectionAppearance[instance.connection.kind].tone
  const tone = isStopped && own === 'live' ? 'warn' : own
  if (tone === 'idle') {
    return (
      <span className="inst-state is-idle" aria-hidden="true">
        <Icon name="sending" className="spin" />
      </span>
    )
  }
  return (
    <span className={cx('inst-state', tone !== 'live' && `is-${tone}`)} aria-hidden="true">
      {tone === 'paused' ? <Icon name="pause" /> : tone !== 'live' && <Icon name="exclamation" />}
    </span>
  )
}

/** A tile's name: instance, then unread, then state ("Warehouse, 3 unread, live"). */
function railName(t: Translate, instance: InstanceSummary, reader: string | undefined): string {
  const wording = stateText(t, instance)
  return [
    instance.name,
    instance.unreadMessages > 0 && t('instances.unread', { count: instance.unreadMessages }),
    isMutedNow(instance) && t('instances.muted'),
    connectionAppearance[instance.connection.kind].attention ? t('instances.attention', { state: wording }) : wording,
    reader,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Renders anew when a mute ends by itself: nothing else changes then. */
function useMuteEnd(instances: readonly InstanceSummary[]): void {
  const [, setEnded] = useState(0)
  const next = nextMuteEnd(instances)
  useEffect(() => {
    if (next === null) return undefined
    const timer = setTimeout(() => setEnded(next), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
}
