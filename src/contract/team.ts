import { z } from 'zod'
import { command, query } from './define.ts'
import { instanceKey } from './ids.ts'
import type { InstanceKey } from './ids.ts'

/** Why a team's database can't be used; core/team/team-error.ts says what each means. */
export type TeamTroubleKind =
  | 'unreachable'
  | 'refused'
  | 'noTls'
  | 'certificate'
  | 'noDatabase'
  | 'notATeam'
  | 'otherProgram'
  | 'olderSchema'
  | 'newerSchema'
  | 'readOnly'
  | 'full'
  | 'notAllowed'
  | 'tooManyConnections'
  | 'badValue'
  | 'failed'

/** A person at a desk of the team. Times are epoch ms by our clock. */
export interface TeamMemberRow {
  /** UUID. */
  readonly desk: string
  readonly name: string
  readonly isThis: boolean
  readonly isHere: boolean
  readonly seenAt: number
}

/** An instance of the team, and who receives for it. */
export interface TeamInstanceRow {
  readonly instance: InstanceKey
  /** The desk that receives; null: nobody does just now. */
  readonly reader: string | null
  readonly isThis: boolean
  readonly since: number | null
  /** The desk that asked to receive. */
  readonly wantedBy: string | null
  /** Entries of its journal, and how many of them are not on this desk yet. */
  readonly entries: number
  readonly behind: number
}

export type TeamStatus =
  | { readonly kind: 'none' }
  /** The vault gives no address of the team: it is locked, or kept it for one run. What is shared is not received meanwhile. */
  | { readonly kind: 'locked' }
  | {
      readonly kind: 'joined'
      /** This person's name in the team. */
      readonly name: string
      /** `host:port/database`. */
      readonly database: string
      /** null until the database has answered once. */
      readonly role: 'viewer' | 'member' | 'administrator' | null
      /** `away`: it does not answer, and is tried again by itself. `refused`: a person has to do something. */
      readonly state: 'connecting' | 'live' | 'away' | 'refused'
      readonly since: number
      readonly trouble: TeamTroubleKind | null
      readonly members: readonly TeamMemberRow[]
      readonly instances: readonly TeamInstanceRow[]
    }

const secretText = z.string().min(1).max(1000)

export const teamQueries = {
  'team.status': query<TeamStatus>()(z.object({})),
} as const

export const teamCommands = {
  /**
   * Joins a team. In one that nobody has set up an administrator sets the passphrase by this. Errors: teamTrouble
   * (details.trouble), teamNotSetUp, passphraseWrong, teamJoined, and those of the vault.
   */
  'team.join': command<void>()(
    z.object({
      host: z.string().trim().min(1).max(253),
      port: z.int().min(1).max(65_535),
      database: z.string().min(1).max(63),
      user: z.string().min(1).max(63),
      password: secretText,
      /** PEM of the authority that signed the server's certificate, where the system does not know it. */
      authority: z.string().max(100_000).optional(),
      name: z.string().trim().min(1).max(80),
      passphrase: secretText,
    }),
  ),
  /** Tokens of the team go from this computer; `erase`: what is kept of its instances too. */
  'team.leave': command<void>()(z.object({ erase: z.boolean() })),
  /** Gives an instance of this desk to the team, with its token. For administrators. Errors: tokenMissing, teamTrouble. */
  'team.share': command<void>()(z.object({ instance: instanceKey })),
  /** Takes an instance out of the team; this desk receives it alone from then on. For administrators. */
  'team.unshare': command<void>()(z.object({ instance: instanceKey })),
  /** Asks whoever receives for an instance to hand over to this desk. */
  'team.receiveHere': command<void>()(z.object({ instance: instanceKey })),
} as const
