import { useState } from 'react'
import type { QuickReplyKey, Scope } from '../../../contract/ids.ts'
import type { OutgoingFilter } from '../../../contract/outgoing.ts'
import { filterBy } from '../../../contract/text/fold.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { FilterButton, FilterList, chosenText } from '../../ui/inspector/filter-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'

/** More are found by their name. */
const mostShown = 50

export interface QuickReplyFilterProps {
  readonly scope: Scope
  readonly chosen: OutgoingFilter['quickReplies']
  readonly onChange: (chosen: OutgoingFilter['quickReplies']) => void
}

/** Filter by what a message was written with: any quick reply, or some of them. */
export function QuickReplyFilter({ scope, chosen, onChange }: QuickReplyFilterProps) {
  const t = useTranslations()
  const { data: replies = [] } = useContractQuery('quickReplies.list', { scope })
  const [text, setText] = useState('')
  const isAny = chosen === 'any'
  const keys: readonly QuickReplyKey[] = isAny ? [] : chosen
  if (replies.length === 0 && !isAny && keys.length === 0) return null
  const nameOf = (key: QuickReplyKey): string => replies.find((reply) => reply.key === key)?.name ?? '…'
  const finds = filterBy(text)
  const found = replies.filter(({ name }) => finds(name)).slice(0, mostShown)
  return (
    <FilterButton
      icon="slash"
      label={t('outgoing.quickReply')}
      value={isAny ? t('outgoing.anyQuickReply') : chosenText(t, keys.map(nameOf))}
      onClear={() => onChange([])}
      content={() => (
        <div className="filter-form">
          <SearchField label={t('outgoing.searchQuickReplies')} value={text} onChange={setText} autoFocus />
          <div className="filter-list">
            <Checkbox
              label={t('outgoing.anyQuickReply')}
              checked={isAny}
              onChange={(on) => onChange(on ? 'any' : [])}
            />
          </div>
          <FilterList
            options={found.map(({ key, name }) => ({ value: String(key), label: <bdi className="ell">{name}</bdi> }))}
            chosen={keys.map(String)}
            onChange={(next) => onChange(next.map((key) => Number(key) as QuickReplyKey))}
          />
        </div>
      )}
    />
  )
}
