import type { DeskId, SharedInstanceId, TeamRole } from './shared-ids.ts'
import type { Json } from '../../api/json.ts'
import type { Clock, Logger } from '../base/ports.ts'
import type { SharedQuickReplies } from './shared-quick-replies.ts'
import type { SharedProposals } from './shared-proposals.ts'
import type { SharedPrograms } from './shared-programs.ts'
import type { SharedWebhooks } from './shared-webhooks.ts'
import type { SharedSendCalls } from './shared-send.ts'

/** The call of a team's database for another passphrase. */
interface SharedPassphrase {
  /**
   * Replaces the passphrase, and with it every sealed token and every secret of a webhook, in one transaction.
   * `tokens`: of each instance the token as it was read, and as it is sealed again; null: the caller can't open it.
   * `secrets`: the same of each webhook. `other`: the passphrase is not the one of `check` any more; `changed`: an
   * instance, a webhook, a token or a secret came meanwhile. Nothing was changed then.
   */
  changePassphrase(
    check: string,
    next: string,
    tokens: readonly { readonly id: SharedInstanceId; readonly was: string; readonly token: string | null }[],
    secrets: readonly { readonly id: string; readonly was: string; readonly secret: string | null }[],
  ): Promise<'done' | 'other' | 'changed'>
}

/**
 * The port to a team's database. `src/team` implements it on PostgreSQL; a host loads it only if there is a team. Every
 * call rejects with TeamError only. All times are epoch ms by the database's clock.
 */

/** Address and login of a team's database. Secret: only the vault and the database's driver get it. */
export interface TeamAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** PEM of the authority that signed the server's certificate, where the system does not know it. */
  readonly authority?: string | undefined
}

/** The database's answer to a heartbeat. */
export interface Beat {
  /** Its time, epoch ms. */
  readonly now: number
  /** Names the history of the database; another one after a failover or a restore. Null: it can't be said. */
  readonly generation: string | null
}

export interface TeamMember {
  readonly desk: DeskId
  /** Chosen by the member. */
  readonly name: string
  /** The login. */
  readonly login: string
  readonly seenAt: number
  readonly isHere: boolean
  /** Of their login; null: it has none any more, or is gone. */
  readonly role: TeamRole | null
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
  /** Names the token, whatever it is sealed with; null where this login may not read it. */
  readonly tokenId: string | null
  /** Older messages do not wait for an answer, unless they came by the queue: the service's time, epoch ms. */
  readonly countsFrom: number
  /** So soon a customer should have an answer, ms. */
  readonly answerTargetMs: number
  /** An administrator removed it from the team. */
  readonly isRemoved: boolean
}

export interface Lease {
  readonly instance: SharedInstanceId
  readonly holder: DeskId | null
  readonly wantedBy: DeskId | null
  readonly epoch: number
  /** The holder's run; null: nobody holds it. */
  readonly run: string | null
  readonly heldSince: number | null
  /** Last renewal by the holder. */
  readonly beatAt: number | null
  /** When the holder last saw the queue empty. */
  readonly idleAt: number | null
  /** The newest entry of this instance; 0 when there is none. */
  readonly lastN: number
  /** Its link; null: the database gives none, or has none yet. */
  readonly lastLink: string | null
  /** Up to here the service has confirmed the deletes. */
  readonly deletedN: number
  /** Nobody holds it. */
  readonly isFree: boolean
}

/** A notification as it came from the service. */
export interface NewEntry {
  /**
   * A UUID that the appending desk assigns. It identifies the entry permanently, even if a database loses it and gets
   * it again.
   */
  readonly id: string
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
  readonly id: string
  /**
   * Names its place in the history: another one each time that the entry is entered, so that two desks with the same
   * newest link have the same entries before it. null: as the id.
   */
  readonly link: string | null
  /** Of the entry with the number before this one; null: as the id, or it has none. */
  readonly previousLink: string | null
}

/** An entry, and the history of the database that gave it, as in a {@link Beat}. */
export type PagedEntry = Entry & Pick<Beat, 'generation'>

/** State of an instance's journal in the database. */
export interface SharedHistory {
  readonly lastN: number
  readonly lastLink: string | null
  /** The numbers, among those asked for, under which it has the same link. */
  readonly known: readonly number[]
}

/** A read mark: the service's time, epoch ms. */
export interface ReadMark {
  readonly desk: DeskId
  readonly readUntil: number
}

