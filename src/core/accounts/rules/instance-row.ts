import type { Family } from '../../../api/operations.ts'
import type { Prefix } from '../../../api/path.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { IdentityColour, InstanceMode, Plan, SyncProgress } from '../../../contract/instances.ts'

/** The addresses and id of an instance: its token is sent nowhere else. */
export interface TokenAddress {
  readonly apiUrl: string
  readonly mediaUrl: string
  readonly idInstance: string
}

export const addressOf = ({ apiUrl, mediaUrl, idInstance }: TokenAddress): TokenAddress => ({
  apiUrl,
  mediaUrl,
  idInstance,
})

/** A stored instance. Times in epoch ms. The token is never part of it. */
export interface InstanceRow {
  readonly key: InstanceKey
  readonly idInstance: string
  /** Normalised, without version segment and trailing slash. */
  readonly apiUrl: string
  /** Media URL, normalised alike; '': derived from the API URL. */
  readonly mediaUrl: string
  readonly family: Family
  /** The version segment that works here (architecture 9). */
  readonly prefix: Prefix
  readonly name: string
  readonly colour: IdentityColour
  /** Its folder in the rail, by name; '': none. */
  readonly folder: string
  readonly mode: InstanceMode
  readonly position: number
  /** The account's number as `<digits>@c.us`; null until known. */
  readonly wid: string | null
  /** The account's own id in chats and groups; null where the service names none besides the number. */
  readonly ownId: string | null
  readonly avatarRef: string | null
  readonly pausedAt: number | null
  readonly mutedUntil: number | 'forever' | null
  readonly hideContent: boolean
  readonly sendsReadReceipts: boolean
  /** So soon a customer should have an answer, ms. */
  readonly answerTargetMs: number
  /** Optional operations that this service lacks, each with when it said so, epoch ms. */
  readonly absentOperations: Readonly<Record<string, number>>
  /** The plan that the person set; null: as the service's answers show. */
  readonly plan: Plan | null
  /** Requests per second the person set, by operation. */
  readonly limits: Readonly<Record<string, number>>
  /** The service's clock minus ours, ms. */
  readonly clockOffsetMs: number
  readonly createdAt: number
  /** Nothing older waits for an answer or is unread, unless it came by the queue: the service's time, epoch ms. */
  readonly countsFrom: number
  /** The address from which the vault's token is to be moved to this one; null: it was moved. */
  readonly tokenFrom: TokenAddress | null
  readonly lastAnswerAt: number | null
  /** When the newest notification in the journal was received. */
  readonly lastReceivedAt: number | null
  readonly firstSyncedAt: number | null
  readonly sync: SyncProgress | null
  /** The service's progress in reading the account's history, percent; null: none known. */
  readonly historySyncProgress: number | null
  /** The last answer of getSettings, raw; null: never read, or absent. */
  readonly settings: Readonly<Record<string, unknown>> | null
  /** Time of that answer, epoch ms. */
  readonly settingsAt: number | null
  /** The last answer of getAccountSettings, raw, and its time; null: never read, or absent. */
  readonly account: Readonly<Record<string, unknown>> | null
  readonly accountAt: number | null
  /** The used-up quota; null: none known. */
  readonly quota: UsedQuota | null
  readonly unreadChats: number
  readonly unreadMessages: number
  /** Number of messages that need a person: failed, uncertain, expired, or queued for too long. */
  readonly needAttention: number
  /** Accepted by the service, and held because the instance is not authorized. */
  readonly openAccepted: number
}

/** Times in epoch ms by our clock. */
export interface UsedQuota {
  /** The service's name for what it refuses. */
  readonly operation: string
  /** Its own words; may be empty. */
  readonly text: string
  readonly since: number
  /** When the service reported it last, epoch ms. */
  readonly reportedAt: number
}

/** `muted_until` in the store: null, epoch ms, or this for "for ever". */
export const forever = Number.MAX_SAFE_INTEGER

/**
 * The service's progress in reading the account's history, percent; null when none is under way. The service reports 0
 * and 100 for an account of which nothing is read (service 10.2).
 */
export function historyProgressOf(account: { readonly historySyncProgress?: unknown }): number | null {
  const { historySyncProgress: progress } = account
  return typeof progress === 'number' && progress > 0 && progress < 100 ? progress : null
}

export const isSameAddress = (one: TokenAddress, other: TokenAddress): boolean =>
  one.apiUrl === other.apiUrl && one.mediaUrl === other.mediaUrl && one.idInstance === other.idInstance
