import { z } from 'zod'
import { command, query } from './define.ts'
import type { Call, Person } from './values.ts'
import type { Advert, Menu, Order, UnknownField } from './business-kinds.ts'
import { chatKey, messageKey, type ChatKey, type InstanceKey, type MessageKey, type QuickReplyKey } from './ids.ts'
import type { MediaRef, MediaState } from './media.ts'
import type { MessageStatus, StatusObservation } from './statuses.ts'
import type { Colleague } from './team.ts'

export interface LinkPreview {
  readonly url: string | null
  /** The link, if the message's text does not contain it; else ''. */
  readonly text: string
  readonly title: string
  readonly description: string
  /** Host name of the link, for display. */
  readonly site: string
  readonly thumbnail: MediaRef | null
}

export interface MediaContent {
  readonly caption: string
  /**
   * The sender's name only for documents; for other kinds invented by the service, so offered when saving but not
   * shown.
   */
  readonly fileName: string
  readonly mimeType: string
  readonly thumbnail: MediaRef | null
  /** A video that the messenger shows as a circle. */
  readonly round?: boolean
  readonly animated: boolean
  readonly hasLink: boolean
  readonly file: MediaState
  /** Intrinsic size in CSS px when known (thumbnail or file), so that the bubble reserves its place. */
  readonly width: number | null
  readonly height: number | null
}

export interface ContactCard {
  readonly name: string
  readonly organisation: string
  readonly phones: readonly { readonly number: string; readonly display: string; readonly label: string }[]
  readonly emails: readonly string[]
  readonly raw: string
}

interface PollOption {
  readonly name: string
  readonly votes: number
  readonly voters: readonly Person[]
  readonly own: boolean
}

/**
 * The service's markers: {{SWE001}} empty first message, {{SWE002}} file too large, {{SWE003}} not decryptable.
 * `other`: one that it never described.
 */
export type ServiceMarker = 'SWE001' | 'SWE002' | 'SWE003' | 'other'

export type MessageContent =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly preview: LinkPreview | null
      /** The advertisement through which its writer came. */
      readonly advert?: Advert
    }
  | ({ readonly kind: 'image' } & MediaContent)
  | ({ readonly kind: 'video' } & MediaContent)
  | ({ readonly kind: 'document' } & MediaContent)
  | ({ readonly kind: 'audio' } & MediaContent)
  | ({ readonly kind: 'sticker' } & MediaContent)
  | {
      readonly kind: 'location'
      readonly name: string
      readonly address: string
      readonly latitude: number | null
      readonly longitude: number | null
      readonly thumbnail: MediaRef | null
    }
  | { readonly kind: 'contacts'; readonly cards: readonly ContactCard[] }
  | {
      readonly kind: 'poll'
      readonly question: string
      /** Whether one person may choose several options; null: unknown. */
      readonly multiple: boolean | null
      readonly options: readonly PollOption[]
      readonly voters: number
      /** The poll is older than the archive: only votes since this time are known for sure, epoch ms. */
      readonly countedSince: number | null
    }
  /** A reaction whose target is not in the archive; otherwise reactions are chips on their message. */
  | { readonly kind: 'reaction'; readonly emoji: string; readonly targetId: string }
  | { readonly kind: 'marker'; readonly marker: ServiceMarker; readonly caption?: string }
  | ({ readonly kind: 'order' } & Order)
  | {
      readonly kind: 'product'
      readonly productId: string
      readonly title: string
      readonly description: string
      /** In minor units, as the service wrote it; '' if it gave none. */
      readonly amount: string
      readonly currency: string
      /** Foreign: shown as text, opened through the link gate. */
      readonly url: string
      /** Number of its pictures; null: unknown. */
      readonly pictures: number | null
      readonly thumbnail: MediaRef | null
    }
  | ({ readonly kind: 'menu' } & Menu)
  | ({
      readonly kind: 'template'
      readonly name: string
      /** Values that were filled in, where the words are not known. */
      readonly params: readonly string[]
      /** Of the file above its words. Foreign: shown as text, opened through the link gate; '' if there is none. */
      readonly mediaUrl: string
    } & Menu)
  /** A customer's choice from a menu, which is the message's quote. */
  | { readonly kind: 'choice'; readonly text: string }
  | {
      readonly kind: 'invitation'
      readonly group: string
      readonly text: string
      /** Foreign: shown as text, opened through the link gate; '' without a code. */
      readonly url: string
      /** Epoch ms; 0: it does not expire; null: nobody says. */
      readonly expiresAt: number | null
    }
  /** `recording`: where it stands; null for a call of which there can be none. */
  | ({ readonly kind: 'call'; readonly recording: MediaState | null } & Call)
  | {
      readonly kind: 'unsupported'
      readonly typeMessage: string
      /** The kind of its type, if this version knows it; its content was missing or unreadable. */
      readonly known: ContentKind | null
      /** The readable fields, the most telling first. */
      readonly fields: readonly UnknownField[]
      /** Number of further fields. */
      readonly more: number
    }

