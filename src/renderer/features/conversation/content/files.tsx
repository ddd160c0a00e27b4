import type { ReactNode } from 'react'
import type { MediaContent, Message } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { mediaBox, roundBox, type Box } from '../bubble/media-box.ts'
import { useMessageStop, isMediaMessage, useConversation } from '../conversation-context.ts'
import { TextContent } from '../bubble/text-content.tsx'
import { textHeight } from './content-view.ts'

/**
 * How far the file of an own message is on its way to the service. The last of it is counted when the service has
 * answered.
 */
function UploadProgress({ message }: { readonly message: Message }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const stop = useMessageStop()
  const { actions } = useConversation()
  const { data: progress } = useContractQuery('uploads.progress', { message: message.key })
  if (!progress) return null
  const { sent, total } = progress
  const share = Math.min(0.99, sent / Math.max(1, total))
  const wording = t('conversation.uploading', { sent: numbers.bytes(sent), total: numbers.bytes(total) })
  return (
    <div className="upload">
      <span className="d num">{wording}</span>
      <IconButton
        icon="close"
        size="compact"
        label={t('conversation.cancelUpload')}
        tabIndex={stop}
        onClick={() => void actions.cancel(message.key)}
      />
      <div
        className="bar"
        role="progressbar"
        aria-label={t('conversation.upload')}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

const file = (height: (content: MediaContent) => number) => ({
  Bubble: FileBubble,
  copiedText: ({ caption }: MediaContent) => caption,
  height: (content: MediaContent) => height(content) + textHeight(content.caption),
})
const boxOf = ({ round, width, height }: MediaContent): Box => (round === true ? roundBox : mediaBox(width, height))
const picture = file((content) => 34 + boxOf(content).height)

export const image = picture
export const video = picture
export const document = file(() => 92)
export const audio = file(() => 92)
export const sticker = { ...file(() => 150), height: () => 150 }

/** The app draws the file itself: that is the media feature's part. */
function FileBubble({ message, meta }: { readonly message: Message; readonly meta: ReactNode }) {
  const { Media, neighbours, openDetails } = useConversation()
  const stop = useMessageStop()
  if (!isMediaMessage(message)) return null
  const { content } = message
  const box = content.kind === 'sticker' ? { width: 128, height: 128 } : boxOf(content)
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
