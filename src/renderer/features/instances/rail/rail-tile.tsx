import { memo, useState, type KeyboardEvent } from 'react'
import type { InstanceKey, InstanceSummary } from '../../../../contract/index.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useTeam } from '../../../client/use-team.ts'
import type { ConnectionTone } from '../../../lib/connection-tones.ts'
import { ariaShortcut, shortcutText, useShortcut } from '../../../lib/keys/shortcuts.ts'
import { useTranslations, type Translate } from '../../../lib/translations.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { InstanceTile } from '../../../ui/marks/instance-tile.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { connectionAppearance } from '../connection-appearance.ts'
import { readerText, stateText } from '../connection-text.ts'
import { tileLetters } from '../../../../contract/tile-letters.ts'
import { folderSums } from './rail-rows.ts'

interface FolderTileProps {
  readonly name: string
  readonly members: readonly InstanceSummary[]
  readonly isOpen: boolean
  /** The instance that the window shows is in it. */
  readonly hasCurrent: boolean
  readonly onToggle: () => void
  /** While an instance is dragged: puts it into this folder. */
  readonly onDropInstance: (() => void) | undefined
}

/** A folder of the rail with the sums of its instances; it opens and closes. */
export function FolderTile({ name, members, isOpen, hasCurrent, onToggle, onDropInstance }: FolderTileProps) {
  const t = useTranslations()
  const [isTarget, setTarget] = useState(false)
  const { unread, attention, tone } = folderSums(members)
  const label = [
    t('instances.folder.of', { name, count: members.length }),
    unread > 0 && t('ui.unread', { count: unread }),
    attention > 0 && t('app.needAttention', { count: attention }),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <li data-folder={name} className={cx('rail-folder', isOpen && 'is-open', isTarget && 'is-target')}>
      <Tooltip text={label} side="right">
        <button
          type="button"
          className="inst"
          aria-label={label}
          aria-expanded={isOpen}
          data-current={hasCurrent && !isOpen ? '' : undefined}
          tabIndex={-1}
          onClick={onToggle}
          onDragOver={(event) => {
            if (onDropInstance === undefined) return
            event.preventDefault()
            setTarget(true)
          }}
          onDragLeave={() => setTarget(false)}
          onDrop={(event) => {
            event.preventDefault()
            setTarget(false)
            onDropInstance?.()
          }}
        >
          <span className="folder-tile" data-i={tileLetters(name)} aria-hidden="true">
            <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={14} />
          </span>
          {!isOpen && <Badge count={unread} max={99} />}
          {!isOpen && <StateBadge tone={tone} />}
        </button>
      </Tooltip>
    </li>
  )
}

interface RailTileProps {
  readonly instance: InstanceSummary
  /** Place in the rail, from 1: Ctrl 1 to 9 lead here. */
  readonly number: number
  readonly current: boolean
  readonly stop: boolean
  readonly muted: boolean
  readonly href: string
  /** The same object in every render. */
  readonly acts: {
    readonly go: (instance: InstanceKey) => void
    readonly moveBy: (instance: InstanceKey, by: number) => void
  }
}

/** The square of an instance: unread messages above, its state below. */
export const RailTile = memo(function RailTile({ instance, number, current, stop, muted, href, acts }: RailTileProps) {
  const t = useTranslations()
  const shortcut = number <= 9 ? { key: String(number), mod: true } : null
  useShortcut(shortcut, () => acts.go(instance.key))
  const team = useTeam()
  const reader = readerText(t, team, instance)
  const name = railName(t, instance, muted, reader?.wording)
  const { kind } = instance.connection
  const own = connectionAppearance[kind].tone
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
          acts.moveBy(instance.key, by)
        }}
      >
        <InstanceTile name={instance.name} initials={instance.initials} colour={instance.colour} />
        <Badge count={instance.unreadMessages} max={99} tone={muted ? 'muted' : 'accent'} />
        {/* Stopped: nothing of it is received, because the team's database is away. */}
        <StateBadge tone={reader?.isStopped === true && own === 'live' ? 'warn' : own} />
      </a>
    </Tooltip>
  )
})

/** The state below a square; icons tell it apart besides the colour. */
function StateBadge({ tone }: { readonly tone: ConnectionTone }) {
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
function railName(t: Translate, instance: InstanceSummary, muted: boolean, reader: string | undefined): string {
  const wording = stateText(t, instance)
  return [
    instance.name,
    instance.unreadMessages > 0 && t('ui.unread', { count: instance.unreadMessages }),
    muted && t('instances.muted'),
    connectionAppearance[instance.connection.kind].attention ? t('instances.attention', { state: wording }) : wording,
    reader,
  ]
    .filter(Boolean)
    .join(', ')
}
