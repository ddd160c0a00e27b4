import { z } from 'zod'
import { command, query } from './define.ts'
import { chatKey, instanceKey, messageKey } from './ids.ts'
import type { ChatKey, InstanceKey } from './ids.ts'

/** Why a team's database can't be used; core/sharing/team-error.ts says what each means. */
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
  /** The network's, TLS's or PostgreSQL's word for it. */
  readonly code?: string
  /** The schema that is there, and the one that this program needs or knows. */
  readonly schema?: number
  readonly wanted?: number
}

type TeamRoleName = 'viewer' | 'member' | 'administrator'

/** Somebody of the team, as rows and bubbles name them. */
export interface Colleague {
  /** Of their desk. UUID. */
  readonly desk: string
  /** '' where it was never told. */
  readonly name: string
  readonly isThis: boolean
}

/** A person at a desk of the team. Times are epoch ms by our clock. */
export interface TeamMemberRow extends Colleague {
  readonly isHere: boolean
  readonly seenAt: number
  /** null: the login has no role any more, or is gone. */
  readonly role: TeamRoleName | null
}

/** An instance of the team, and who receives for it. Times are epoch ms by our clock. */
export interface TeamInstanceRow {
  readonly instance: InstanceKey
  /** The desk that receives; null: nobody does just now. */
  readonly reader: string | null
  readonly isThis: boolean
  readonly since: number | null
  /** When the newest entry that is here was made; null: none is. */
  readonly lastAt: number | null
  /** The reader is silent: from then on another desk may receive. null: it is not. */
  readonly freeAt: number | null
  /** The desk that asked to receive. */
  readonly wantedBy: string | null
  /** Entries of its journal, and how many of them are not on this desk yet. */
  readonly entries: number
  readonly backlog: number
}

/** Something about the team's database that a person has to know while it is used. */
export type TeamNotice =
  /** Shared instances that it does not have: a backup or a standby from before took its place. Nobody receives them. */
  | { readonly kind: 'missing'; readonly instances: readonly InstanceKey[] }
  /**
   * It went back in time at `at`, epoch ms, and lost entries that were here. Notifications among them are entered
   * again.
   */
  | { readonly kind: 'wentBack'; readonly at: number; readonly entries: number }
  /** Entries that were put aside: this program could not apply them, or the database lost and then refused them. */
  | { readonly kind: 'unapplied'; readonly entries: number }
  /**
   * An administrator changed the passphrase: new and renewed tokens open here after it is entered
   * (`team.enterPassphrase`).
   */
  | { readonly kind: 'passphraseChanged' }
  /**
   * Instances by name whose tokens are sealed with a passphrase that the team does not have, so that no desk can use
   * them.
   */
  | { readonly kind: 'sealedOtherwise'; readonly names: readonly string[] }

export type TeamStatus =
  | { readonly kind: 'none' }
  /**
   * The vault gives no address of the team: it is locked, or kept it for one run. What is shared is not received
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
      /** False: it is on this computer, and reached without TLS. null until the database has answered once. */
      readonly isSecure: boolean | null
      /** null until the database has answered once. */
      readonly role: TeamRoleName | null
      /**
       * `away`: it does not answer, and is tried again by itself. `refused`: the same, but a person has to do
       * something.
       */
      readonly state: 'connecting' | 'live' | 'away' | 'refused'
      readonly since: number
      readonly trouble: TeamTroubleState | null
      /** False: a pooler lets no wake-ups through, so what arrives is seen within 5 s. */
      readonly isListening: boolean
      /**
       * The clock of the database jumped; ms, ahead of what was expected where positive. null: it did not since the
       * start.
       */
      readonly clockJump: { readonly at: number; readonly ms: number } | null
      readonly members: readonly TeamMemberRow[]
      readonly notices: readonly TeamNotice[]
      readonly instances: readonly TeamInstanceRow[]
    }

/** What joining a team goes through, in this order. */
export type JoinStepName = 'reach' | 'schema' | 'passphrase' | 'enter'

/** A step of joining that ended. */
export interface JoinStep {
  readonly step: JoinStepName
  readonly ok: boolean
  /** null: it was found together with the step before. */
  readonly tookMs: number | null
  /** Of `reach`: false for a database on this computer, reached without TLS. */
  readonly isSecure?: boolean
  /** Of `schema`: of the login. */
  readonly role?: TeamRoleName
  /** Of `enter`: how many the team shares. */
  readonly instances?: number
}

/** Where a colleague is just now. */
export interface TeamPresence extends Colleague {
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly title: string
  readonly what: 'reading' | 'writing'
  /** Since when they are known to be at it, epoch ms by our clock. */
  readonly since: number
}

