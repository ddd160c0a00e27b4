import type { ProgramRight } from '../../../../contract/programs.ts'
import type { ProblemCode } from '../../../../public-api/problems.ts'

/** What a program is refused with; the window never sees it. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ProblemCode, extra: { readonly detail?: string; readonly retryAfterMs?: number } = {}) {
    super(code)
    this.code = code
    this.detail = extra.detail
    this.retryAfterMs = extra.retryAfterMs
  }
}

/** Throws ProgramError `rightMissing`. */
export function requireRight(program: { readonly rights: readonly ProgramRight[] }, right: ProgramRight): void {
  if (!program.rights.includes(right))
    throw new ProgramError('rightMissing', { detail: `It needs the right ${right}.` })
}
