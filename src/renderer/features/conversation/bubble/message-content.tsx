import type { Message } from '../../../../contract/index.ts'
import { contentViewOf } from '../content/content-views.ts'
import { MessageMeta } from './message-meta.tsx'

/** The content of a message of any kind, with its time where the kind puts it. */
export function MessageContentView({ message }: { readonly message: Message }) {
  const { content } = message
  const { Bubble } = contentViewOf(content.kind)
  return <Bubble message={message} content={content} meta={<MessageMeta message={message} />} />
}
