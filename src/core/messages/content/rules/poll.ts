import { z } from 'zod'
import type { ContentKind } from './content-kind.ts'
import { pollSignature } from './signature.ts'

export const poll: ContentKind<'poll'> = {
  types: ['pollMessage'],
  schema: z.object({
    kind: z.literal('poll'),
    question: z.string(),
    multiple: z.boolean().nullable().catch(null),
    options: z.array(z.string()),
  }),
  parse: ({ poll: asked }) => ({
    kind: 'poll',
    question: asked?.name ?? '',
    multiple: asked?.multipleAnswers ?? null,
    options: (asked?.options ?? []).map((option) => option.optionName),
  }),
  precedence: 6,
  listText: ({ question }) => question,
  searchParts: ({ question, options }) => [question, ...options],
  signature: ({ question, options }) => pollSignature(question, options),
  editable: null,
  exportLines: ({ question, options }) => [
    `[poll] ${question}`,
    ...options.map(({ name, votes }) => `${name}: ${votes}`),
  ],
}
