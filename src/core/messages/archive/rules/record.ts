import type { StoredContent, StoredQuote } from '../../content/rules/stored-content.ts'
import type { Position } from './position.ts'
import type { OrderFacts } from './order-within-second.ts'

/** The source of a fact about a message. `echo`: the notification of an own API send (service 10.4). */
export type RecordSource = (typeof recordSources)[number]
export const recordSources = [
  'notification',
  'echo',
  'getChatHistory',
  'lastOutgoingMessages',
  'lastIncomingMessages',
  'getMessage',
  'lastIncomingCalls',
  'lastOutgoingCalls',
] as const

/** A text or caption that was reported for a message. `app`: written at this desk. */
export interface TextVersion {
  readonly text: string
  /** Epoch ms: time of writing if a notification reported it, otherwise time of reading. */
  readonly at: number
  readonly source: RecordSource | 'app'
}

/**
 * All known facts of a message, merged field by field: an empty value never replaces a known one; of two known values
 * the later one wins. Merging is idempotent, commutative and associative, so the order in which notifications,
 * histories and journals arrive does not matter.
 */
export interface MessageFacts {
  readonly direction: 'incoming' | 'outgoing'
  readonly position: Position
  readonly order: OrderFacts
  /** The latest action on it (service 2.5). */
  readonly actionAt: number | null
  readonly typeMessage: string
  readonly content: StoredContent
  readonly quotedId: string
  readonly quote: StoredQuote | null
  readonly senderId: string
  readonly senderName: string
  readonly sentByApi: boolean | null
  readonly forwardedScore: number | null
  readonly edited: boolean
  readonly deleted: boolean
  /** When it was first seen here. */
  readonly seenAt: number
  /** The newest record as text of JSON. Null for what only this computer wrote. */
  readonly raw: RawRecord | null
  /** From when the fields are, epoch ms. */
  readonly asOf: number
  /** Fields that are from another time than `asOf`; content fields as `content.<name>`. */
  readonly stamps: Readonly<Record<string, number>>
  /** Every text or caption that records had, oldest first; edits are stored separately (effects.ts). */
  readonly texts: readonly TextVersion[]
  /** The text of `content` without an inferred edit. Null: none was inferred. */
  readonly reported: ReportedText | null
}

interface ReportedText {
  readonly text: string
  readonly stamp: number
}

export interface RawRecord {
  readonly text: string
  readonly source: RecordSource
  readonly at: number
}

export interface RecordSender {
  /** The service's id of the writer; '' for the account itself. */
  readonly id: string
  readonly name: string
  readonly contactName: string
  /** Digits; '' if hidden or missing. */
  readonly phone: string
}

/** A thumbnail on its way into its table; its ref is already in the content. */
export interface FoundThumbnail {
  readonly ref: string
  readonly mimeType: string
  readonly width: number | null
  readonly height: number | null
  readonly bytes: Uint8Array
}

/** A message converted to our types, from any source: service 2.2, 2.5, 6, 10.4 and 10.5. Times are epoch ms. */
export interface ArchiveRecord {
  readonly idMessage: string
  readonly chatId: string
  readonly facts: MessageFacts
  readonly sender: RecordSender | null
  readonly thumbnails: readonly FoundThumbnail[]
  /** The raw status, '' included; null if the source has none. */
  readonly status: string | null
  /** Time of that status, if the source has one. */
  readonly statusAt: number | null
  readonly source: RecordSource
}

/** The content of one record or notification: a message, or a change of an earlier one by its id (service 10.5). */
export type ArchiveItem =
  | { readonly kind: 'message'; readonly record: ArchiveRecord }
  | {
      readonly kind: 'edit'
      readonly chatId: string
      readonly targetId: string
      /** '' when only that it was edited is known. */
      readonly text: string
      readonly at: number
      readonly tie: string
      /** Its place among others of its second, where that is known. */
      readonly order?: OrderFacts
      /** `app`: the service took it from here. */
      readonly source: RecordSource | 'app'
      /** The id under which a status may report that the edit failed; it belongs to no message. */
      readonly answeredId?: string | undefined
      /** Why the edit failed, if already known. */
      readonly failed?: string | undefined
    }
  | ({ readonly kind: 'deletion'; readonly chatId: string; readonly targetId: string } & Deletion)
  /** The id of a record that is an edit or deletion of another message. */
  | { readonly kind: 'changeEvent'; readonly chatId: string; readonly idMessage: string }
  | {
      readonly kind: 'votes'
      readonly chatId: string
      /** '' when the update names its poll by the question alone. */
      readonly targetId: string
      readonly question?: string
      /**
       * The voter, '' for the account itself; null: a list of the poll's own record, whose voters may be out of date.
       */
      readonly voter: string | null
      readonly votes: readonly StoredVote[]
      readonly at: number
      readonly tie: string
      readonly order?: OrderFacts
    }
  | {
      readonly kind: 'status'
      readonly chatId: string
      readonly idMessage: string
      readonly raw: string
      readonly text: string | null
      readonly serviceAt: number | null
    }
  /** The names of somebody whose record is no message. */
  | { readonly kind: 'person'; readonly chatId: string; readonly sender: RecordSender; readonly at: number }
  /** The service's data of a chat besides its messages. */
  | {
      readonly kind: 'chat'
      readonly chatId: string
      readonly chatType: string
      readonly subject: string
      /** `list`: getGroupData or getChats, which know a group's name better than a notification. */
      readonly source: 'notification' | 'list'
      readonly at: number
    }

export interface StoredVote {
  readonly optionName: string
  readonly optionVoters: readonly string[]
}

export interface Deletion {
  readonly at: number
  /** The id of who deleted it, '' for this account; absent where nobody says. */
  readonly by?: string | null
}
