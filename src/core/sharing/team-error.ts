/** Why the team's database can't be used. Contains no address, name or secret. */
export type TeamTrouble =
  /** `code` is the network's word, ECONNREFUSED for example, or `timeout`. */
  | { readonly kind: 'unreachable'; readonly code: string }
  /** The name or the password is wrong, or this login may not connect. */
  | { readonly kind: 'refused' }
  /** The server has no TLS, and is not this computer. */
  | { readonly kind: 'noTls' }
  /** `code` is TLS's word, CERT_HAS_EXPIRED for example. */
  | { readonly kind: 'certificate'; readonly code: string }
  | { readonly kind: 'noDatabase' }
  /** The database has no schema of ours. */
  | { readonly kind: 'notATeam' }
  /** The database holds a team, and not the one that this desk joined. */
  | { readonly kind: 'otherTeam' }
  /** The schema of our name belongs to another program. */
  | { readonly kind: 'otherProgram' }
  /** The schema has to be upgraded by an administrator before this program may take part. */
  | { readonly kind: 'olderSchema'; readonly schema: number; readonly needed: number }
  /** This program is too old for the schema. */
  | { readonly kind: 'newerSchema'; readonly schema: number; readonly known: number }
  /** The schema was upgraded without its rights: grants.sql has to be run again. */
  | { readonly kind: 'grantsMissing' }
  | { readonly kind: 'readOnly' }
  | { readonly kind: 'full' }
  /** This login has none of the team's roles, or one that may not do this. */
  | { readonly kind: 'notAllowed' }
  /** Another run of this desk, from a copy of its data directory, is here. */
  | { readonly kind: 'otherRun' }
  /** An administrator took this desk out of the team. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'tooManyConnections' }
  /** This desk can't follow the journal, though the database answers. */
  | { readonly kind: 'notFollowed' }
  /** The team's passphrase was changed after the token was encrypted. Nothing was stored. */
  | { readonly kind: 'passphraseChanged' }
  /** The database can't store the value: too long, for example. */
  | { readonly kind: 'badValue' }
  /** `code` is PostgreSQL's SQLSTATE, or the name of what was thrown. */
  | { readonly kind: 'failed'; readonly code: string }

/** A failed call of the team's database. If the connection was cut, it is unknown whether the call was executed. */
export class TeamError extends Error {
  override readonly name = 'TeamError'
  readonly trouble: TeamTrouble

  constructor(trouble: TeamTrouble) {
    super(`The team's database: ${trouble.kind}${'code' in trouble ? ` (${trouble.code})` : ''}.`)
    this.trouble = trouble
  }
}

/** The database refuses these values, and would refuse them in every later try. */
export const isBadValue = (error: unknown): error is TeamError & { readonly trouble: { readonly kind: 'badValue' } } =>
  error instanceof TeamError && error.trouble.kind === 'badValue'

/** Whether it may go by itself, or a person has to do something. */
export const stateOf = ({ kind }: TeamTrouble): 'away' | 'refused' =>
  kind === 'unreachable' || kind === 'tooManyConnections' || kind === 'failed' ? 'away' : 'refused'
