import { z } from 'zod'
import { query } from './define.ts'
import { chatKey, scope, type ChatKey, type InstanceKey, type MessageKey, type NoteKey } from './ids.ts'
import type { ChatRow } from './chats.ts'
import type { ContentKind } from './messages.ts'

export interface SearchHit {
  readonly message: MessageKey
  readonly chat: ChatKey
  readonly instance: InstanceKey
  readonly chatTitle: string
  readonly senderName: string
  /** 1 to 6, as beside the sender's messages. */
  readonly senderHue: number
  readonly direction: 'incoming' | 'outgoing'
  readonly at: number
  readonly kind: ContentKind
  readonly snippet: string
  /** UTF-16 offsets into the snippet: [start, end). */
  readonly marks: readonly (readonly [number, number])[]
}

/** A note that matches the search. */
export interface NoteHit {
  readonly note: NoteKey
  readonly chat: ChatKey
  readonly instance: InstanceKey
  readonly chatTitle: string
  /** When it was written, epoch ms. */
  readonly at: number
  readonly snippet: string
  /** UTF-16 offsets into the snippet: [start, end). */
  readonly marks: readonly (readonly [number, number])[]
}

export interface SearchPage {
  /** Newest first. */
  readonly hits: readonly SearchHit[]
  /** Cursor for older hits; null at the end. */
  readonly next: string | null
  /** The searched part: number of messages, and time of the oldest. */
  readonly covers: { readonly messages: number; readonly oldestAt: number | null }
}

export const searchQueries = {
  /** Full text over messages, captions, file names and contact cards. Cancellable. */
  'search.messages': query<SearchPage>()(
    z.object({
      scope,
      chat: chatKey.nullable(),
      text: z.string().max(200),
      cursor: z.string().max(100).nullable(),
      limit: z.int().min(1).max(100),
    }),
  ),
  /** Notes by their words, newest first. */
  'search.notes': query<readonly NoteHit[]>()(
    z.object({ scope, text: z.string().max(200), limit: z.int().min(1).max(200) }),
  ),
  'search.chats': query<readonly ChatRow[]>()(
    z.object({ scope, text: z.string().max(200), limit: z.int().min(1).max(100) }),
  ),
}
