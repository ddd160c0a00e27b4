import { z } from 'zod'
import { command, query } from './define.ts'
import { chatKey, instanceKey, messageKey, type ChatKey, type InstanceKey } from './ids.ts'

/** Why a team's database can't be used; core/sharing/team-error.ts explains each. */
type TeamTroubleKind =
  | 'unreachable'
  | 'refused'
  | 'noTls'
  | 'certificate'
  | 'noDatabase'
  | 'notATeam'
  | 'otherTeam'
  | 'otherProgram'
  | 'olderSchema'
  | 'newerSchema'
  | 'grantsMissing'
  | 'readOnly'
  | 'full'
  | 'notAllowed'
  | 'removed'
  | 'otherRun'
  | 'tooManyConnections'
  | 'notFollowed'
  | 'passphraseChanged'
  | 'badValue'
  | 'failed'

export interface TeamTroubleState {
  readonly kind: TeamTroubleKind
  /** Error code of network, TLS or PostgreSQL. */
  readonly code?: string
  /** The database's schema, and the one that this program needs or knows. */
  readonly schema?: number
  readonly wanted?: number
}

type TeamRoleName = 'viewer' | 'member' | 'administrator'

/** A member, as rows and bubbles show them. */
export interface Colleague {
  /** UUID of their desk. */
  readonly desk: string
  /** '' if unknown. */
  readonly name: string
  readonly isThis: boolean
}

/** A person at a desk of the team. Times are epoch ms by our clock. */
export interface TeamMemberRow extends Colleague {
  readonly isHere: boolean
  readonly seenAt: number
  /** null: the login has no role any more, or was dropped. */
  readonly role: TeamRoleName | null
}

/** A shared instance and its reader. Times are epoch ms by our clock. */
export interface TeamInstanceRow {
  readonly instance: InstanceKey
  /** False: the database has not answered since the start, so who receives and what its journal holds is unknown. */
  readonly isKnown: boolean
  /** The reader; null: none at present. */
  readonly reader: string | null
  readonly isThis: boolean
  readonly since: number | null
  /** Time of the newest entry on this desk; null: none. */
  readonly lastAt: number | null
  /** When another desk may receive, because the reader does not renew its lease; null: it renews it. */
  readonly freeAt: number | null
  /** The desk that requested to receive. */
  readonly wantedBy: string | null
  /** Number of entries of its journal, and of those not on this desk yet. */
  readonly entries: number
  readonly backlog: number
}

/** A fact about the team's database that a person has to know. */
export type TeamNotice =
  /** Shared instances that the database lacks, because an older backup or standby replaced it. Nobody receives them. */
  | { readonly kind: 'missing'; readonly instances: readonly InstanceKey[] }
  /** The database lost its newest entries at `at`, epoch ms. Lost notifications are entered again. */
  | { readonly kind: 'wentBack'; readonly at: number; readonly entries: number }
  /** Entries set aside: this program could not apply them, or the database lost and then refused them. */
  | { readonly kind: 'unapplied'; readonly entries: number }
  /**
   * An administrator changed the passphrase: this desk can open new and renewed tokens only after it is entered
   * (`team.enterPassphrase`).
   */
  | { readonly kind: 'passphraseChanged' }
  /**
   * Names of instances whose tokens are encrypted with another passphrase than the team's, so that no desk can use
   * them.
   */
  | { readonly kind: 'sealedOtherwise'; readonly names: readonly string[] }

export type TeamStatus =
  | { readonly kind: 'none' }
  /**
   * The vault gives no address of the team: it is locked, or stored it for one run. Shared instances are not received
   * meanwhile.
   */
  | { readonly kind: 'locked' }
  | {
      readonly kind: 'joined'
      /** This desk. UUID. */
      readonly desk: string
      /** This person's name in the team. */
      readonly name: string
      /** `host:port/database`. */
      readonly database: string
      /** False: on this computer, without TLS. null until the database has answered once. */
      readonly isSecure: boolean | null
      /** null until the database has answered once. */
      readonly role: TeamRoleName | null
      /** `away`: the database does not answer; retried. `refused`: a person has to act. */
      readonly state: 'connecting' | 'live' | 'away' | 'refused'
      readonly since: number
      readonly trouble: TeamTroubleState | null
      /** False: a pooler blocks wake-ups, so new entries are seen within 5 s. */
      readonly isListening: boolean
      /** Last jump of the database's clock, ms; positive: forwards. null: none since the start. */
      readonly clockJump: { readonly at: number; readonly ms: number } | null
      readonly members: readonly TeamMemberRow[]
      readonly notices: readonly TeamNotice[]
      readonly instances: readonly TeamInstanceRow[]
    }

/** Steps of joining a team, in order. */
export type JoinStepName = 'reach' | 'schema' | 'passphrase' | 'enter'

/** A finished step of joining. */
export interface JoinStep {
  readonly step: JoinStepName
  readonly ok: boolean
  /** null: measured with the step before. */
  readonly tookMs: number | null
  /** Of `reach`: false for a database on this computer, without TLS. */
  readonly isSecure?: boolean
  /** Of `schema`: the login's role. */
  readonly role?: TeamRoleName
  /** Of `enter`: number of shared instances. */
  readonly instances?: number
}

