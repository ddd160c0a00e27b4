import { z } from 'zod'
import type { UnknownField } from '../../../../contract/business-kinds.ts'
import { storedText, type ContentKind } from './content-kind.ts'

/** So many fields of a kind that this version does not know are kept; the others are counted. */
const mostFields = 12
/** No deeper, and no more values, ms of an answer from a stranger. */
const deepest = 5
const mostValues = 300
const longestValue = 500

/** Words that name a message come first, then those that say something, then the rest in the order they came. */
const titles = /(?:title|name|header|subject|question)(?:text)?$/iu
const texts = /(?:text|body|message|caption|description|comment|footer|label|answer)$/iu
/** Secrets, bytes, and what the service says of the message rather than in it. */
const hidden =
  /token|secret|password|thumbnail|base64|(?:media|file)?key$|sha256|hash$|^(?:typemessage|quotedmessage|stanzaid|participant|isforwarded|forwardingscore|idmessage|chatid|timestamp|type|statusmessage|sendbyapi|sender.*|(?:edited|deleted)messageid|isedited|isdeleted)$/iu

/** Whether some of the fields are words that a person wrote. */
export const hasMainText = (fields: readonly UnknownField[]): boolean =>
  fields.some(({ name }) => titles.test(name) || texts.test(name))

/**
 * Readable fields of a message of an unknown kind: a title and a text if their names are among those that the service
 * uses elsewhere, then the other values. Values that look like secrets or bytes are left out.
 */
function fieldsIn(body: Readonly<Record<string, unknown>>): { readonly fields: readonly UnknownField[]; more: number } {
  const found: UnknownField[] = []
  let visited = 0
  const walk = (value: unknown, name: string, depth: number): void => {
    if (depth > deepest || visited >= mostValues || hidden.test(name)) return
    visited += 1
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      const text = String(value).trim()
      if (text !== '' && name !== '') found.push({ name: name.slice(0, 60), value: text.slice(0, longestValue) })
      return
    }
    if (Array.isArray(value)) {
      for (const item of value.slice(0, mostValues)) walk(item, name, depth + 1)
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) walk(part, key, depth + 1)
  }
  walk(body, '', 0)
  const rank = ({ name }: UnknownField) => (titles.test(name) ? 0 : texts.test(name) ? 1 : 2)
  const ordered = found.toSorted((a, b) => rank(a) - rank(b))
  return { fields: ordered.slice(0, mostFields), more: Math.max(0, ordered.length - mostFields) }
}

/**
 * Whatever has no other row: shown as far as understood. Its raw record stays, and a later version can read it again.
 */
export const unsupported: ContentKind<'unsupported'> = {
  types: [],
  schema: z.object({
    kind: z.literal('unsupported'),
    fields: z.array(z.object({ name: storedText, value: storedText })).exactOptional(),
    more: z.number().exactOptional(),
  }),
  parse({ body }) {
    const { fields, more } = fieldsIn(body)
    if (fields.length === 0) return { kind: 'unsupported' }
    return { kind: 'unsupported', fields, ...(more > 0 ? { more } : {}) }
  },
  precedence: 0,
  listText: ({ fields }) => fields?.[0]?.value ?? '',
  searchParts: ({ fields = [] }) => fields.map(({ value }) => value),
  signature: () => '',
  editable: null,
  exportLines: ({ typeMessage, fields }) => [
    `[${typeMessage}]`,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ],
}
