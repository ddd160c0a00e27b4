import type { InstanceKey } from '../../../../contract/ids.ts'
import type { ProgramRight, ProgramScope } from '../../../../contract/programs.ts'
import type { ProblemCode } from '../../../../public-api/problems.ts'

/** The refusal of a program's call; the window never sees it. */
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

/**
 * The instance with the service's id, if it is in the scope. Throws ProgramError `instanceAmbiguous` where two are:
 * services at different API addresses give the same ids, and a message must not leave from another account.
 */
export function instanceNamed<
  Instance extends { readonly key: InstanceKey; readonly row: () => { readonly idInstance: string } },
>(
  instances: { list(): readonly Instance[] },
  { instances: scope }: Pick<ProgramScope, 'instances'>,
  idInstance: string,
): Instance | undefined {
  const [found, other] = instances
    .list()
    .filter((one) => one.row().idInstance === idInstance && (scope === null || scope.includes(one.key)))
  if (other !== undefined) throw new ProgramError('instanceAmbiguous')
  return found
}
