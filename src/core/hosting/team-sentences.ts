import { isContractError } from '../../contract/errors.ts'
import type { TeamTroubleState } from '../../contract/team.ts'

/**
 * Messages of a host without a window if a team can't be joined: what happened, and what to do. By code of the
 * contract.
 */
const byCode: Readonly<Record<string, string>> = {
  teamNew: 'nobody has made a team in this database yet. Set "create": true in the file to make it.',
  teamNotSetUp: 'nobody has made a team in this database yet, and only an administrator can.',
  teamJoined: 'this desk is in another team. Leave that one first, or use another --data-dir.',
  passphraseWrong: "the passphrase does not open the team's tokens.",
  passphraseWeak: 'the passphrase is too easy to guess. Take four or more words that do not belong together.',
  tokenMissing: 'an instance to share has no token at this desk. Give it one by --add-instances.',
  vaultLocked: 'the token file is locked. Set SWITCHBOARD_PASSPHRASE to what opens it.',
  vaultConsentNeeded: 'tokens can not be stored safely here. Set SWITCHBOARD_PASSPHRASE.',
  notFound: 'an instance to share is not at this desk any more.',
}

/** By trouble of the database. */
const byTrouble: Readonly<Record<TeamTroubleState['kind'], string>> = {
  unreachable: 'the database does not answer. Check host and port, and the way there.',
  refused: 'the database refuses user or password.',
  noTls: 'the server offers no TLS, and it is not this computer.',
  certificate: 'the certificate of the server does not fit. Set "authority" to the certificate of its authority.',
  noDatabase: 'the server has no database of this name.',
  notATeam: 'the database holds no team. Its schema has to be run first (docs/team.md).',
  otherTeam: 'the database belongs to another team than the one that this desk joined.',
  otherProgram: 'the database belongs to another program.',
  olderSchema:
    'the schema of the database is too old for this program. An administrator has to upgrade it (docs/team.md).',
  newerSchema: 'the schema of the database is newer than this program. Update Switchboard.',
  grantsMissing: 'the rights in the database are older than its schema. An administrator has to run grants.sql.',
  readOnly: 'the database is read-only. It may be a standby: name the primary as host.',
  full: 'the disk of the database is full. Free some space there.',
  notAllowed: 'the login may not do that. An administrator has to grant it a role of the team.',
  removed: 'an administrator took this desk out of the team. Leave the team, and join again.',
  otherRun: 'this desk also runs elsewhere, from a copy of its data. Stop the other one, or wait 10 s after a crash.',
  notFollowed: 'the journal in the database can not be read. See the log of this desk.',
  failed: 'the database answered with an error. See the log of this desk and of the database.',
  tooManyConnections: 'the database takes no more connections. Close some, or raise max_connections.',
  passphraseChanged: "the team's passphrase was changed meanwhile. Write the new one into the file.",
  badValue: 'the database refuses a value of the file: the name is too long, for example.',
}

const isTrouble = (value: unknown): value is TeamTroubleState['kind'] =>
  typeof value === 'string' && Object.hasOwn(byTrouble, value)

/** A sentence for a failed join, without secret or address. */
export function joinFailure(error: unknown): string {
  const { code, details } = isContractError(error) ? error.data : { code: 'internal', details: undefined }
  const trouble = details?.['trouble']
  const known = code === 'teamTrouble' && isTrouble(trouble) ? byTrouble[trouble] : byCode[code]
  return `The team was not joined: ${known ?? `an error that has no description (${code}).`}`
}

/** For a desk whose vault has forgotten, or does not open, the team's address. */
export const lockedTeam =
  "Nothing of the team is received: the team's address was kept for one run only. Set SWITCHBOARD_PASSPHRASE, which seals it in the data " +
  'directory, and join again, or start with --join-team FILE each time.'
