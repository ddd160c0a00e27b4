import type { MessageContent } from '../../../../contract/messages.ts'
import type { ContentParts } from './content-parts.ts'
import type { StoredContent } from './stored-content.ts'
import { z } from 'zod'

/** Keeps a preview of the service, base64, and gives its ref; null where there is none, or no picture. */
export type StoreThumbnail = (base64: string | undefined) => string | null

/** Handling of one kind of content: a row of `content-kinds.ts` (docs/adding-a-message-kind.md). */
export interface ContentKind<Kind extends StoredContent['kind']> {
  /** The service's names of it (`typeMessage`). */
  readonly types: readonly string[]
  /** Reads what is stored. A changed letter costs the field it stands in, where the rest still says something. */
  readonly schema: z.ZodType<Of<Kind>>
  /**
   * Nothing is made up. A content may turn out to be of another kind: a file that the service could not take is a
   * marker.
   */
  parse(parts: ContentParts, storeThumbnail: StoreThumbnail): StoredContent
  /**
   * A message has one kind. Of two that sources name, the larger precedence wins: a weak one is a placeholder or an
   * error.
   */
  readonly precedence: number
  /** The line that lists, notices and quotes show. */
  listText(content: Of<Kind>): string
  /** Searchable parts, each as a person sees it; the first is the line that lists show. */
  searchParts(content: Of<Kind>): readonly string[]
  /** By what a record is recognised as an own message; '' where that says nothing (`signature.ts`). */
  signature(content: Of<Kind>): string
  /** The field that an edit changes; null where there is none. */
  readonly editable: 'text' | 'caption' | null
  /** The paragraphs of an exported page and the text of a table's cell, without the picture. */
  exportLines(content: Extract<MessageContent, { kind: Kind }>): readonly string[]
}

type Of<Kind extends StoredContent['kind']> = Extract<StoredContent, { kind: Kind }>

/** A text that a damaged row may lose without costing the rest of the content. */
export const storedText = z.string().catch('')
/** The same of a preview's ref. */
export const storedRef = z.string().nullable().catch(null)
