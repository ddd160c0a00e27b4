import { memo } from 'react'
import type { ChatKey, InstanceKey, SteadyInstance, NoteHit as Found } from '../../../../contract/index.ts'
import { HitLines } from './hit-lines.tsx'

export type OpenNote = (instance: InstanceKey, chat: ChatKey) => void

export interface NoteHitProps {
  readonly hit: Found
  /** It is the tab stop of its list. */
  readonly stop: boolean
  /** Given where hits of several instances are mixed. */
  readonly instance: SteadyInstance | undefined
  readonly time: string
  readonly onOpen: OpenNote
}

/** A note that holds what was looked for; it opens its chat with its details. */
export const NoteHit = memo(function NoteHit({ hit, stop, instance, time, onOpen }: NoteHitProps) {
  return (
    <button type="button" className="hit" tabIndex={stop ? 0 : -1} onClick={() => onOpen(hit.instance, hit.chat)}>
      <HitLines
        title={hit.chatTitle}
        colour={instance?.colour}
        at={hit.at}
        time={time}
        who=""
        snippet={hit.snippet}
        marks={hit.marks}
        instead=""
      />
    </button>
  )
})
