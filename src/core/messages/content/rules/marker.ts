import { z } from 'zod'
import type { ServiceMarker } from '../../../../contract/messages.ts'
import type { ContentKind } from './content-kind.ts'

const known: readonly ServiceMarker[] = ['SWE001', 'SWE002', 'SWE003']

/** The service's sign for what it could not take, in the place of a text, a caption, a link or a name. */
export function markerOf(text: string | undefined): ServiceMarker | undefined {
  const [, name] = /^\s*\{\{(SWE\d{3})\}\}\s*$/u.exec(text ?? '') ?? []
  return name === undefined ? undefined : (known.find((one) => one === name) ?? 'other')
}

export const withoutMarker = (text: string | undefined): string => (markerOf(text) === undefined ? (text ?? '') : '')

/** No type of the service: texts and files turn out to be one. */
export const marker: ContentKind<'marker'> = {
  types: [],
  schema: z.object({
    kind: z.literal('marker'),
    marker: z.enum(['SWE001', 'SWE002', 'SWE003', 'other']),
    caption: z.string().exactOptional(),
  }),
  parse: () => ({ kind: 'unsupported' }),
  precedence: 1,
  listText: (content) => content.caption ?? '',
  searchParts: (content) => [content.caption ?? ''],
  signature: () => '',
  editable: null,
  exportLines: (content) => [`[${content.marker}]`],
}
