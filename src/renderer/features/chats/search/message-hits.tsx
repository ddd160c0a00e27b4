import { useState } from 'react'
import type { Scope, SearchHit } from '../../../../contract/index.ts'
import { useClient } from '../../../client/client-context.tsx'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { HitList } from './hit-list.tsx'
import { MessageHit } from './message-hit.tsx'
import type { OpenHit } from './message-hit.tsx'

export interface MessageHitsProps {
  readonly scope: Scope
  readonly text: string
  readonly onOpen: OpenHit
}

/** Twice what a tall list shows: each letter brings a page. */
const pageLimit = 30

/** Messages that hold some words, newest first; each opens in its place. */
export function MessageHits({ scope, text, onOpen }: MessageHitsProps) {
  const t = useTranslations()
  const times = useTimes()
  const client = useClient()
  const first = useContractQuery(
    'search.messages',
    { scope, chat: null, text, cursor: null, limit: pageLimit },
    { keepPrevious: true, gcTime: 10_000 },
  )
  const [older, setOlder] = useState<{
    readonly of: unknown
    readonly hits: readonly SearchHit[]
    readonly next: string | null
  } | null>(null)
  const { data } = first
  const more = older?.of === data ? older : null
  const next = more ? more.next : (data?.next ?? null)
  const loadOlder = async () => {
    const page = await client
      .call('search.messages', { scope, chat: null, text, cursor: next, limit: pageLimit })
      .catch(() => null)
    if (page === null) showToast('chats.hitsNotRead', { tone: 'bad' })
    else setOlder({ of: data, hits: [...(more?.hits ?? []), ...page.hits], next: page.next })
  }
  const covers = data && (
    <p className="hits-covers">
      {t('chats.covers', {
        count: data.covers.messages,
        since: data.covers.oldestAt === null ? '' : times.date(data.covers.oldestAt),
      })}
    </p>
  )
  return (
    <HitList
      label={t('chats.hits')}
      scope={scope}
      hits={data && [...data.hits, ...(more?.hits ?? [])]}
      failed={first.isError}
      onRetry={() => void first.refetch()}
      keyOf={(hit) => hit.message}
      row={(hit, row) => <MessageHit hit={hit} {...row} onOpen={onOpen} />}
      empty={<EmptyState icon="search" title={t('chats.noHits', { text: text.slice(0, 60) })} text={covers} />}
      foot={
        <>
          {next !== null && (
            <div className="hits-covers">
              <Button kind="text" onClick={() => void loadOlder()}>
                {t('chats.olderHits')}
              </Button>
            </div>
          )}
          {covers}
        </>
      }
    />
  )
}
