import { memo } from 'react'
import type {
  ChatKey,
  InstanceKey,
  MessageKey,
  NoteHit as Note,
  SearchHit,
  SteadyInstance,
} from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { InstanceMark } from '../../../ui/marks/instance-tile.tsx'
import { previewText } from '../../../ui/text/content-preview.tsx'
import { FoundText } from '../../../ui/text/found-text.tsx'

export type OpenHit = (instance: InstanceKey, chat: ChatKey, message: MessageKey) => void
export type OpenNote = (instance: InstanceKey, chat: ChatKey) => void

/** What each row of hits shows besides its text. */
export interface HitRow {
  /** It is the tab stop of the list. */
  readonly stop: boolean
  /** Given where hits of several instances are mixed. */
  readonly instance: SteadyInstance | undefined
  readonly time: string
}

interface HitProps extends HitRow {
  readonly hit: Note | SearchHit
  /** The author if it is not the title; '' otherwise. */
  readonly who: string
  /** Placeholder for an empty snippet. */
  readonly instead: string
  readonly onOpen: () => void
}

/** A hit in two lines: where and when, and its text with the searched words marked. */
const Hit = ({ hit, stop, instance, time, who, instead, onOpen }: HitProps) => (
  <button type="button" className="hit" tabIndex={stop ? 0 : -1} onClick={onOpen}>
    <span className="l1">
      {instance && <InstanceMark colour={instance.colour} />}
      <b className="ell">
        <bdi>{hit.chatTitle.slice(0, 200)}</bdi>
      </b>
      <time dateTime={new Date(hit.at).toISOString()}>{time}</time>
    </span>
    <span className="s">
      {who !== '' && <bdi>{`${who.slice(0, 60)}: `}</bdi>}
      {hit.snippet === '' ? instead : <FoundText text={hit.snippet} ranges={hit.marks} />}
    </span>
  </button>
)

interface MessageHitProps extends HitRow {
  readonly hit: SearchHit
  readonly onOpen: OpenHit
}

/** A message that holds what was looked for. */
export const MessageHit = memo(function MessageHit({ hit, onOpen, ...row }: MessageHitProps) {
  const t = useTranslations()
  const who = hit.direction === 'outgoing' ? t('ui.you') : hit.senderName
  return (
    <Hit
      {...row}
      hit={hit}
      who={who === hit.chatTitle ? '' : who}
      instead={previewText(t, { kind: hit.kind, text: '' })}
      onOpen={() => onOpen(hit.instance, hit.chat, hit.message)}
    />
  )
})

interface NoteHitProps extends HitRow {
  readonly hit: Note
  readonly onOpen: OpenNote
}

/** A note that holds what was looked for; it opens its chat with its details. */
export const NoteHit = memo(function NoteHit({ hit, onOpen, ...row }: NoteHitProps) {
  return <Hit {...row} hit={hit} who="" instead="" onOpen={() => onOpen(hit.instance, hit.chat)} />
})
