import { TeamError, type TeamTrouble } from '../core/sharing/team-error.ts'

/**
 * A TeamError for an error of the driver, without its message, which may contain the login, the address or data.
 * SQLSTATEs by PostgreSQL's appendix A.
 */
export function teamErrorOf(error: unknown): TeamError {
  return error instanceof TeamError ? error : new TeamError(troubleOf(error))
}

const byState: Readonly<Record<string, TeamTrouble>> = {
  '28P01': { kind: 'refused' },
  '28000': { kind: 'refused' },
  '3D000': { kind: 'noDatabase' },
  '3F000': { kind: 'notATeam' },
  '42P01': { kind: 'notATeam' },
  '42703': { kind: 'otherProgram' },
  '42883': { kind: 'otherProgram' },
  '42501': { kind: 'notAllowed' },
  '25006': { kind: 'readOnly' },
  '53100': { kind: 'full' },
  '53300': { kind: 'tooManyConnections' },
}

/** Messages of driver errors without a code. */
const cutText = /terminated|timeout|timed out|not queryable|after calling end|socket disconnected/i

function troubleOf(error: unknown): TeamTrouble {
  if (!(error instanceof Error)) return { kind: 'failed', code: 'unknown' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = byState[code]
  if (known !== undefined) return known
  // A violated constraint, or a value out of the type's range.
  if (/^(22|23)[0-9A-Z]{3}$/.test(code)) return { kind: 'badValue' }
  // A broken connection, a server starting or stopping, or a cancelled statement.
  if (/^(08|57)[0-9A-Z]{3}$/.test(code)) return { kind: 'unreachable', code }
  if (/^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return { kind: 'failed', code }
  if (/CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME/.test(code)) return { kind: 'certificate', code }
  if (/^E[A-Z]+$|^EAI_|^ERR_(SSL|TLS)/.test(code)) return { kind: 'unreachable', code }
  if (/does not support SSL/.test(error.message)) return { kind: 'noTls' }
  if (cutText.test(error.message)) {
    return { kind: 'unreachable', code: /time/i.test(error.message) ? 'timeout' : 'cut' }
  }
  return { kind: 'failed', code: error.name }
}
