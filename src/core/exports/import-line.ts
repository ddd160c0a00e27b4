import { z } from 'zod'
import { positionSources } from '../messages/archive/rules/position.ts'
import { recordSources } from '../messages/archive/rules/record.ts'

const id = z.string().min(1).max(256)
const text = z.string().max(1_000_000)
const at = z.number().int().min(0).max(8_640_000_000_000_000)

const messageLine = z.object({
  kind: z.literal('message'),
  chatId: id,
  idMessage: id,
  raw: text,
  source: z.enum(recordSources),
  seenAt: at,
  /** Where it stands in its chat, where its record alone does not say so. */
  position: z.object({ at, source: z.enum(positionSources) }).optional(),
  /** How many older messages of its moment the archive had in its chat. */
  place: z.number().int().min(0).max(9999).optional(),
  /** Every text that it was told to have, where its record alone does not say so. */
  texts: z
    .array(z.object({ text, at, source: z.enum([...recordSources, 'app']) }))
    .max(10_000)
    .optional(),
})
/** A line of an archive file below its instance (archive-export.ts). */
export const importLine = z.discriminatedUnion('kind', [
  messageLine,
  z.object({ kind: z.literal('person'), id, name: text, contactName: text, phone: text, at }),
  z.object({ kind: z.literal('chat'), chatId: id, subject: text, chatType: z.string().max(64), at }),
  z.object({
    kind: z.literal('edit'),
    chatId: id,
    targetId: id,
    text,
    at,
    tie: z.string().max(600),
    source: z.enum([...recordSources, 'app']).default('notification'),
    failed: text.optional(),
  }),
  z.object({ kind: z.literal('label'), chatId: id, name: text, hue: z.int().min(1).max(6) }),
  z.object({ kind: z.literal('note'), chatId: id, id: z.uuid(), text, at, editedAt: at.nullable() }),
  z.object({ kind: z.literal('changeEvent'), chatId: id, idMessage: id }),
  z.object({ kind: z.literal('deletion'), chatId: id, targetId: id, at, by: z.string().nullable().exactOptional() }),
  z.object({
    kind: z.literal('votes'),
    chatId: id,
    targetId: id,
    /** Absent in archives of before: whoever is named. */
    voter: text.nullable().default(null),
    votes: z.array(z.object({ optionName: text, optionVoters: z.array(id).max(10_000) })).max(1000),
    at,
    tie: z.string().max(600),
  }),
  z.object({
    kind: z.literal('status'),
    chatId: id,
    idMessage: id,
    raw: text,
    text: text.nullable(),
    serviceAt: at.nullable(),
  }),
])
export type ImportLine = z.output<typeof importLine>
