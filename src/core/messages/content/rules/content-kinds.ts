import { z } from 'zod'
import type { MessageContent } from '../../../../contract/messages.ts'
import { contacts } from './contacts.ts'
import type { ContentKind } from './content-kind.ts'
import { audio, document, image, sticker, video } from './files.ts'
import { location } from './location.ts'
import { marker } from './marker.ts'
import { poll } from './poll.ts'
import { reaction } from './reaction.ts'
import type { StoredContent } from './stored-content.ts'
import { text } from './text.ts'
import { call } from './call.ts'
import { choice } from './choice.ts'
import { invitation } from './invitation.ts'
import { menu } from './menu.ts'
import { order } from './order.ts'
import { product } from './product.ts'
import { template } from './template.ts'
import { unsupported } from './unsupported.ts'

type Kind = StoredContent['kind']

/**
 * Each kind of content with what core does with it. A kind without a row does not compile
 * (docs/adding-a-message-kind.md).
 */
export const contentKinds = {
  text,
  image,
  video,
  document,
  audio,
  sticker,
  location,
  contacts,
  poll,
  reaction,
  marker,
  order,
  product,
  menu,
  template,
  choice,
  invitation,
  call,
  unsupported,
} as const satisfies { readonly [Name in Kind]: ContentKind<Name> }

/** The row takes any content of its kind, which the compiler can't follow from the key to the row. */
const rowOf = (kind: Kind): ContentKind<Kind> => contentKinds[kind] as ContentKind<Kind>

const kindsOfTypes: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(contentKinds) as Kind[]).flatMap((kind) =>
    contentKinds[kind].types.map((type) => [type, kind] as const),
  ),
)

/** All types that this version reads, as text. */
export const knownTypes = [...kindsOfTypes.keys()].toSorted().join(' ')

/** The kind of a type of the service; undefined where this version knows none. */
export const kindOfType = (typeMessage: string): Kind | undefined => kindsOfTypes.get(typeMessage)

/** A content as it is stored. Typed by hand: the compiler can't tell a list of rows from one that lacks some. */
export const contentSchema = z.discriminatedUnion(
  'kind',
  Object.values(contentKinds).map(({ schema }) => schema) as unknown as [z.ZodObject<{ kind: z.ZodLiteral<Kind> }>],
) as unknown as z.ZodType<StoredContent>

export const precedenceOf = (kind: Kind): number => rowOf(kind).precedence

/** The line that lists, previews and notices show of a content. */
export const textOf = (content: StoredContent): string => rowOf(content.kind).listText(content)

/** Searchable parts of a message, each as a person sees it; the first is the line that lists show. */
export const searchParts = (content: StoredContent): readonly string[] =>
  rowOf(content.kind)
    .searchParts(content)
    .filter((part) => part.trim() !== '')

export const searchTextOf = (content: StoredContent): string => searchParts(content).join('\n')

/** Recognises an own message among the service's records; '' where only the reply's id can. */
export const signatureOf = (content: StoredContent): string => rowOf(content.kind).signature(content)

/** Name of the field that an edit changes; null where there is none to change. */
export const editableField = (content: StoredContent): 'text' | 'caption' | null => rowOf(content.kind).editable

/** The paragraphs of a content in exports. */
export const exportLines = (content: MessageContent): readonly string[] => rowOf(content.kind).exportLines(content)
