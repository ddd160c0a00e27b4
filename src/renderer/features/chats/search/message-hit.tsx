import { memo } from 'react'
import type { ChatKey, InstanceKey, SteadyInstance, MessageKey, SearchHit } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { previewText } from '../../../ui/text/content-preview.tsx'
import { HitLines } from './hit-lines.tsx'

export type OpenHit = (instance: InstanceKey, chat: ChatKey, message: MessageKey) => void

export interface MessageHitProps {
  readonly hit: SearchHit
  /** It is the tab stop of its list. */
  readonly stop: boolean
  /** Given where hits of several instances are mixed. */
  readonly instance: SteadyInstance | undefined
  readonly time: string
  readonly onOpen: OpenHit
}

/** A message that holds what was looked for. */
export const MessageHit = memo(function MessageHit({ hit, stop, instance, time, onOpen }: MessageHitProps) {
  const t = useTranslations()
  const who = hit.direction === 'outgoing' ? t('ui.you') : hit.senderName
  return (
    <button
      type="button"
      className="hit"
      tabIndex={stop ? 0 : -1}
      onClick={() => onOpen(hit.instance, hit.chat, hit.message)}
    >
      <HitLines
        title={hit.chatTitle}
        colour={instance?.colour}
        at={hit.at}
        time={time}
        who={who === hit.chatTitle ? '' : who}
        snippet={hit.snippet}
        marks={hit.marks}
        instead={previewText(t, { kind: hit.kind, text: '' })}
      />
    </button>
  )
})
