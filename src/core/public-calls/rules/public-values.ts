import { ContractError } from '../../../contract/errors.ts'

type Part = string | number

/**
 * Where a list goes on, as text that says nothing to its reader. Throws ContractError `badInput` for what this list did
 * not give.
 */
export const writeCursor = (list: string, parts: readonly Part[]): string =>
  Buffer.from(JSON.stringify([list, ...parts])).toString('base64url')

/** `kinds`: a letter for each part, `n` for a number and `t` for text. */
export function readCursor(list: string, kinds: string, cursor: string | undefined): readonly Part[] | null {
  if (cursor === undefined) return null
  const parts = partsOf(cursor)
  const fits =
    parts?.length === kinds.length + 1 &&
    parts[0] === list &&
    [...kinds].every((kind, index) => typeof parts[index + 1] === (kind === 'n' ? 'number' : 'string'))
  if (parts === null || !fits) throw new ContractError('badInput', { details: { cursor: true } })
  return parts.slice(1) as Part[]
}

function partsOf(cursor: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** RFC 3339, in UTC; the nearest time that it can say. @param at epoch ms */
export const isoTime = (at: number): string => new Date(Math.min(Math.max(at, 0), 253_402_300_799_999)).toISOString()
