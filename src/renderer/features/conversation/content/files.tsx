import type { ReactNode } from 'react'
import type { MediaContent, Message } from '../../../../contract/index.ts'
import { mediaBox, roundBox } from '../bubble/media-box.ts'
import type { Box } from '../bubble/media-box.ts'
import { useMessageStop, isMediaMessage, useConversation } from '../conversation-context.ts'
import { TextContent } from '../bubble/text-content.tsx'
import { UploadProgress } from '../bubble/upload-progress.tsx'
import { textHeight } from './content-view.ts'

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
