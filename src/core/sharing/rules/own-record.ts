import { z } from 'zod'
import { customPreview } from '../../../contract/link-preview.ts'
import { sentFacts } from '../../messages/archive/rules/sent-facts.ts'
import { firstVersion } from '../../messages/archive/rules/text-versions.ts'
import { ownPreview } from '../../messages/content/rules/own-preview.ts'
import type { ArchiveRecord } from '../../messages/archive/rules/record.ts'

/** A colleague's send, as far as its message can be built from it. */
interface ColleagueSend {
  readonly idMessage: string | null
  readonly chatId: string
  readonly operation: string
  /** JSON input of the operation. */
  readonly request: string
}

const { title, description, link } = customPreview.shape
/** A preview in the request of a colleague: without a usable title there is none. */
const madePreview = z.object({ title, description: description.catch(''), link: link.catch('') })

/**
 * The message that a colleague's accepted text became. Its place is a guess until the service tells the message's own
 * time. Null for everything that is no text: that comes with the service's words.
 * @param at when the team entered it, epoch ms
 */
export function joinableRecord(send: ColleagueSend, at: number): ArchiveRecord | null {
  const { idMessage, chatId, operation } = send
  if (idMessage === null || operation !== 'sendMessage') return null
  const { message: text, quotedMessageId, customPreview: made } = inputOf(send.request)
  if (typeof text !== 'string') return null
  const { data: preview } = madePreview.safeParse(made)
  const content = {
    kind: 'text',
    text,
    ...(preview === undefined ? { preview: null } : ownPreview(preview)),
  } as const
  return {
    idMessage,
    chatId,
    facts: sentFacts({
      at,
      typeMessage: 'textMessage',
      content,
      quotedId: typeof quotedMessageId === 'string' ? quotedMessageId : '',
      seenAt: at,
      texts: firstVersion(content, at, 'app'),
    }),
    sender: null,
    thumbnails: [],
    status: null,
    statusAt: null,
    source: 'echo',
  }
}

function inputOf(request: string): Readonly<Record<string, unknown>> {
  try {
    const input: unknown = JSON.parse(request)
    return typeof input === 'object' && input !== null ? { ...input } : {}
  } catch {
    return {}
  }
}

/** The text of a request to send one; '' where it has none. */
export function textOfRequest(request: string): string {
  const { message } = inputOf(request)
  return typeof message === 'string' ? message : ''
}
