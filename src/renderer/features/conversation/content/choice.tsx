import { TextContent } from '../bubble/text-content.tsx'
import { textHeight, type ContentView } from './content-view.ts'
import { NoText } from './text.tsx'

/** The bubble says above the quote that it was chosen (`message-bubble.tsx`). */
export const choice: ContentView<'choice'> = {
  Bubble: ({ content, meta }) =>
    content.text === '' ? <NoText meta={meta} /> : <TextContent text={content.text} caption meta={meta} />,
  copiedText: ({ text }) => text,
  height: ({ text }) => 90 + textHeight(text),
}
