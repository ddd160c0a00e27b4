import { z } from 'zod'
import { command, query } from './define.ts'
import type { Unsynced } from './annotations.ts'
import type { ChatKey, InstanceKey, LabelKey, MessageKey, QuickReplyKey } from './ids.ts'
import { chatKey, instanceKey, labelKey, messageKey, quickReplyKey, scope } from './ids.ts'
import type { MediaRef } from './media.ts'
import type { GroupRight } from './values.ts'
import type { Colleague } from './team.ts'
import type { ContentKind, MessageStatus, QuotedMessage, ServiceMarker } from './messages.ts'

export type ChatKind = 'user' | 'group' | 'channel' | 'bot' | 'unknown'

/**
 * `unknown` not asked yet; `hidden` by privacy settings; `none`: the service has no picture to show, or no such
 * account.
 */
export type Avatar =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'image'; readonly ref: MediaRef }

export interface MessagePreview {
  readonly message: MessageKey
  readonly direction: 'incoming' | 'outgoing'
  /** First name of the writer in groups; null in personal chats. */
  readonly senderName: string | null
  readonly kind: ContentKind
  readonly text: string
  readonly marker?: ServiceMarker
  readonly deleted: boolean
  readonly status: MessageStatus | null
}

export interface ChatRow {
  readonly key: ChatKey
  readonly instance: InstanceKey
  readonly chatId: string
  readonly kind: ChatKind
  /** Contact name, sender name, group subject, or a formatted phone number. */
  readonly title: string
  /** Formatted phone number when the id or the service tells one. */
  readonly phone: string | null
  readonly initials: string
  /** 1 to 6. */
  readonly hue: number
  readonly avatar: Avatar
  /** Epoch ms of the newest message or draft; the order of the list. */
  readonly at: number
  readonly preview: MessagePreview | null
  readonly draft: string | null
  readonly unread: number
  readonly markedUnread: boolean
  /** Epoch ms of the first message that nobody answered; null when none waits, and where nobody is meant to answer. */
  readonly waitingSince: number | null
  readonly pinned: boolean
  readonly mutedUntil: number | 'forever' | null
  readonly archived: boolean
  /** Who of the team answers for it; null: nobody, or no team shares it. */
  readonly assignee: Colleague | null
  /** Those that labels.list no longer has were removed. */
  readonly labels: readonly LabelKey[]
  /** The name, number, id or label by which a search found it, where its title does not show it; null otherwise. */
  readonly found: string | null
}

/**
 * `waiting` lists who waits for an answer, the longest waiting first; pins do not count there. `mine` are the chats
 * that this person answers for in a team, `unassigned` those who wait in an instance of the team while nobody does, in
 * the order of `waiting`.
 */
const chatFilters = ['all', 'unread', 'waiting', 'mine', 'unassigned', 'groups', 'archived'] as const
export type ChatFilter = (typeof chatFilters)[number]

export interface ChatPage {
  readonly rows: readonly ChatRow[]
  readonly total: number
  /** Rows of the whole list that are pinned (they come first). */
  readonly pinned: number
  readonly counts: {
    readonly unread: number
    readonly waiting: number
    readonly archived: number
    /** null: no instance of the list is a team's. */
    readonly team: { readonly mine: number; readonly unassigned: number } | null
  }
}

/** A place in the list of waiting chats: it stays known after its chat was answered. */
export interface WaitingChat {
  readonly chat: ChatKey
  readonly instance: InstanceKey
  readonly title: string
  /** Epoch ms. */
  readonly waitingSince: number
}

export interface ChatDetails extends ChatRow {
  readonly aliases: readonly string[]
  readonly senderName: string | null
  readonly contactName: string | null
  /** When the person was last online, in the service's words; `at` where they are a time. Both times epoch ms. */
  readonly lastSeen: { readonly text: string; readonly at: number | null; readonly checkedAt: number } | null
  /** Avatar reading: epoch ms, null when never. */
  readonly avatarCheckedAt: number | null
  readonly messages: number
  /** How many notes people wrote on it. */
  readonly notes: number
  /** Labels of it that the team does not know of. */
  readonly unsyncedLabels: readonly { readonly label: LabelKey; readonly why: Unsynced }[]
  readonly firstAt: number | null
  /** The draft's own text, whole. */
  readonly draftText: string
  /**
   * The `sendId` under which the draft's text was sent already, when it is not known whether that send arrived: to send
   * the text again under it makes one message. Null for a draft that was only written.
   */
  readonly draftSend: string | null
  /** The message of the chat that the draft answers. */
  readonly draftQuote: QuotedMessage | null
  /** The quick reply that stands in it, while that is kept. */
  readonly draftReply: QuickReplyKey | null
  /** False: the service is to make no preview of a link in it. */
  readonly draftLinkPreview: boolean
}

export interface GroupParticipant {
  readonly chatId: string
  readonly name: string
  readonly phone: string | null
  readonly role: 'owner' | 'admin' | 'member'
  readonly own: boolean
  readonly inContacts: boolean
  readonly initials: string
  readonly hue: number
  readonly avatar: Avatar
}

