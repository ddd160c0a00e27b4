import { z } from 'zod'
import { choicePart, readPart } from '../../../../api/schema/business-parts.ts'
import { storedText, type ContentKind } from './content-kind.ts'
import type { StoredContent } from './stored-content.ts'

/** The device of the customer decides under which of these names an answer comes (service 10.9). */
const keys = [
  'interactiveButtonsResponse',
  'interactiveButtonReply',
  'templateButtonReplyMessage',
  'templateButtonsReplyMessage',
  'buttonsResponseMessage',
  'listResponseMessage',
] as const

const choiceIn = (body: Readonly<Record<string, unknown>>) =>
  readPart(choicePart, body, ...keys, 'interactiveButtonsReply')

/** The id of the menu that an answer belongs to. */
export const menuIdOf = (body: Readonly<Record<string, unknown>>): string => choiceIn(body)?.stanzaId ?? ''

/** A customer's choice from a menu: a message like any other, whose text is the option's. */
export const choice: ContentKind<'choice'> = {
  types: keys,
  schema: z.object({ kind: z.literal('choice'), text: storedText, optionId: storedText }),
  parse: ({ body }) => readChoice(body) ?? { kind: 'unsupported' },
  precedence: 16,
  listText: ({ text }) => text,
  searchParts: ({ text }) => [text],
  signature: () => '',
  editable: null,
  exportLines: ({ text }) => [`[chosen] ${text}`],
}

/** The chosen option; null where the body names none. */
export function readChoice(body: Readonly<Record<string, unknown>>): Extract<StoredContent, { kind: 'choice' }> | null {
  const part = choiceIn(body)
  if (part === undefined) return null
  const optionId = part.selectedId ?? part.selectedButtonId ?? part.singleSelectReply ?? ''
  const place = part.selectedIndex === undefined ? '' : String(part.selectedIndex + 1)
  const text = part.selectedDisplayText || part.selectedButtonText || part.title || optionId || place
  return { kind: 'choice', text, optionId }
}
