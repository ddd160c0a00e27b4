import './media.css'
import type { Message } from '../../../contract/index.ts'
import { AudioPlayer } from './audio-player.tsx'
import { DocumentCard } from './document-card.tsx'
import { PictureBubble } from './picture-bubble.tsx'
import type { MediaMessage } from './media-files.ts'

export interface MediaBubbleProps {
  readonly message: MediaMessage
  /** Place reserved for pictures and films, CSS px. */
  readonly box: { readonly width: number; readonly height: number }
  /** tabIndex of the controls. */
  readonly stop: 0 | -1
  /** What a viewer steps through, oldest first. */
  readonly neighbours: () => readonly Message[]
  readonly onViewRaw: () => void
}

/** The file of a message, by its kind. */
export function MediaBubble(props: MediaBubbleProps) {
  const { message, stop, onViewRaw } = props
  const { content } = message
  switch (content.kind) {
    case 'image':
    case 'video':
    case 'sticker':
      return <PictureBubble {...props} />
    case 'audio':
      return (
        <AudioPlayer
          message={message.key}
          file={content.file}
          hasLink={content.hasLink}
          stop={stop}
          onViewRaw={onViewRaw}
        />
      )
    case 'document':
      return <DocumentCard {...props} />
  }
}
