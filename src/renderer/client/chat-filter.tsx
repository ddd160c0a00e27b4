import { useState } from 'react'
import type { ChatKey, Scope } from '../../contract/ids.ts'
import { useTranslations } from '../lib/translations.ts'
import { FilterButton, FilterList } from '../ui/inspector/filter-button.tsx'
import { SearchField } from '../ui/controls/search-field.tsx'
import { useContractQuery } from './use-contract-query.ts'

export interface ChatFilterProps {
  readonly scope: Scope
  readonly chosen: readonly ChatKey[]
  readonly onChange: (chosen: readonly ChatKey[]) => void
}

/** Filter by chats, found by name, number or id. */
export function ChatFilter({ scope, chosen, onChange }: ChatFilterProps) {
  const t = useTranslations()
  const first = useContractQuery('chats.details', { chat: chosen[0] as ChatKey }, { enabled: chosen.length === 1 })
  const value =
    chosen.length === 0
      ? null
      : chosen.length === 1
        ? (first.data?.title ?? '…')
        : t('inspector.chosen', { count: chosen.length })
  return (
    <FilterButton
      icon="chat"
      label={t('inspector.chat')}
      value={value}
      onClear={() => onChange([])}
      content={() => <ChatChoice scope={scope} chosen={chosen} onChange={onChange} />}
    />
  )
}

function ChatChoice({ scope, chosen, onChange }: ChatFilterProps) {
  const t = useTranslations()
  const [text, setText] = useState('')
  const found = useContractQuery('search.chats', { scope, text, limit: 50 }, { keepPrevious: true })
  const rows = found.data ?? []
  return (
    <div className="filter-form">
      <SearchField label={t('ui.whom')} value={text} onChange={setText} autoFocus />
      {found.data !== undefined && rows.length === 0 ? (
        <p className="dim">{t('inspector.noChats')}</p>
      ) : (
        <FilterList
          options={rows.map((row) => ({
            value: String(row.key),
            label: (
              <bdi className="ell" title={row.chatId}>
                {row.title}
              </bdi>
            ),
          }))}
          chosen={chosen.map(String)}
          onChange={(keys) => onChange(keys.map((key) => Number(key) as ChatKey))}
        />
      )}
    </div>
  )
}
