import './rail.css'
import '../instances.css'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { InstanceKey, InstanceSummary, Scope } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useInstanceCounts } from '../../../client/use-instances.ts'
import { usePreference } from '../../../client/use-preference.ts'
import { useWanted } from '../../../client/use-wanted.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { focusRegion } from '../../../lib/keys/focus-regions.ts'
import { useRoving } from '../../../lib/keys/use-roving.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { useContextMenu } from '../../../ui/overlays/menu.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import type { MenuEntry } from '../../../ui/overlays/menu-model.ts'
import { moved } from './moved.ts'
import { RailOverflow } from './rail-overflow.tsx'
import { inRailOrder, railRows, readClosedFolders } from './rail-rows.ts'
import { FolderTile, RailTile } from './rail-tile.tsx'
import { useInstanceMenu } from './use-instance-menu.ts'

/** The menu of a folder of the rail. */
function useFolderMenu(instances: readonly InstanceSummary[]): (folder: string) => readonly MenuEntry[] {
  const t = useTranslations()
  const [edit] = useContractCommand('instances.edit')
  return (folder) => {
    const members = instances.filter((instance) => instance.folder === folder).map(({ key }) => key)
    const dissolve = async (): Promise<void> => {
      for (const instance of members) await edit({ instance, folder: '' })
    }
    return [
      { kind: 'label', label: folder },
      {
        kind: 'item',
        icon: 'edit',
        label: t('instances.folder.rename'),
        movesFocus: true,
        run: () => requestDialog({ kind: 'folder', instances: members }),
      },
      { kind: 'item', icon: 'layers', label: t('instances.folder.dissolve'), run: () => void dissolve() },
    ]
  }
}

export interface RailProps {
  readonly scope: Scope
  /** Where a scope leads: the place that was left there. */
  readonly hrefOf: (scope: Scope) => string
  readonly onGo: (scope: Scope) => void
}

const asRead: readonly InstanceKey[] = []

/** So many names of closed folders are kept. */
const mostClosed = 200

/** The instances: one tab stop, arrows inside, Ctrl or Cmd 1 to 9, order by dragging or Alt with an arrow. */
export function Rail({ scope, hrefOf, onGo }: RailProps) {
  const t = useTranslations()
  const instances = useInstanceCounts()
  const roving = useRoving({ selector: '.inst, .rail-add' })
  const [reorder] = useContractCommand('instances.reorder')
  const [edit] = useContractCommand('instances.edit')
  const [dragged, setDragged] = useState<{ readonly key: InstanceKey; readonly to: number } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { shown, want } = useWanted('instances.list', {})
  const ordered = shown('order', asRead)
  const placeOf = ({ key }: InstanceSummary): number => ordered.indexOf(key)
  const placed = inRailOrder(instances.toSorted((one, other) => placeOf(one) - placeOf(other)))
  const keys = placed.map((instance) => instance.key)
  const [closedText, setClosedText] = usePreference('rail.closedFolders')
  const closed = readClosedFolders(closedText)
  const toggleFolder = (name: string): void => {
    const names = closed.has(name) ? [...closed].filter((other) => other !== name) : [...closed, name]
    setClosedText(JSON.stringify(names.slice(-mostClosed)))
  }
  const move = (key: InstanceKey, to: number): boolean => {
    const order = moved(keys, keys.indexOf(key), to)
    if (order !== keys) void want('order', order, () => reorder({ order: [...order] }))
    return order !== keys
  }
  const putInto = (key: InstanceKey, folder: string): void => {
    setDragged(null)
    void edit({ instance: key, folder })
  }
  // Wherever it was chosen: in the palette, by a key, in the search of the rail.
  useEffect(() => {
    if (scope !== null) list.current?.querySelector(`[data-instance="${scope}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [scope])
  const menuOf = useInstanceMenu()
  const folderMenu = useFolderMenu(instances)
  const menu = useContextMenu(t('instances.menu'), (target) => {
    const key = Number(target.closest<HTMLElement>('[data-instance]')?.dataset['instance'])
    const index = keys.findIndex((known) => known === key)
    const instance = placed[index]
    const folder = target.closest<HTMLElement>('[data-folder]')?.dataset['folder']
    if (folder !== undefined) return folderMenu(folder)
    if (!instance) return []
    return menuOf(instance, { index, count: keys.length, move: (by) => move(instance.key, index + by) })
  })
  const movedByKey = useRef<InstanceKey | null>(null)
  const acts = useStable({
    go: onGo,
    moveBy(key: InstanceKey, by: number) {
      movedByKey.current = move(key, keys.indexOf(key) + by) ? key : null
    },
  })
  useLayoutEffect(() => {
    // A tile that is put elsewhere loses the focus, and the next key would be for the page.
    if (movedByKey.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-instance="${movedByKey.current}"] .inst`)?.focus()
    movedByKey.current = null
  }, [ordered])
  const order = dragged ? moved(placed, keys.indexOf(dragged.key), dragged.to) : placed
  const unread = instances.reduce((sum, instance) => sum + instance.unreadMessages, 0)
  const current = instances.findIndex((instance) => instance.key === scope)
  const several = instances.length > 1
  const itemOf = (instance: InstanceSummary, index: number) => (
    <li
      key={instance.key}
      data-instance={instance.key}
      className={cx(dragged?.key === instance.key && 'is-dragged', instance.folder !== '' && 'is-in-folder')}
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
        // The order that the last `dragover` asked for may not be drawn yet.
        if (dragged) move(dragged.key, index)
      }}
      onDragEnd={() => setDragged(null)}
    >
      <RailTile
        instance={instance}
        number={index + 1}
        current={instance.key === scope}
        stop={current < 0 ? !several && index === 0 : instance.key === scope}
        muted={instance.mutedUntil !== null}
        href={hrefOf(instance.key)}
        acts={acts}
      />
    </li>
  )
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
                  aria-label={[t('instances.all'), unread > 0 && t('ui.unread', { count: unread })]
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
        {rowsOf(order).map((row) =>
          row.kind === 'instance' ? (
            itemOf(row.instance, row.index)
          ) : (
            <Fragment key={`folder ${row.name}`}>
              <FolderTile
                name={row.name}
                members={row.members}
                isOpen={!closed.has(row.name)}
                hasCurrent={row.members.some(({ key }) => key === scope)}
                onToggle={() => toggleFolder(row.name)}
                onDropInstance={dragged === null ? undefined : () => putInto(dragged.key, row.name)}
              />
              {row.members.flatMap((member, at) =>
                closed.has(row.name) && member.key !== scope ? [] : [itemOf(member, row.index + at)],
              )}
            </Fragment>
          ),
        )}
      </ul>
      <RailOverflow list={list} instances={placed} hrefOf={hrefOf} />
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

/** The rows with the place of their first instance among all. */
function rowsOf(order: readonly InstanceSummary[]) {
  let index = 0
  return railRows(order).map((row) => {
    const at = index
    index += row.kind === 'folder' ? row.members.length : 1
    return { ...row, index: at }
  })
}
