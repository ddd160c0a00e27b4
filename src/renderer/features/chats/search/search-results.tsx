import './search.css'
import { useState, type ReactNode } from 'react'
import type { ChatKey, ChatRow as Row, InstanceKey, MessageKey, Scope, SearchHit } from '../../../../contract/index.ts'
import { isAnswered, useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { useClient } from '../../../client/client-context.tsx'
import { useTimes } from '../../../lib/time/times.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { ChatRows, type ChatRowsProps } from '../chat-rows.tsx'
import { SearchAll, type SearchPlace } from './search-all.tsx'
import { MessageHit, NoteHit, type HitRow, type OpenHit, type OpenNote } from './hits.tsx'
import { useInstances } from '../../../client/use-instances.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useRoving } from '../../../lib/keys/use-roving.ts'
import { AfterDelay } from '../../../ui/marks/skeleton.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { useShownFor } from './use-shown-for.ts'

interface MessageHitsProps {
  readonly scope: Scope
  readonly text: string
  readonly onOpen: OpenHit
  readonly onShown: (text: string) => void
}

/** Twice what a tall list shows: each letter brings a page. */
const pageLimit = 30

/** Messages that hold some words, newest first; each opens in its place. */
function MessageHits({ scope, text, onOpen, onShown }: MessageHitsProps) {
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
  useShownFor(text, isAnswered(first), onShown)
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

interface NoteHitsProps {
  readonly scope: Scope
  readonly text: string
  readonly onOpen: OpenNote
  readonly onShown: (text: string) => void
}

/** As many as anybody looks through. */
const most = 200

/** Notes that hold some words, newest first. */
function NoteHits({ scope, text, onOpen, onShown }: NoteHitsProps) {
  const t = useTranslations()
  const found = useContractQuery('search.notes', { scope, text, limit: most }, { keepPrevious: true, gcTime: 10_000 })
  const { data, isError, refetch } = found
  useShownFor(text, isAnswered(found), onShown)
  return (
    <HitList
      label={t('chats.notesFound')}
      scope={scope}
      hits={data}
      failed={isError}
      onRetry={() => void refetch()}
      keyOf={(hit) => hit.note}
      row={(hit, row) => <NoteHit hit={hit} {...row} onOpen={onOpen} />}
      empty={
        <EmptyState
          icon="search"
          title={t('chats.noNotes', { text: text.slice(0, 60) })}
          text={t('chats.noNotesText')}
        />
      }
    />
  )
}

export interface SearchResultsProps extends Pick<ChatRowsProps, 'onPress' | 'onClear' | 'onArchived' | 'onCounts'> {
  readonly scope: Scope
  readonly text: string
  readonly place: SearchPlace
  readonly open: ChatKey | null
  readonly onOpenRow: (row: Row) => void
  readonly onOpen: (instance: InstanceKey, chat: ChatKey, message?: MessageKey) => void
  readonly onOpenNote: (instance: InstanceKey, chat: ChatKey) => void
  readonly onPlace: (place: SearchPlace) => void
  /** The results for this text are shown. */
  readonly onShown: (text: string) => void
}

/** Hits of a text in the chosen place. */
export function SearchResults({
  scope,
  text,
  place,
  open,
  onOpenRow,
  onOpen,
  onOpenNote,
  ...rest
}: SearchResultsProps) {
  const { onPlace, ...rows } = rest
  const { onShown } = rows
  switch (place) {
    case 'all':
      return (
        <SearchAll
          scope={scope}
          text={text}
          open={open}
          onOpen={onOpenRow}
          onOpenMessage={onOpen}
          onOpenNote={onOpenNote}
          onPlace={onPlace}
          onShown={onShown}
        />
      )
    case 'chats':
      return (
        <ChatRows
          scope={scope}
          filter="all"
          text={text}
          label={null}
          assignee={null}
          open={open}
          onOpen={onOpenRow}
          {...rows}
        />
      )
    case 'messages':
      return <MessageHits scope={scope} text={text} onOpen={onOpen} onShown={onShown} />
    case 'notes':
      return <NoteHits scope={scope} text={text} onOpen={onOpenNote} onShown={onShown} />
  }
}

interface HitListProps<Hit> {
  readonly label: string
  readonly scope: Scope
  /** Newest first; undefined until they are read. */
  readonly hits: readonly Hit[] | undefined
  readonly failed: boolean
  readonly onRetry: () => void
  readonly keyOf: (hit: Hit) => number
  readonly row: (hit: Hit, row: HitRow) => ReactNode
  /** Shown instead of an empty list. */
  readonly empty: ReactNode
  /** Shown below the rows. */
  readonly foot?: ReactNode
}

/** Hits as rows with arrow keys, or the state: loading, failed, or no hits. */
function HitList<Hit extends { readonly instance: InstanceKey; readonly at: number }>({
  label,
  scope,
  hits,
  failed,
  onRetry,
  keyOf,
  row,
  empty,
  foot,
}: HitListProps<Hit>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const instances = useInstances()
  const roving = useRoving({ selector: '.hit' })
  if (!hits && failed) {
    return (
      <EmptyState
        icon="warning"
        title={t('chats.hitsNotRead')}
        actions={<Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  if (!hits) {
    return (
      <AfterDelay>
        <LoadingRows label={t('chats.searching')} />
      </AfterDelay>
    )
  }
  if (hits.length === 0) return empty
  return (
    <div className="chat-list scroll" {...roving}>
      <ul className="hits" aria-label={label}>
        {hits.map((hit, index) => (
          <li key={keyOf(hit)}>
            {row(hit, {
              stop: index === 0,
              instance: scope === null ? instances.find((one) => one.key === hit.instance) : undefined,
              time: times.list(hit.at, now),
            })}
          </li>
        ))}
      </ul>
      {foot}
    </div>
  )
}