export type ContentKind = MessageContent['kind']

export interface QuotedMessage {
  /** The service's id of the quoted message ('' when absent). */
  readonly idMessage: string
  /** Our row, when the archive has it. */
  readonly key: MessageKey | null
  readonly sender: Person | null
  readonly kind: ContentKind
  readonly text: string
  readonly thumbnail: MediaRef | null
}

export interface Reaction {
  readonly emoji: string
  readonly count: number
  readonly own: boolean
  readonly people: readonly Person[]
}

/** A program behind an own message: it sent it, or proposed what a person sent. */
export interface MessageProgram {
  readonly how: 'sent' | 'proposed'
  readonly name: string
  /** `paused`: the message waits because its program is paused. `released`: a person sent it on all the same. */
  readonly hold?: 'paused' | 'released'
}

export interface Message {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  /** The service's id; null while only this computer knows the message. */
  readonly idMessage: string | null
  readonly direction: 'incoming' | 'outgoing'
  /** Epoch ms: time of acceptance by the service, else our send time corrected by the clock difference. */
  readonly at: number
  readonly sender: Person
  readonly content: MessageContent
  readonly typeMessage: string
  /** Outgoing only. */
  readonly status: MessageStatus | null
  readonly sentByApi: boolean | null
  /** The colleague who wrote an own message; null: this person, no member, or no team shares the instance. */
  readonly author: Colleague | null
  readonly program: MessageProgram | null
  /** Times forwarded; null when not forwarded. */
  readonly forwarded: { readonly score: number } | null
  readonly quoted: QuotedMessage | null
  readonly edited: boolean
  /** The service's reason for refusing the last edit ('' if it gave none); null: no edit failed. */
  readonly editFailed: string | null
  readonly deleted: boolean
  /** The person who deleted it, if it is known: in a group not always its writer. */
  readonly deletedBy: Person | null
  readonly reactions: readonly Reaction[]
}

/** Completeness of a chat's history in the archive. */
export interface ChatCompleteness {
  /** Complete from this time (epoch ms) until now; null if unknown. */
  readonly completeFrom: number | null
  /** The service has nothing older. */
  readonly reachedStart: boolean
  readonly checkedAt: number | null
  /** Known gaps (epoch ms), newest first. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
  /** All since then is here, and retention removes what is older (epoch ms); null: more may be loaded, or nothing. */
  readonly retainedFrom: number | null
  readonly loading: boolean
}

export interface MessageWindow {
  readonly chat: ChatKey
  /** Oldest first. */
  readonly rows: readonly Message[]
  /** The archive has older rows than the first one. */
  readonly hasOlder: boolean
  /** The service may have older messages than the archive. */
  readonly olderAtService: boolean
  readonly hasNewer: boolean
  /** The row the anchor resolved to. */
  readonly anchor: MessageKey | null
  /** The first unread message of the chat, also outside the window. */
  readonly firstUnread: MessageKey | null
  readonly unread: number
  readonly completeness: ChatCompleteness
}

export interface MessageDetails {
  readonly message: Message
  readonly observations: readonly StatusObservation[]
  /** Time since acceptance, ms; `atMost` if the source has no time of its own. */
  readonly deliveredMs: { readonly ms: number; readonly atMost: boolean } | null
  readonly readMs: { readonly ms: number; readonly atMost: boolean } | null
  /** The quick reply used, while it exists. */
  readonly quickReply: { readonly key: QuickReplyKey; readonly name: string } | null
  /** A program's part in an own message; null: none, or it is not known here. */
  readonly program: MessageProgramDetails | null
  /** Of an incoming message: the service's id of its sender; '' if unknown. */
  readonly senderId: string
  /** The sender's own name; '' if unknown. */
  readonly senderName: string
  /** The service's newest raw record, as JSON text. */
  readonly raw: string | null
  /** Earlier texts or captions, and those of failed edits, oldest first. */
  readonly previousVersions: readonly EarlierText[]
}