/** `notMember` and `notFound` are the service's answers; both keep what was known before. */
export interface GroupDetails {
  readonly state: 'unknown' | 'known' | 'notMember' | 'notFound'
  readonly fetchedAt: number | null
  readonly subject: string
  readonly description: string
  readonly owner: string
  readonly ownerName: string
  readonly createdAt: number | null
  /** '' when the account is neither owner nor administrator. */
  readonly inviteLink: string
  readonly ownRole: 'owner' | 'admin' | 'member' | 'unknown'
  /** As far as the service tells: what is missing is not known, and never off. */
  readonly participantsMay: Readonly<Partial<Record<GroupRight, boolean>>>
  readonly size: number
  readonly participants: readonly GroupParticipant[]
}

/** What a typed recipient means: shown before it is used. */
export interface RecipientSuggestion {
  /** The chat id that would be used; null when nothing sensible can be made of it. */
  readonly chatId: string | null
  readonly kind: 'exact' | 'corrected' | 'invalid'
  readonly display: string
  readonly existing: ChatKey | null
  /** From checkAccount, where the service has it. */
  readonly account: 'exists' | 'missing' | 'unknown'
}

export const chatQueries = {
  /**
   * A slice of the chat list: pinned first, then newest first. `text` filters by title, phone, id or label; among all,
   * it finds archived ones too, behind the others. `keep` is a chat that stays among the unread ones though it was
   * read.
   */
  'chats.list': query<ChatPage>()(
    z.object({
      scope,
      filter: z.enum(chatFilters),
      text: z.string().max(200).optional(),
      label: labelKey.optional(),
      keep: chatKey.optional(),
      offset: z.int().min(0),
      limit: z.int().min(1).max(200),
    }),
  ),
  'chats.details': query<ChatDetails>()(z.object({ chat: chatKey })),
  /** Index of a chat in the list that chats.list pages through; null when it is not in it. */
  'chats.indexOf': query<number | null>()(z.object({ scope, filter: z.enum(chatFilters), chat: chatKey })),
  /**
   * A chat by the service's id or an alias, for deep links and participants. `instance` may be given as our key or as
   * idInstance text.
   */
  'chats.find': query<{ readonly instance: InstanceKey; readonly chat: ChatKey } | null>()(
    z.object({ instance: z.union([instanceKey, z.string().max(64)]), chatId: z.string().max(256) }),
  ),
  /** The next unread chat after the given one, in list order. */
  'chats.nextUnread': query<ChatKey | null>()(z.object({ scope, after: chatKey.nullable() })),
  /**
   * Who waits longest after a place in the list, and from the end round to its beginning; never the chat of the place
   * itself. `at` is since when that chat waited when it was gone to; null: wherever it stands by now, or the beginning.
   */
  'chats.nextWaiting': query<WaitingChat | null>()(
    z.object({ scope, after: z.object({ chat: chatKey, at: z.number().nullable() }).nullable() }),
  ),
  'groups.details': query<GroupDetails>()(z.object({ chat: chatKey })),
  'chats.suggestRecipient': query<RecipientSuggestion>()(
    z.object({ instance: instanceKey, text: z.string().max(256) }),
  ),
}

export const chatCommands = {
  /** Opens (creates when needed) a chat by its id. Errors: chatIdInvalid. */
  'chats.open': command<{ readonly chat: ChatKey }>()(z.object({ instance: instanceKey, chatId: z.string().max(256) })),
  /** Asks the service whether the number has an account, where it can. */
  'chats.checkRecipient': command<RecipientSuggestion>()(
    z.object({ instance: instanceKey, text: z.string().max(256) }),
  ),
  'chats.setPinned': command<void>()(z.object({ chat: chatKey, pinned: z.boolean() })),
  'chats.setMuted': command<void>()(
    z.object({ chat: chatKey, mutedUntil: z.union([z.number(), z.literal('forever')]).nullable() }),
  ),
  'chats.setArchived': command<void>()(z.object({ chat: chatKey, archived: z.boolean() })),
  /** Everything up to and including `at` (epoch ms; default: now) counts as read. */
  'chats.markRead': command<void>()(z.object({ chat: chatKey, at: z.number().optional() })),
  /** Nothing is left to answer: the chat waits no longer, until its customer writes again. False takes that back. */
  'chats.setDone': command<void>()(z.object({ chat: chatKey, done: z.boolean() })),
  'chats.markUnread': command<void>()(z.object({ chat: chatKey })),
  /**
   * With the `sendId` of a send of just this text and quote: once that send has arrived, they are no draft and are not
   * kept. `quote`: the message of the chat that is answered; without it none is. `quickReply` and `linkPreview` as in
   * `messages.send`.
   */
  'chats.saveDraft': command<void>()(
    z.object({
      chat: chatKey,
      text: z.string().max(1_000_000),
      quote: messageKey.nullable().optional(),
      quickReply: quickReplyKey.nullable().optional(),
      linkPreview: z.boolean().optional(),
      sendId: z.string().min(8).max(64).optional(),
    }),
  ),
  'chats.refreshGroup': command<void>()(z.object({ chat: chatKey })),
  /** Tells core which chats are on the screen: their avatars, names and groups are kept fresh within the limits. */
  'chats.inView': command<void>()(z.object({ chats: z.array(chatKey).max(200), open: chatKey.nullable() })),
  'chats.refreshAvatar': command<void>()(z.object({ chat: chatKey })),
}
