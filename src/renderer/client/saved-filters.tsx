import '../ui/inspector/filter.css'
import { useState } from 'react'
import { copyText } from '../ui/copy-text.ts'
import { goTo, type Route } from '../lib/routing/route.ts'
import { useTranslations } from '../lib/translations.ts'
import { Button } from '../ui/controls/button.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Popover } from '../ui/overlays/popover.tsx'
import { useContractQuery } from './use-contract-query.ts'
import { useInstance } from './use-instances.ts'
import { usePreference } from './use-preference.ts'

type FilteredRoute = Extract<Route, { readonly query?: string }>

interface SavedFilter {
  readonly name: string
  /** As the address has it. */
  readonly query: string
}

const mostSaved = 50
const longestName = 60
/** All of them are one text of this computer's, which has a limit of its own. */
const longestStored = 20_000

export interface SavedFiltersProps {
  readonly route: FilteredRoute
  /** The filters as they stand in the address; '' for none. */
  readonly query: string
}

/** The filters of a view under names, kept on this computer, and a link that leads to those that are set. */
export function SavedFilters({ route, query }: SavedFiltersProps) {
  const t = useTranslations()
  return (
    <Popover label={t('inspector.savedFilters')} content={(close) => <SavedForm {...{ route, query, close }} />}>
      <Button size="compact" icon="star" kind="ghost">
        {t('inspector.saved')}
      </Button>
    </Popover>
  )
}

function SavedForm({ route, query, close }: SavedFiltersProps & { readonly close: () => void }) {
  const t = useTranslations()
  const [stored, store] = usePreference(`filters.${route.view}`)
  const [typed, setTyped] = useState('')
  const saved = readSaved(stored ?? '')
  const name = typed.trim()
  const next = [...saved.filter((one) => one.name !== name), { name, query }]
  const isBlocked = stored === undefined || name === '' || query === ''
  const isFull = next.length > mostSaved || JSON.stringify(next).length > longestStored
  const instance = useInstance(route.scope)
  const isDesktop = useContractQuery('app.info', {}).data?.host === 'desktop'
  const copyLink = async (): Promise<void> => {
    const place = [route.view, ...(instance === undefined ? [] : [instance.idInstance])].join('/')
    const link = isDesktop ? `switchboard://${place}${query === '' ? '' : `?${query}`}` : location.href
    await copyText(link)
  }
  const open = (to: string): void => {
    goTo({ view: route.view, scope: route.scope, query: to }, { replace: true })
    close()
  }
  return (
    <div className="filter-form is-saved">
      {saved.length === 0 ? (
        <p className="dim">{t('inspector.nothingSaved')}</p>
      ) : (
        <ul className="saved-filters">
          {saved.map((one) => (
            <li key={one.name}>
              <Button kind="text" onClick={() => open(one.query)}>
                <bdi className="ell">{one.name}</bdi>
              </Button>
              <IconButton
                size="compact"
                icon="trash"
                label={t('inspector.removeSaved', { name: one.name })}
                onClick={() => store(JSON.stringify(saved.filter((other) => other.name !== one.name)))}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isBlocked || isFull) return
          store(JSON.stringify(next))
          setTyped('')
        }}
      >
        <TextField
          label={t('inspector.saveAs')}
          value={typed}
          maxLength={longestName}
          disabled={query === ''}
          help={query === '' ? t('inspector.nothingToSave') : undefined}
          error={isFull && name !== '' ? t('inspector.tooManySaved') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="acts">
          <Button size="compact" icon="link" onClick={() => void copyLink()}>
            {t('inspector.copyLink')}
          </Button>
          <Button size="compact" kind="primary" type="submit" disabled={isBlocked || isFull}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** The stored text is from this program, maybe from an older version: entries that are no filter are left out. */
function readSaved(text: string): readonly SavedFilter[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isSaved).slice(0, mostSaved) : []
  } catch {
    return []
  }
}

const isSaved = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string'