/** Presence of a colleague. */
export interface TeamPresence extends Colleague {
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly title: string
  readonly what: 'reading' | 'writing'
  /** Start of the present activity as far as known, epoch ms by our clock. */
  readonly since: number
}

/** A colleague's message that no source has shown yet. */
export interface TeamSendRow {
  /** UUID. */
  readonly id: string
  readonly by: Colleague
  /** '' if it is not a text. */
  readonly text: string
  /** `uncertain`: their desk ended during the request, or its answer was lost. */
  readonly state: 'queued' | 'sending' | 'uncertain'
  /** Epoch ms by our clock. */
  readonly at: number
}

/** The team's data of one chat. */
export interface TeamChat {
  /** Read marks: the service's time of the newest message that each colleague saw, epoch ms. */
  readonly seenBy: readonly (Colleague & { readonly until: number })[]
  /** Oldest first. */
  readonly underWay: readonly TeamSendRow[]
}

const secretText = z.string().min(1).max(1000)
const memberName = z.string().trim().min(1).max(80)
const uuid = z.uuid()

export const teamQueries = {
  'team.status': query<TeamStatus>()(z.object({})),
  /** Empty while the database is unreachable: presence is unknown then. */
  'team.presence': query<readonly TeamPresence[]>()(z.object({})),
  'team.chat': query<TeamChat>()(z.object({ chat: chatKey })),
  /** Steps of the latest `team.join` so far; empty for any other run. */
  'team.joinSteps': query<readonly JoinStep[]>()(z.object({ run: z.string().max(64) })),
} as const

export const teamCommands = {
  /**
   * Joins a team. With `create` an administrator makes the team and sets its passphrase. Errors: teamTrouble
   * (details.trouble, and code, schema, wanted), teamNew (without `create`), teamNotSetUp (for others),
   * passphraseWrong, passphraseWeak, teamJoined, and those of the vault.
   */
  'team.join': command<void>()(
    z.object({
      host: z.string().trim().min(1).max(253),
      port: z.int().min(1).max(65_535),
      database: z.string().min(1).max(63),
      user: z.string().min(1).max(63),
      password: secretText,
      /** PEM of the authority of the server's certificate, if the system does not trust it. */
      authority: z.string().max(100_000).optional(),
      name: memberName,
      passphrase: secretText,
      /** Makes the team, if the database has none. For administrators. */
      create: z.boolean().optional(),
      /** Names this attempt for `team.joinSteps`. */
      run: z.string().max(64).optional(),
    }),
  ),
  /** Leaves the team and deletes its tokens here; `erase`: also the history of its instances. */
  'team.leave': command<void>()(z.object({ erase: z.boolean() })),
  /** Retries the database at once. */
  'team.tryNow': command<void>()(z.object({})),
  /** Continues here; another run of this desk, from a copy of its data, is refused from then on. */
  'team.takeOver': command<void>()(z.object({})),
  /** Enters the changed passphrase. Errors: passphraseWrong, teamMissing, and those of the vault. */
  'team.enterPassphrase': command<void>()(z.object({ passphrase: secretText })),
  /**
   * Changes the team's passphrase and encrypts every token again, in one transaction. For administrators. Errors:
   * passphraseWrong (`current`), passphraseWeak, changedMeanwhile, teamTrouble, teamMissing, and those of the vault.
   */
  'team.changePassphrase': command<void>()(z.object({ current: secretText, passphrase: secretText })),
  'team.rename': command<void>()(z.object({ name: memberName })),
  /** Removes another desk from the team. For administrators. Errors: teamTrouble. */
  'team.removeMember': command<void>()(z.object({ desk: uuid })),
  /**
   * Shares an instance of this desk with the team, with its token. For administrators. Errors: tokenMissing,
   * teamTrouble.
   */
  'team.share': command<void>()(z.object({ instance: instanceKey })),
  /** Removes an instance from the team; this desk receives it alone from then on. For administrators. */
  'team.unshare': command<void>()(z.object({ instance: instanceKey })),
  /** Requests the instance's reader to hand over to this desk. */
  'team.receiveHere': command<void>()(z.object({ instance: instanceKey })),
  /** Hands the lease of an instance over to another desk. Error: notFound, if this desk does not hold it. */
  'team.handOver': command<void>()(z.object({ instance: instanceKey, desk: uuid })),
  /**
   * Assigns a chat to a desk; null: unassigns it. `seen`: only if it is assigned to this desk (null: to nobody) still.
   * Errors: changedMeanwhile, teamTrouble, teamMissing.
   */
  'team.assign': command<void>()(z.object({ chat: chatKey, desk: uuid.nullable(), seen: uuid.nullable().optional() })),
  /** Reports this person's presence, valid for half a minute. null: in no chat. */
  'team.here': command<void>()(z.object({ chat: chatKey.nullable(), writing: z.boolean() })),
  /** Sends one message without waiting for the team's database, and enters it there afterwards. Error: notEditable. */
  'team.sendAlone': command<void>()(z.object({ message: messageKey })),
  /** Dismisses a colleague's uncertain message, for all desks. Errors: teamTrouble, notFound. */
  'team.dismissSend': command<void>()(z.object({ id: uuid })),
} as const
