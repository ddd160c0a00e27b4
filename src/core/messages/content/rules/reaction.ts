import { z } from 'zod'
import type { ContentKind } from './content-kind.ts'

/** Shown at its target; a message of its own only where the target is not in the archive. */
export const reaction: ContentKind<'reaction'> = {
  types: ['reactionMessage'],
  schema: z.object({ kind: z.literal('reaction'), emoji: z.string() }),
  parse: ({ extended }) =>
    extended === undefined ? { kind: 'unsupported' } : { kind: 'reaction', emoji: extended.text ?? '' },
  precedence: 2,
  listText: ({ emoji }) => emoji,
  searchParts: () => [],
  signature: () => '',
  editable: null,
  exportLines: ({ emoji }) => [emoji],
}
