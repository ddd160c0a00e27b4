import type { Scope } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { HitList } from './hit-list.tsx'
import type { OpenNote } from './note-hit.tsx'
import { NoteHit } from './note-hit.tsx'

export interface NoteHitsProps {
  readonly scope: Scope
  readonly text: string
  readonly onOpen: OpenNote
}

/** As many as anybody looks through. */
const most = 200

/** Notes that hold some words, newest first. */
export function NoteHits({ scope, text, onOpen }: NoteHitsProps) {
  const t = useTranslations()
  const { data, isError, refetch } = useContractQuery(
    'search.notes',
    { scope, text, limit: most },
    { keepPrevious: true, gcTime: 10_000 },
  )
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