export interface MessageProgramDetails {
  /** The program's own id for it; null: it was sent at a colleague's desk, which does not tell. */
  readonly sendId: string | null
  /** The program's proposal; null: it sent the message itself. Times are epoch ms. */
  readonly proposal: {
    readonly text: string
    /** Why it proposed it, in its own words; '' for none. */
    readonly reason: string
    /** The person who sent it changed the text. */
    readonly isEdited: boolean
    readonly proposedAt: number
    readonly approvedAt: number
  } | null
}

export interface EarlierText {
  readonly text: string
  /** Epoch ms: when it was written, if a notification reported it, else when it was read. */
  readonly at: number
  /** Its source; `app`: written here. */
  readonly source: TextSource
  /** Of a failed edit: the service's reason, '' if it gave none. */
  readonly failed?: string
}

export type TextSource =
  | 'app'
  | 'notification'
  | 'getChatHistory'
  | 'getMessage'
  | 'lastOutgoingMessages'
  | 'lastIncomingMessages'
  | 'lastIncomingCalls'
  | 'lastOutgoingCalls'

/**
 * Why the service has no such message: its two answers (service 7), which it also gives for a queued message, or
 * `notInHistory` if the id is too short to request it alone.
 */
export type ServiceNotFound = 'messageNotFound' | 'chatNotFound' | 'notInHistory'

export interface RecheckResult {
  /** Messages that the service reported as missing; this changes no status. `text`: the service's text. */
  readonly notFound: readonly {
    readonly message: MessageKey
    readonly why: Exclude<ServiceNotFound, 'notInHistory'>
    readonly text: string
  }[]
}

export type FetchResult =
  | { readonly kind: 'found'; readonly message: MessageKey }
  | { readonly kind: 'notFound'; readonly why: ServiceNotFound; readonly text: string }

const anchor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('newest') }),
  z.object({ kind: z.literal('firstUnread') }),
  z.object({ kind: z.literal('message'), message: messageKey }),
  z.object({ kind: z.literal('date'), at: z.number() }),
])
export type WindowAnchor = z.infer<typeof anchor>

export const messageQueries = {
  /** One window of a chat: at most 600 rows around the anchor. `firstUnread` falls back to `newest`. */
  'messages.window': query<MessageWindow>()(
    z.object({ chat: chatKey, anchor, before: z.int().min(0).max(600), after: z.int().min(0).max(600) }),
  ),
  'messages.details': query<MessageDetails>()(z.object({ message: messageKey })),
  /** Row of a quoted or linked message by the service's id. */
  'messages.find': query<MessageKey | null>()(z.object({ chat: chatKey, idMessage: z.string().max(256) })),
}

export const messageCommands = {
  /** Removes messages from this computer only; a tombstone prevents histories from restoring them. */
  'messages.deleteLocally': command<void>()(z.object({ messages: z.array(messageKey).min(1).max(1000) })),
  'messages.restoreDeleted': command<void>()(z.object({ messages: z.array(messageKey).min(1).max(1000) })),
  /** Asks the service for messages now, own ones and others': getMessage, or the lists for short ids. */
  'messages.recheck': command<RecheckResult>()(z.object({ messages: z.array(messageKey).min(1).max(200) })),
  /** Asks the service what was ordered, and keeps the answer with the message. */
  'messages.readOrder': command<void>()(z.object({ message: messageKey })),
  /** Reads one message that is not in the archive, such as a quoted one, from the service. */
  'messages.fetch': command<FetchResult>()(z.object({ chat: chatKey, idMessage: z.string().min(1).max(256) })),
}

export const historyCommands = {
  /** Fetches the newest window and closes the gap to what is stored. */
  'history.refresh': command<ChatCompleteness>()(z.object({ chat: chatKey })),
  /** Asks the service for messages older than the archive's oldest (growing windows). */
  'history.loadOlder': command<ChatCompleteness>()(z.object({ chat: chatKey })),
}
