import { createHash } from 'node:crypto'
import { TeamError } from '../core/sharing/team-error.ts'

/** As the journal names a body. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A body that was no JSON, which the journal keeps as a JSON string. */
export function textOf(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : raw
  } catch {
    // Not written by one of our desks: returned unchanged.
    return raw
  }
}

/** The row of a call that always gives one. */
export function one<Value>(rows: readonly Value[]): Value {
  const [row] = rows
  if (row === undefined) throw new TeamError({ kind: 'failed', code: 'noRow' })
  return row
}

/** Query results need an index signature, which core's interfaces lack. */
export type Row<Shape> = { [Field in keyof Shape]: Shape[Field] }
