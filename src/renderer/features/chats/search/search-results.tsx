import './search.css'
import type { ChatKey, ChatRow as Row, InstanceKey, MessageKey, Scope } from '../../../../contract/index.ts'
import type { ChatRowsProps } from '../chat-rows.tsx'
import { ChatRows } from '../chat-rows.tsx'
import { MessageHits } from './message-hits.tsx'
import { NoteHits } from './note-hits.tsx'
import { SearchAll } from './search-all.tsx'

/** Where a search of the list looks: everywhere, with the best of each, or in one kind of things, with all of them. */
export type SearchPlace = 'all' | 'chats' | 'messages' | 'notes'

export interface SearchResultsProps extends Pick<ChatRowsProps, 'onPress' | 'onClear' | 'onArchived' | 'onCounts'> {
  readonly scope: Scope
  readonly text: string
  readonly place: SearchPlace
  readonly open: ChatKey | null
  readonly onOpenRow: (row: Row) => void
  readonly onOpen: (instance: InstanceKey, chat: ChatKey, message?: MessageKey) => void
  readonly onOpenNote: (instance: InstanceKey, chat: ChatKey) => void
  readonly onPlace: (place: SearchPlace) => void
  /** Hits of this text from everywhere are shown. */
  readonly onCurrent: (text: string) => void
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
  const { onPlace, onCurrent, ...rows } = rest
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
          onCurrent={onCurrent}
        />
      )
    case 'chats':
      return <ChatRows scope={scope} filter="all" text={text} label={null} open={open} onOpen={onOpenRow} {...rows} />
    case 'messages':
      return <MessageHits scope={scope} text={text} onOpen={onOpen} />
    case 'notes':
      return <NoteHits scope={scope} text={text} onOpen={onOpenNote} />
  }
}
