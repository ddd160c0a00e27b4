import type { MessageFacts } from './merge.ts'
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
