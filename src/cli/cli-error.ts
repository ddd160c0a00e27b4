/** Exit codes of commands, for scripts. Each number means one thing, and never changes its meaning. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  noDesk: 3,
  refused: 4,
  notFound: 5,
  sendIdReused: 6,
  tooFast: 7,
  notReached: 8,
  messageFailed: 9,
  outcomeUnknown: 10,
  interrupted: 130,
} as const

type ExitCode = keyof typeof exitCodes

/** A command that did not do what it was asked to. `code` is that of the desk's problem, or a word of ours. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: ExitCode
  readonly code: string
  /** Of an answer of the desk: its problem details, as they came. */
  readonly problem: Readonly<Record<string, unknown>> | undefined

  constructor(
    exit: ExitCode,
    code: string,
    message: string,
    { problem }: { readonly problem?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message)
    this.exit = exit
    this.code = code
    this.problem = problem
  }
}

export const usageError = (message: string): CliError => new CliError('usage', 'badUsage', message)

/** How the desk's refusal ends a command. */
export function exitOfProblem(status: number, code: string): ExitCode {
  if (code === 'sendIdReused') return 'sendIdReused'
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'notFound'
  return status === 429 ? 'tooFast' : 'failed'
}
