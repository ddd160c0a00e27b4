import { z } from 'zod'
import { menuPart, readPart } from '../../../../api/schema/business-parts.ts'
import { storedText, type ContentKind } from './content-kind.ts'
import { templateSignature } from './signature.ts'
import type { StoredContent } from './stored-content.ts'
import { menuFields, menuLines, menuOf, menuParts, menuText } from './menu.ts'

/** The id stands for a name that the service did not give. */
export const nameOf = ({ id, name }: Pick<Extract<StoredContent, { kind: 'template' }>, 'id' | 'name'>): string =>
  name || id

/** So many parameters are kept: all that can be sent, because a lost answer is found by them. */
const mostParams = 100

/** A template of a business account; of one that was sent from here often its name and parameters alone are known. */
export const template: ContentKind<'template'> = {
  types: ['templateMessage'],
  schema: z.object({
    kind: z.literal('template'),
    id: storedText,
    name: storedText,
    params: z.array(z.string()).catch([]),
    mediaUrl: storedText,
    ...menuFields,
  }),
  parse({ body }) {
    const part = readPart(menuPart, body, 'templateMessage')
    if (part === undefined) return { kind: 'unsupported' }
    return {
      kind: 'template',
      id: part.templateId ?? '',
      name: part.elementName ?? '',
      params: (part.params ?? []).slice(0, mostParams),
      mediaUrl: part.mediaUrl ?? '',
      ...menuOf(part),
    }
  },
  precedence: 15,
  listText: (content) => menuText(content) || [nameOf(content), ...content.params].filter(Boolean).join(', '),
  searchParts: (content) => [...menuParts(content), nameOf(content), ...content.params, content.mediaUrl],
  signature: ({ id, params }) => templateSignature(id, params),
  editable: null,
  exportLines: (content) => [
    `[template ${content.name}]`,
    ...menuLines(content),
    content.params.join(', '),
    content.mediaUrl,
  ],
}
