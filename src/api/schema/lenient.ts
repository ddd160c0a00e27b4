import { z } from 'zod'

/**
 * Parses a value by a schema; undefined if the shape does not match. Never throws, unlike zod: its length checks read
 * `length` of any value, and an object's may be no number. Use it for everything that others wrote.
 */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  try {
    return schema.safeParse(value).data
  } catch {
    return undefined
  }
}

/** Text that is not empty. A pattern, because zod applies it to text only, but a length check to any value. */
export const someText = z.string().regex(/^[^]/)

/**
 * An id is text always. A number that came through `parseJson` is a safe integer, so nothing is lost (service 10.1).
 */
export const id = z.union([someText, z.number().transform(String)])

/** Text; numbers become text because the service is not strict about it. */
export const text = z.union([z.string(), z.number().transform(String)])

/** A number, or a number written as text (service 10.7). Our numbers are always small enough for a double. */
export const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER)

/** A count: fractions are dropped. */
export const count = number.transform(Math.trunc)

export const flag = z.union([
  z.boolean(),
  z.literal('true').transform(() => true),
  z.literal('false').transform(() => false),
])

/** Lenient forms by their schema: most fields share a few schemas, and each thread of core makes all at its start. */
const lenientForms = new WeakMap<z.ZodType, unknown>()

/** An optional field: if missing, null or of a wrong type, it becomes absent, and the record stays valid. */
export function lenient<Schema extends z.ZodType>(schema: Schema): z.ZodCatch<z.ZodOptional<Schema>> {
  const known = lenientForms.get(schema) as z.ZodCatch<z.ZodOptional<Schema>> | undefined
  if (known !== undefined) return known
  const made = schema.optional().catch(undefined)
  lenientForms.set(schema, made)
  return made
}

/** An optional list inside a record: items that can't be read are left out; the raw record still has them. */
export function lenientList<Schema extends z.ZodType>(item: Schema) {
  return lenient(
    z.array(z.unknown()).transform((items): z.output<Schema>[] =>
      items.flatMap((candidate) => {
        const parsed = readAs(item, candidate)
        return parsed === undefined ? [] : [parsed]
      }),
    ),
  )
}

/** WhatsApp calls the chat's id `id` where the other families say `chatId` (service 10.2). */
export function idAsChatId<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (raw) =>
      typeof raw === 'object' && raw !== null && !('chatId' in raw) && 'id' in raw ? { ...raw, chatId: raw.id } : raw,
    schema,
  )
}
