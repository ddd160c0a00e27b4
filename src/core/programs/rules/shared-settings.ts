import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'

/** A webhook of the team as its database has it, in terms that all desks share. */
const settingsSchema = z.object({
  purpose: z.enum(['webhook', 'automation']),
  webhook: z.object({
    url: z.string().max(2000),
    allowPrivate: z.boolean(),
    inFlight: z.int().min(1).max(8),
    timeoutMs: z.int().min(5000).max(180_000),
  }),
  /** Null: every instance that the team shares. */
  instances: z
    .array(z.object({ apiUrl: z.string(), idInstance: z.string() }))
    .max(1000)
    .nullable(),
  kinds: z.array(z.string().max(64)).max(40).nullable(),
  /** As `label.name_key`; null: every chat. */
  labels: z.array(z.string().max(200)).max(100).nullable(),
  groups: z.boolean(),
})
export type SharedWebhookSettings = z.infer<typeof settingsSchema>

/** Null: written by a program that knows another form. */
export const readSharedSettings = (text: string): SharedWebhookSettings | null =>
  readStored(text, settingsSchema.nullable(), null)
