import { memo, useState } from 'react'
import type { ChatKey, InstanceKey, InstanceSummary, MessageKey, Scope, SearchHit } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTimes } from '../../lib/times.ts'
import { useNow } from '../../lib/use-now.ts'
import { useRoving } from '../../lib/use-roving.ts'
import { useWords } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AfterDelay } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { InstanceMark } from '../../ui/instance-tile.tsx'
import { previewWords } from '../../ui/content-preview.tsx'
import { LoadingRows } from './loading-rows.tsx'
import { markedPieces } from './marked-pieces.ts'
import { SearchSwitch } from './search-switch.tsx'

export interface MessageHitsProps {
  readonly scope: Scope
  readonly text: string
  readonly onOpen: (instance: InstanceKey, chat: ChatKey, message: MessageKey) => void
  readonly onBack: () => void
}

/** Twice what a tall list shows: each letter brings a page. */
const pageLimit = 30

/** Messages that hold some words, newest first; each opens in its place. */
export function MessageHits({ scope, text, onOpen, onBack }: MessageHitsProps) {
  const t = useWords()
  const times = useTimes()
  const now = useNow()
  const client = useClient()
  const instances = useInstances()
  const roving = useRoving({ selector: '.hit' })
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
  const back = (
    <Button size="compact" onClick={onBack}>
      {t('chats.backToChats')}
    </Button>
  )
  if (!data && first.isError) {
    return (
      <EmptyState
        icon="warning"
        title={t('chats.hitsNotRead')}
        actions={
          <>
            <Button onClick={() => void first.refetch()}>{t('ui.tryAgain')}</Button>
            {back}
          </>
        }
      />
    )
  }
  if (!data) {
    return (
      <AfterDelay>
        <LoadingRows label={t('chats.searching')} />
      </AfterDelay>
    )
  }
  const more = older?.of === data ? older : null
  const hits = [...data.hits, ...(more?.hits ?? [])]
  const next = more ? more.next : data.next
  const loadOlder = async () => {
    const page = await client
      .call('search.messages', { scope, chat: null, text, cursor: next, limit: pageLimit })
      .catch(() => null)
    if (page === null) showToast('chats.hitsNotRead', { tone: 'bad' })
    else setOlder({ of: data, hits: [...(more?.hits ?? []), ...page.hits], next: page.next })
  }
  const covers = (
    <p className="hits-covers">
      {t('chats.covers', {
        count: data.covers.messages,
        since: data.covers.oldestAt === null ? '' : times.date(data.covers.oldestAt),
      })}
    </p>
  )
  if (hits.length === 0) {
    return (
      <EmptyState icon="search" title={t('chats.noHits', { text: text.slice(0, 60) })} text={covers} actions={back} />
    )
  }
  return (
    <>
      <SearchSwitch icon="chat" label={t('chats.backToChats')} onClick={onBack} />
      <div className="chat-list scroll" {...roving}>
        <ul className="hits" aria-label={t('chats.hits')}>
          {hits.map((hit, index) => (
            <li key={hit.message}>
              <Hit
                hit={hit}
                first={index === 0}
                instance={scope === null ? instances.find((one) => one.key === hit.instance) : undefined}
                time={times.list(hit.at, now)}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
        {next !== null && (
          <div className="hits-covers">
            <Button kind="text" onClick={() => void loadOlder()}>
              {t('chats.olderHits')}
            </Button>
          </div>
        )}
        {covers}
      </div>
    </>
  )
}

interface HitProps {
  readonly hit: SearchHit
  readonly first: boolean
  /** Given where hits of several instances are mixed. */
  readonly instance: InstanceSummary | undefined
  readonly time: string
  readonly onOpen: MessageHitsProps['onOpen']
}

const Hit = memo(function Hit({ hit, first, instance, time, onOpen }: HitProps) {
  const t = useWords()
  const who = hit.direction === 'outgoing' ? t('chats.you') : hit.senderName
  return (
    <button
      type="button"
      className="hit"
      tabIndex={first ? 0 : -1}
      onClick={() => onOpen(hit.instance, hit.chat, hit.message)}
    >
      <span className="l1">
        {instance && <InstanceMark colour={instance.colour} />}
        <b className="ell">
          <bdi>{hit.chatTitle.slice(0, 200)}</bdi>
        </b>
        <time dateTime={new Date(hit.at).toISOString()}>{time}</time>
      </span>
      <span className="s">
        {who && who !== hit.chatTitle && <bdi>{`${who.slice(0, 60)}: `}</bdi>}
        {hit.snippet === '' ? (
          previewWords(t, { kind: hit.kind, text: '' })
        ) : (
          <bdi>
            {markedPieces(hit.snippet, hit.marks).map((piece, index) =>
              piece.marked ? <mark key={index}>{piece.text}</mark> : piece.text,
            )}
          </bdi>
        )}
      </span>
    </button>
  )
})