/** A message that a colleague wrote and of which the service has shown nothing yet. */
export interface TeamSendRow {
  /** UUID. */
  readonly id: string
  readonly by: Colleague
  /** '' for what is no text. */
  readonly text: string
  /** `uncertain`: their desk went in the middle of it, or their answer got lost. */
  readonly state: 'queued' | 'sending' | 'uncertain'
  /** Epoch ms by our clock. */
  readonly at: number
}

/** What the team knows of one chat. */
export interface TeamChat {
  /** Who has read how far: the service's time of the newest message that they saw, epoch ms. */
  readonly seenBy: readonly (Colleague & { readonly until: number })[]
  /** Oldest first. */
  readonly underWay: readonly TeamSendRow[]
}

const secretText = z.string().min(1).max(1000)
const memberName = z.string().trim().min(1).max(80)
const uuid = z.uuid()

export const teamQueries = {
  'team.status': query<TeamStatus>()(z.object({})),
  /** Empty while the database is away: then it is not known. */
  'team.presence': query<readonly TeamPresence[]>()(z.object({})),
  'team.chat': query<TeamChat>()(z.object({ chat: chatKey })),
  /** What the latest `team.join` came to so far; empty for any other run. */
  'team.joinSteps': query<readonly JoinStep[]>()(z.object({ run: z.string().max(64) })),
} as const

export const teamCommands = {
  /**
   * Joins a team. Where nobody has made one an administrator does, and sets the passphrase by this. Errors: teamTrouble
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
      /** PEM of the authority that signed the server's certificate, where the system does not know it. */
      authority: z.string().max(100_000).optional(),
      name: memberName,
      passphrase: secretText,
      /** An administrator makes the team, where the database holds none yet. */
      create: z.boolean().optional(),
      /** Names this attempt for `team.joinSteps`. */
      run: z.string().max(64).optional(),
    }),
  ),
  /** Tokens of the team go from this computer; `erase`: what is kept of its instances too. */
  'team.leave': command<void>()(z.object({ erase: z.boolean() })),
  /** Asks for the database at once, without the pause that it is in. */
  'team.tryNow': command<void>()(z.object({})),
  /** Goes on here where another run of this desk, from a copy of its data, is refused from then on. */
  'team.takeOver': command<void>()(z.object({})),
  /** The passphrase as an administrator changed it. Errors: passphraseWrong, teamMissing, and those of the vault. */
  'team.enterPassphrase': command<void>()(z.object({ passphrase: secretText })),
  /**
   * Replaces the team's passphrase and seals every token anew, all at once. For administrators. Errors: passphraseWrong
   * (`current`), passphraseWeak, changedMeanwhile, teamTrouble, teamMissing, and those of the vault.
   */
  'team.changePassphrase': command<void>()(z.object({ current: secretText, passphrase: secretText })),
  'team.rename': command<void>()(z.object({ name: memberName })),
  /** Takes another desk out of the team. For administrators. Errors: teamTrouble. */
  'team.removeMember': command<void>()(z.object({ desk: uuid })),
  /**
   * Gives an instance of this desk to the team, with its token. For administrators. Errors: tokenMissing, teamTrouble.
   */
  'team.share': command<void>()(z.object({ instance: instanceKey })),
  /** Takes an instance out of the team; this desk receives it alone from then on. For administrators. */
  'team.unshare': command<void>()(z.object({ instance: instanceKey })),
  /** Asks whoever receives for an instance to hand over to this desk. */
  'team.receiveHere': command<void>()(z.object({ instance: instanceKey })),
  /**
   * Lets another desk receive for an instance that this one receives for. Error: notFound, where this desk does not.
   */
  'team.handOver': command<void>()(z.object({ instance: instanceKey, desk: uuid })),
  /** Says who answers for a chat; null: nobody. Errors: changedMeanwhile, teamTrouble, teamMissing. */
  'team.assign': command<void>()(z.object({ chat: chatKey, desk: uuid.nullable() })),
  /** Says where this person is; it holds for half a minute. null: nowhere. */
  'team.here': command<void>()(z.object({ chat: chatKey.nullable(), writing: z.boolean() })),
  /** Sends one message without waiting for the team's database. It is entered there afterwards. Error: notEditable. */
  'team.sendAlone': command<void>()(z.object({ message: messageKey })),
  /** Closes the question whether a colleague's message was sent, for all. Errors: teamTrouble, notFound. */
  'team.dismissSend': command<void>()(z.object({ id: uuid })),
} as const
