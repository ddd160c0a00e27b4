import { z } from 'zod'
import type { ContentKind } from './content-kind.ts'

/** Whatever has no other row: its raw record stays, and a later version can read it again. */
export const unsupported: ContentKind<'unsupported'> = {
  types: [],
  schema: z.object({ kind: z.literal('unsupported') }),
  parse: () => ({ kind: 'unsupported' }),
  precedence: 0,
  listText: () => '',
  searchParts: () => [],
  signature: () => '',
  editable: null,
  exportLines: ({ typeMessage }) => [`[${typeMessage}]`],
}
