import type { z } from 'zod'

/**
 * Reads a column of JSON that this program wrote. A changed letter on the disk costs that value alone: what is no JSON,
 * or no value of the schema, is `fallback`.
 */
export function readStored<Value, Fallback>(
  json: string | null | undefined,
  schema: z.ZodType<Value>,
  fallback: Fallback,
): Value | Fallback {
  if (json === null || json === undefined) return fallback
  try {
    const { success, data } = schema.safeParse(JSON.parse(json))
    return success ? data : fallback
  } catch {
    return fallback
  }
}
