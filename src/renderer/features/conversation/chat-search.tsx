import { useDeferredValue, useEffect, useState } from 'react'
import type { ChatKey, MessageKey } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'

export interface ChatSearchProps {
  readonly chat: ChatKey
  readonly onShow: (message: MessageKey) => void
  readonly onClose: () => void
}

/** Steps through the messages of this chat that hold some words, newest first. Loaded lazily. */
export function ChatSearch({ chat, onShow, onClose }: ChatSearchProps) {
  const t = useWords()
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const found = useContractQuery(
    'search.messages',
    { scope: null, chat, text: asked, cursor: null, limit: 100 },
    { enabled: asked !== '', keepPrevious: true, gcTime: 10_000 },
  )
  const hits = asked === '' ? [] : (found.data?.hits ?? [])
  const more = found.data?.next !== null
  const newest = found.isPlaceholderData ? undefined : hits[0]?.message
  // A new answer begins at its newest hit.
  const [stepped, setStepped] = useState<{ readonly of: MessageKey | undefined; readonly at: number }>({
    of: newest,
    at: 0,
  })
  const at = stepped.of === newest ? stepped.at : 0
  useEffect(() => {
    if (newest !== undefined) onShow(newest)
  }, [newest, onShow])
  const step = (by: number) => {
    const next = Math.max(0, Math.min(at + by, hits.length - 1))
    setStepped({ of: newest, at: next })
    const hit = hits[next]
    if (hit) onShow(hit.message)
  }
  return (
    <div
      className="chat-search"
      role="search"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <SearchField
        className="grow"
        label={t('conversation.searchLabel')}
        autoFocus
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          const by =
            event.key === 'Enter'
              ? event.shiftKey
                ? -1
                : 1
              : event.key === 'ArrowUp'
                ? 1
                : event.key === 'ArrowDown'
                  ? -1
                  : 0
          if (by === 0) return
          event.preventDefault()
          step(by)
        }}
      />
      <span className="muted num" role="status">
        {asked !== '' &&
          found.data &&
          (hits.length === 0
            ? t('conversation.searchNone')
            : t('conversation.searchAt', { at: at + 1, count: hits.length, more: more ? 1 : 0 }))}
      </span>
      <IconButton
        icon="chevronUp"
        label={t('conversation.searchOlder')}
        disabled={at >= hits.length - 1}
        onClick={() => step(1)}
      />
      <IconButton
        icon="chevronDown"
        label={t('conversation.searchNewer')}
        disabled={at === 0}
        onClick={() => step(-1)}
      />
      <IconButton icon="close" label={t('conversation.searchClose')} onClick={onClose} />
    </div>
  )
}
