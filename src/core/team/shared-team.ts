import type { Clock, Logger } from '../ports.ts'
import type { TeamTrouble } from './team-error.ts'

/**
 * What core asks of a team's database. The one that exists is `src/team`, on PostgreSQL; a host loads it when there is a
 * team, and not before. Every call rejects with TeamError and nothing else. All times are epoch ms by the database's clock.
 */

/** Where a team's database is, and as whom. Secret as a whole: it goes to the vault and to the database's driver. */
export interface TeamAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** PEM of the authority that signed the server's certificate, where the system does not know it. */
  readonly authority?: string | undefined
}

/** A desk: made once for a data directory. A UUID. */
export type DeskId = string & { readonly __desk: never }
/** An instance as the team's database numbers it. */
export type SharedInstanceId = number & { readonly __sharedInstance: never }

export type TeamRole = 'viewer' | 'member' | 'administrator'

export interface TeamMember {
  readonly desk: DeskId
  readonly name: string
  readonly seenAt: number
  readonly isHere: boolean
}

export interface SharedInstance {
  readonly id: SharedInstanceId
  readonly apiUrl: string
  readonly idInstance: string
  readonly family: string
  readonly prefix: string
  readonly name: string
  readonly colour: string
  /** Sealed; null where this login may not read it. */
  readonly token: string | null
}

export interface Lease {
  readonly instance: SharedInstanceId
  readonly holder: DeskId | null
  readonly wantedBy: DeskId | null
  readonly epoch: number
  readonly heldSince: number | null
  /** When the holder said last that it is there. */
  readonly beatAt: number | null
  /** When the holder last saw the queue empty. */
  readonly idleAt: number | null
  /** The newest entry of this instance; 0 when there is none. */
  readonly lastN: number
  /** Up to here the service has confirmed the deletes. */
  readonly deletedN: number
  /** Nobody holds it, or not any more. */
  readonly isFree: boolean
}

/** A notification as it came from the service. */
interface NewEntry {
  readonly raw: string
  readonly isJson: boolean
  readonly receiptId: string
  readonly queueComplete: boolean
}

export interface Entry {
  readonly instance: SharedInstanceId
  readonly n: number
  readonly kind: 'notification' | 'records' | 'send' | 'chat'
  readonly raw: string
  readonly isJson: boolean
  readonly receiptId: string | null
  readonly queueComplete: boolean
  /** The same body came before, and its delete was not confirmed when this one came. */
  readonly repeatOf: number | null
  readonly desk: DeskId | null
  readonly at: number
}

type SendState = 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'cancelled' | 'dismissed'

interface NewSend {
  /** A UUID, made where it was written. */
  readonly id: string
  readonly instance: SharedInstanceId
  readonly chatId: string
  readonly operation: string
  /** The operation's input, JSON. */
  readonly request: string
}

export interface ChatState {
  readonly chatId: string
  readonly assignee: DeskId | null
  readonly state: 'open' | 'done'
  /** Grows with each change; 0 where nothing was ever said. */
  readonly version: number
}

export interface Presence {
  readonly desk: DeskId
  readonly instance: SharedInstanceId
  readonly chatId: string
  readonly what: 'reading' | 'writing'
}

/** What a wake-up is about; `everything` after a connection was made anew, because wake-ups may have been missed. */
export type TeamWake = 'everything' | 'journal' | 'lease' | 'instance' | 'presence' | 'read'

export interface SharedTeam {
  /** The team's own id, and what this login may do. */
  readonly id: string
  readonly role: TeamRole
  /** A known text, sealed with the passphrase; null in a team that nobody has set up. */
  readonly checkValue: string | null
  setCheckValue(sealed: string): Promise<void>

  /** Enters this desk, or says that it is here. Gives the database's time, epoch ms. */
  beHere(name: string): Promise<number>
  members(): Promise<readonly TeamMember[]>
  removeMember(desk: DeskId): Promise<void>

  instances(): Promise<readonly SharedInstance[]>
  putInstance(instance: Omit<SharedInstance, 'id' | 'token'> & { readonly token: string }): Promise<SharedInstanceId>
  removeInstance(instance: SharedInstanceId): Promise<void>

  leases(): Promise<readonly Lease[]>
  /** Gives the epoch, or null when another desk has it. */
  takeLease(instance: SharedInstanceId): Promise<number | null>
  /** Gives those that this desk really holds. */
  renewLeases(
    held: readonly {
      readonly instance: SharedInstanceId
      readonly epoch: number
      readonly deletedN: number
      readonly idle: boolean
    }[],
  ): Promise<readonly { readonly instance: SharedInstanceId; readonly wantedBy: DeskId | null }[]>
  wantLease(instance: SharedInstanceId): Promise<void>
  /** Hands over to a desk, or to whoever comes first (null). False: it was lost before. */
  leaveLease(instance: SharedInstanceId, epoch: number, next: DeskId | null, deletedN: number): Promise<boolean>

  /** Keeps a notification for all. Null: the lease is lost and nothing was kept, so nothing may be deleted at the service. */
  append(
    instance: SharedInstanceId,
    epoch: number,
    deletedN: number,
    entry: NewEntry,
  ): Promise<{ readonly n: number; readonly repeatOf: number | null } | null>
  noteRecords(instance: SharedInstanceId, raw: string): Promise<void>
  /** Entries above each cursor, at most `limit` of each instance, each instance's in order. */
  page(
    cursors: readonly { readonly instance: SharedInstanceId; readonly n: number }[],
    limit: number,
  ): Promise<readonly Entry[]>

  /** False: it is there already. */
  putSend(send: NewSend): Promise<boolean>
  /** Takes it as `request` reads by now. Gives the attempt. Null: it may not go now, or any more. */
  claimSend(id: string, request: string): Promise<number | null>
  /** False: another attempt, or another desk, has it now. */
  settleSend(id: string, attempt: number, state: SendState, idMessage: string | null): Promise<boolean>
  /** Says of what desks that went were sending that it is not known. Gives how many. */
  doubtSends(): Promise<number>

  chatStates(instance: SharedInstanceId): Promise<readonly ChatState[]>
  /** Gives the new version. Null: another change came first. */
  putChat(instance: SharedInstanceId, chat: ChatState): Promise<number | null>
  putReadMark(instance: SharedInstanceId, chatId: string, readUntil: number): Promise<void>
  /** An empty `chatId`: nowhere. `seconds`: at most 60. */
  putPresence(instance: SharedInstanceId, chatId: string, what: Presence['what'], seconds: number): Promise<void>
  presences(): Promise<readonly Presence[]>

  /** Called at each wake-up; a lost one costs the caller's next poll and nothing else. */
  onWake(listener: (wake: TeamWake) => void): () => void
  /** Whether wake-ups come: a pooler in transaction mode lets none through. */
  isListening(): boolean
  /** Ends all connections. Calls that run are cut. */
  close(): Promise<void>
}

/** Loads what knows the database, connects, and checks that it is a team's. Rejects with TeamError. */
export type OpenTeam = (options: {
  readonly address: TeamAddress
  readonly desk: DeskId
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
}) => Promise<SharedTeam>

export type { TeamTrouble }
