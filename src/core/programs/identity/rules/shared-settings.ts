import { z } from 'zod'
import { rights } from '../../../../contract/programs.ts'
import { readStored } from '../../../base/rules/stored-json.ts'

/** Which events, in terms that all desks share. */
const scopeFields = {
  /** Null: every instance that the team shares. */
  instances: z
    .array(z.object({ apiUrl: z.string(), idInstance: z.string() }))
    .max(1000)
    .nullable(),
  kinds: z.array(z.string().max(64)).max(40).nullable(),
  /** As `label.name_key`; null: every chat. */
  labels: z.array(z.string().max(200)).max(100).nullable(),
  groups: z.boolean(),
}

/** A webhook of the team as its database has it. */
const settingsSchema = z.object({
  purpose: z.enum(['webhook', 'automation']),
  webhook: z.object({
    url: z.string().max(2000),
    allowPrivate: z.boolean(),
    inFlight: z.int().min(1).max(8),
    timeoutMs: z.int().min(5000).max(180_000),
  }),
  ...scopeFields,
})
export type SharedWebhookSettings = z.infer<typeof settingsSchema>

/** Null: written by a program that knows another form. */
export const readSharedSettings = (text: string): SharedWebhookSettings | null =>
  readStored(text, settingsSchema.nullable(), null)

/** A program that all desks of the team admit under one key, as its database has it. */
const programSchema = z.object({
  purpose: z.enum(['bot', 'automation', 'script', 'assistant']),
  protocol: z.enum(['queue', 'stream', 'jsonl']),
  rights,
  sendLimits: z.object({
    minute: z.int().min(0).max(1000),
    hour: z.int().min(0).max(10_000),
    day: z.int().min(0).max(100_000),
  }),
  writesFirst: z.boolean(),
  readWhenWritten: z.boolean(),
  keyExpiresAt: z.number().nullable(),
  ...scopeFields,
})
export type SharedProgramSettings = z.infer<typeof programSchema>

/** Null: as above. */
export const readSharedProgram = (text: string): SharedProgramSettings | null =>
  readStored(text, programSchema.nullable(), null)
