import { useRef, useState } from 'react'
import type { InstanceSummary, Scope } from '../../../../contract/index.ts'
import { filterBy } from '../../../../contract/text/fold.ts'
import { useRoving } from '../../../lib/keys/use-roving.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { InstanceTile } from '../../../ui/marks/instance-tile.tsx'
import { StateDot } from '../../../ui/marks/state-dot.tsx'
import { connectionAppearance } from '../connection-appearance.ts'
import { stateText } from '../connection-text.ts'

/** A person who looks for another one types more of its name. */
const mostShown = 100

export interface InstanceFinderProps {
  readonly instances: readonly InstanceSummary[]
  readonly hrefOf: (scope: Scope) => string
  readonly onGo: () => void
}

/** All instances, also of closed folders, searched by name, folder, ID and number. Enter goes to the first one. */
export function InstanceFinder({ instances, hrefOf, onGo }: InstanceFinderProps) {
  const t = useTranslations()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const roving = useRoving({ selector: 'a' })
  const finds = filterBy(text)
  const fitting = instances.filter(({ name, folder, idInstance, wid }) => finds(name, folder, idInstance, wid))
  return (
    <>
      <SearchField
        label={t('instances.find.field')}
        value={text}
        autoFocus
        onChange={setText}
        onKeyDown={(event) => {
          const first = list.current?.querySelector('a')
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            first?.focus()
          }
          if (event.key === 'Enter') {
            // The button that gets the focus back must not take the key as its own.
            event.preventDefault()
            first?.click()
          }
        }}
      />
      <ul ref={list} className="attention-list" {...roving}>
        {fitting.slice(0, mostShown).map((instance, index) => (
          <li key={instance.key}>
            <a href={hrefOf(instance.key)} tabIndex={index === 0 ? 0 : -1} data-colour={instance.colour} onClick={onGo}>
              <InstanceTile name={instance.name} initials={instance.initials} colour={instance.colour} size={28} />
              <span className="grow">
                <b className="ell">{instance.name}</b>
                <span className="state">
                  <StateDot tone={connectionAppearance[instance.connection.kind].tone} />
                  <span className="ell">
                    {[instance.folder, stateText(t, instance)].filter((part) => part !== '').join(', ')}
                  </span>
                </span>
              </span>
              <Badge count={instance.unreadMessages} label={t('ui.unread', { count: instance.unreadMessages })} />
            </a>
          </li>
        ))}
      </ul>
      {fitting.length === 0 && <p className="muted finder-none">{t('instances.table.none')}</p>}
      {fitting.length > mostShown && (
        <p className="muted finder-none">{t('instances.find.rest', { count: fitting.length - mostShown })}</p>
      )}
    </>
  )
}
