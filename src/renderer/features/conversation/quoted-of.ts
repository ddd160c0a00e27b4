import type { Message, QuotedMessage } from '../../../contract/index.ts'
import { textOfContent } from '../../ui/text/content-preview.tsx'

/** A message of the log as an answer quotes it. */
export function quotedOf({ content, sender, key, idMessage }: Message): QuotedMessage {
  return {
    idMessage: idMessage ?? '',
    key,
    sender,
    kind: content.kind,
    text: textOfContent(content).slice(0, 500),
    thumbnail: 'thumbnail' in content ? content.thumbnail : null,
  }
}