export interface Presence {
  readonly desk: DeskId
  readonly instance: SharedInstanceId
  readonly chatId: string
  readonly what: 'reading' | 'writing'
}

/**
 * A note as the team has it. `text` null: it was taken away. Times are epoch ms by the clock of the desk that wrote.
 */
export interface SharedNote {
  readonly id: string
  readonly text: string | null
  readonly author: DeskId
  /** Grows with each change. */
  readonly version: number
  readonly at: number
  readonly editedAt: number | null
}

/** A label on a chat. `key` tells labels apart. */
export interface SharedLabel {
  readonly chatId: string
  readonly key: string
  readonly name: string
  /** 1 to 6. */
  readonly hue: number
  readonly on: boolean
}

/** The subject of a wake-up; `everything` after a reconnect: some may have been missed. */
export type TeamWake =
  | 'everything'
  | 'journal'
  | 'lease'
  | 'instance'
  | 'member'
  | 'presence'
  | 'read'
  | 'quickReply'
  | 'webhook'
  | 'proposal'

export interface SharedTeam
  extends SharedSendCalls, SharedQuickReplies, SharedWebhooks, SharedPrograms, SharedProposals, SharedPassphrase {
  readonly id: string
  /** Rights of this login, as of the last heartbeat. */
  readonly role: TeamRole
  /** So long desks keep messages of its instances, days, as of the last heartbeat; null: always. */
  readonly keepDays: number | null
  /** The way to it is TLS, with its certificate checked. False: it is on this computer. */
  readonly isSecure: boolean
  /** A known text, sealed with the passphrase, as of the last beat; null in a team that nobody has set up. */
  readonly checkValue: string | null
  /** False: another administrator made the team first. */
  setCheckValue(sealed: string): Promise<boolean>
  /** Makes the journal's partitions of this month and the next two. For members. */
  makeMonths(): Promise<void>

  /**
   * Heartbeat: registers this desk or renews its presence, and repeats the checks of connecting. Refused if another run
   * of this desk was present within 10 s, unless it `takesOver`.
   */
  beHere(name: string, takesOver?: boolean): Promise<Beat>
  /** This run has ended, so that the next one need not wait. */
  endRun(): Promise<void>
  members(): Promise<readonly TeamMember[]>
  removeMember(desk: DeskId): Promise<void>

  /** With those that were taken out of the team. */
  instances(): Promise<readonly SharedInstance[]>
  /**
   * `check`: the check value of the passphrase that the token is sealed with; absent: that of the last beat. Rejects
   * with `passphraseChanged` where it is another one by now.
   */
  putInstance(
    instance: Omit<SharedInstance, 'id' | 'token' | 'tokenId' | 'isRemoved'> & { readonly token: string },
    check?: string,
  ): Promise<SharedInstanceId>
  removeInstance(instance: SharedInstanceId): Promise<void>
  /** How soon a customer should have an answer, ms: at all desks. */
  setAnswerTarget(instance: SharedInstanceId, targetMs: number): Promise<void>
  /**
   * Notes what this desk called at the service in this month, by instance, and gives the same of the others, as they
   * wrote it.
   */
  shareCalls(own: Readonly<Record<SharedInstanceId, Json>>): Promise<readonly unknown[]>
  /** Another sealed token, for the same address. `check`: as above. False: the passphrase is another one by now. */
  renewToken(instance: SharedInstanceId, sealed: string, check?: string): Promise<boolean>

  leases(): Promise<readonly Lease[]>
  /** Takes a lease. Returns its epoch, or null if another desk holds it. */
  takeLease(instance: SharedInstanceId): Promise<number | null>
  /** Renews leases. Returns those that this desk still holds. */
  renewLeases(
    held: readonly {
      readonly instance: SharedInstanceId
      readonly epoch: number
      readonly deletedN: number
      readonly idle: boolean
    }[],
  ): Promise<readonly { readonly instance: SharedInstanceId; readonly wantedBy: DeskId | null }[]>
  wantLease(instance: SharedInstanceId): Promise<void>
  /** Hands a lease over to a desk, or to any (null). False: it was already lost. */
  leaveLease(instance: SharedInstanceId, epoch: number, next: DeskId | null, deletedN: number): Promise<boolean>

  /**
   * Appends a notification to the journal. Null: the lease is lost and nothing was stored, so nothing may be deleted at
   * the service.
   */
  append(
    instance: SharedInstanceId,
    epoch: number,
    deletedN: number,
    entry: NewEntry,
  ): Promise<{ readonly n: number; readonly repeatOf: number | null } | null>
  /**
   * Entries above each cursor in order, at most `limit` of each instance. A page ends after so many `bytes` of bodies
   * and has one entry at least; absent: no limit of bytes.
   */
  page(
    cursors: readonly { readonly instance: SharedInstanceId; readonly n: number }[],
    limit: number,
    bytes?: number,
  ): Promise<readonly PagedEntry[]>

  /**
   * Compares entries with those that the database has. Null: it does not have the instance, or gives entries no ids.
   */
  history(
    instance: SharedInstanceId,
    entries: readonly { readonly n: number; readonly link: string }[],
  ): Promise<SharedHistory | null>
  /**
   * Enters a notification that the database lost, above `after`. `isRepeat`: it was a redelivery. False: it is there.
   */
  enterAgain(
    instance: SharedInstanceId,
    after: number,
    entry: NewEntry & { readonly isRepeat: boolean },
  ): Promise<boolean>
  /**
   * Enters the newest messages of a chat, as the service's history gave them, for all desks: at most 100, and 1 MB as
   * JSON. False: the instance is not in the team.
   */
  shareWindow(instance: SharedInstanceId, chatId: string, records: readonly Json[]): Promise<boolean>

  /** `seen`: who answered for it when the caller looked. False: another assignment came first. */
  assignChat(instance: SharedInstanceId, chatId: string, to: DeskId | null, seen: DeskId | null): Promise<boolean>
  /** Up to the service's time of a message, epoch ms; null: it is open. */
  markChat(instance: SharedInstanceId, chatId: string, doneUntil: number | null): Promise<void>
  /**
   * Adds, changes or (`text` null) takes away a note. `base` is the version that this desk saw; what a colleague
   * changed since is not written over: the text becomes a note of its own. Gives the note as it stands then. Null:
   * there is none.
   */
  putNote(
    instance: SharedInstanceId,
    chatId: string,
    note: Pick<SharedNote, 'id' | 'text' | 'at' | 'editedAt'> & { readonly base: number },
  ): Promise<SharedNote | null>
  /** At most 200. The last word counts. */
  putLabels(instance: SharedInstanceId, labels: readonly SharedLabel[]): Promise<void>
  /**
   * Labels and notes of an instance as they stand, in the order of their newest entries, above one. `raw`: as in the
   * journal.
   */
  annotations(
    instance: SharedInstanceId,
    after: number,
    limit: number,
  ): Promise<readonly { readonly n: number; readonly raw: string }[]>
  /**
   * Assignees and done marks of an instance's chats above `after`, in the order of chat ids, in the journal's format.
   */
  chatStates(instance: SharedInstanceId, after: string, limit: number): Promise<readonly string[]>
  readMarks(instance: SharedInstanceId, chatId: string): Promise<readonly ReadMark[]>
  putReadMark(instance: SharedInstanceId, chatId: string, readUntil: number): Promise<void>
  /** An empty `chatId`: nowhere. `seconds`: at most 60. */
  putPresence(instance: SharedInstanceId, chatId: string, what: Presence['what'], seconds: number): Promise<void>
  presences(): Promise<readonly Presence[]>

  /**
   * Called at each wake-up; a lost one costs the caller's next poll and nothing else.
   * @param about what follows the word, apart by a space: of `read` the instance and the chat id, of `journal` the
   * instance and the number of an entry, or nothing
   */
  onWake(listener: (wake: TeamWake, about: string) => void): () => void
  /** Whether wake-ups come: a pooler in transaction mode lets none through. */
  isListening(): boolean
  /** Ends all connections. Calls that run are cut. */
  close(): Promise<void>
}

/** Loads what knows the database, connects, and checks that it is a team's. Rejects with TeamError. */
export type OpenTeam = (options: {
  readonly address: TeamAddress
  readonly desk: DeskId
  /**
   * This start of the program. A UUID: of one desk that runs twice, from a copied data directory, one run is refused.
   */
  readonly run: string
  /** The team that this desk joined. The database of any other one is refused, at each connection. null: any team. */
  readonly joined: string | null
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
}) => Promise<SharedTeam>
