import type { ReactNode } from 'react'
import type { Message } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { ContactCards } from './contact-cards.tsx'
import type { MediaMessage } from '../conversation-context.ts'
import { isMediaMessage, useConversation } from '../conversation-context.ts'
import { LinkPreviewCard } from './link-preview-card.tsx'
import { LocationCard } from './location-card.tsx'
import { mediaBox } from './media-box.ts'
import { MessageMeta } from './message-meta.tsx'
import { useMessageStop } from './message-stop.ts'
import { PollContent } from './poll-content.tsx'
import { TextContent } from './text-content.tsx'
import { UploadProgress } from './upload-progress.tsx'

/** The content of a message of any kind, with its time where the kind puts it. */
export function MessageContentView({ message }: { readonly message: Message }) {
  const t = useTranslations()
  const { content } = message
  const meta = <MessageMeta message={message} />
  const below = <div className="meta-row">{meta}</div>
  if (isMediaMessage(message)) return <MediaParts message={message} meta={meta} />
  switch (content.kind) {
    case 'text': {
      const { preview } = content
      if (!preview) return <TextContent text={content.text} meta={meta} />
      return (
        <>
          {content.text !== '' && <TextContent text={content.text} meta={null} />}
          <LinkPreviewCard preview={preview} />
          {below}
        </>
      )
    }
    case 'location':
      return (
        <>
          <LocationCard location={content} />
          {below}
        </>
      )
    case 'contacts':
      return (
        <>
          <ContactCards cards={content.cards} />
          {below}
        </>
      )
    case 'poll':
      return <PollContent poll={content} meta={meta} />
    case 'reaction':
      return (
        <p className="said">
          <span className="marker">
            <Icon name="react" />
            <span>
              {t(content.emoji === '' ? 'conversation.reactionTaken' : 'conversation.reactionLost', {
                emoji: content.emoji.slice(0, 40),
              })}
            </span>
          </span>
          {meta}
        </p>
      )
    case 'marker':
      return (
        <p className="said">
          <span className="marker">
            <Icon name="info" />
            <span>{t(`conversation.marker.${content.marker}`)}</span>
          </span>
          {content.caption !== undefined && <span>{content.caption}</span>}
          {meta}
        </p>
      )
    case 'unsupported':
      return <Unsupported message={message} typeMessage={content.typeMessage} />
    default:
      return null
  }
}

function MediaParts({ message, meta }: { readonly message: MediaMessage; readonly meta: ReactNode }) {
  const { Media, neighbours, openDetails } = useConversation()
  const stop = useMessageStop()
  const { content } = message
  const box = content.kind === 'sticker' ? { width: 128, height: 128 } : mediaBox(content.width, content.height)
  return (
    <>
      <Media
        message={message}
        box={box}
        stop={stop}
        neighbours={neighbours}
        onViewRaw={() => openDetails(message.key, 'raw')}
      />
      {message.status?.kind === 'queued' && <UploadProgress message={message} />}
      {content.caption !== '' ? (
        <TextContent text={content.caption} caption meta={meta} />
      ) : (
        <div className="meta-row">{meta}</div>
      )}
    </>
  )
}

function Unsupported({ message, typeMessage }: { readonly message: Message; readonly typeMessage: string }) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { openDetails } = useConversation()
  return (
    <>
      <div className="t">
        <Icon name="braces" />
        {t('conversation.unsupported')}
      </div>
      <div className="d mono">
        <bdi>typeMessage: {typeMessage.slice(0, 200) || '""'}</bdi>
      </div>
      <div className="acts">
        <Button kind="text" tabIndex={stop} onClick={() => openDetails(message.key, 'raw')}>
          {t('conversation.viewRaw')}
        </Button>
        <MessageMeta message={message} />
      </div>
    </>
  )
}
