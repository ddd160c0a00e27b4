import { LinkPreviewCard } from '../bubble/link-preview-card.tsx'
import { TextContent } from '../bubble/text-content.tsx'
import type { ContentProps, ContentView } from './content-view.ts'
import { textHeight } from './content-view.ts'

export const text: ContentView<'text'> = {
  Bubble: TextBubble,
  copiedText: (content) => content.text,
  height: (content) => 14 + Math.max(20, textHeight(content.text)) + (content.preview ? 110 : 0),
}

function TextBubble({ content, meta }: ContentProps<'text'>) {
  const { preview } = content
  if (!preview) return <TextContent text={content.text} meta={meta} />
  return (
    <>
      {content.text !== '' && <TextContent text={content.text} meta={null} />}
      <LinkPreviewCard preview={preview} />
      <div className="meta-row">{meta}</div>
    </>
  )
}
