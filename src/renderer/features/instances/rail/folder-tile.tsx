import { useState } from 'react'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { tileLetters } from '../../../../contract/tile-letters.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { folderSums } from './rail-rows.ts'
import { StateBadge } from './rail-tile.tsx'

export interface FolderTileProps {
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
