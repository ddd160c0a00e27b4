import { z } from 'zod'
import { command, query } from './define.ts'
import { linkPreview, type LinkPreviewChoice } from './link-preview.ts'
import type { Unsynced } from './annotations.ts'
import type { ChatKey, InstanceKey, LabelKey, MessageKey, QuickReplyKey } from './ids.ts'
import { chatKey, instanceKey, labelKey, messageKey, quickReplyKey, scope } from './ids.ts'
import type { MediaRef } from './media.ts'
import type { GroupRight } from './values.ts'
import type { Colleague } from './team.ts'
import type { ContentKind, QuotedMessage, ServiceMarker } from './messages.ts'
import type { MessageStatus } from './statuses.ts'

export type ChatKind = 'user' | 'group' | 'channel' | 'bot' | 'unknown'

/** `unknown`: not requested yet; `hidden` by privacy settings; `none`: no picture, or no such account. */
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
  /** The program that sent it; null: none did. */
  readonly programName: string | null
  readonly kind: ContentKind
  readonly text: string
  readonly marker?: ServiceMarker
  /** Of an `unsupported` one what its type stands for, where this version knows that. */
  readonly known?: ContentKind
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
  /** Formatted phone number, if the id or the service gives one. */
  readonly phone: string | null
  readonly initials: string
  /** 1 to 6. */
  readonly hue: number
  readonly avatar: Avatar
  /** Epoch ms of the newest message, draft or open proposal; the list is sorted by it. */
  readonly at: number
  readonly preview: MessagePreview | null
  /** Its message that arrived last, which may be older than the one of the preview; null: it has none. */
  readonly newest: MessageKey | null
  readonly draft: string | null
  /** 1,000 stands for more: the count is made again with each message. */
  readonly unread: number
  readonly markedUnread: boolean
  /** Epoch ms of the first unanswered message; null if none waits, or if the chat needs no answer. */
  readonly waitingSince: number | null
  readonly pinned: boolean
  readonly mutedUntil: number | 'forever' | null
  readonly archived: boolean
  /** Out of the way until then, epoch ms, or until its customer writes; null: it is not. */
  readonly snoozedUntil: number | 'message' | null
  /** The assignee; null: unassigned, or no team shares the chat. */
  readonly assignee: Colleague | null
  /** Keys missing in labels.list belong to removed labels. */
  readonly labels: readonly LabelKey[]
  /** The name, number, id or label that matched a search, if the title does not show it; else null. */
  readonly found: string | null
  /** In the list `scheduled`: its next scheduled message. */
  readonly scheduled: ChatScheduled | null
  /** The newest of what is to be approved. */
  readonly proposal: ChatProposal | null
}

export interface ChatScheduled {
  /** When it is due, or was, epoch ms. */
  readonly at: number
  readonly kind: ContentKind
  /** Its beginning. */
  readonly text: string
}

export interface ChatProposal {
  /** Its beginning. */
  readonly text: string
  readonly programName: string
  /** Epoch ms. */
  readonly createdAt: number
  /** The customer has written since. */
  readonly hasNewer: boolean
}

/**
 * `waiting` lists chats that wait for an answer, people before groups, whose answer is due first before others,
 * ignoring pins. `mine`: chats assigned to this person. `unassigned`: waiting chats of the team's instances without an
 * assignee, in the order of `waiting`.
 * `snoozed`: chats that are out of the way for a time; no list of what is unread or waits has them.
 * `drafts`: chats with an unsent text, archived ones too.
 * `scheduled`: chats with scheduled messages, archived ones too, whose next one is due first before others.
 */
const chatFilters = [
  'all',
  'unread',
  'waiting',
  'mine',
  'unassigned',
  'groups',
  'drafts',
  'scheduled',
  'snoozed',
  'archived',
] as const
export type ChatFilter = (typeof chatFilters)[number]

export interface ChatPage {
  readonly rows: readonly ChatRow[]
  readonly total: number
  /** Number of pinned rows in the whole list (they come first). */
  readonly pinned: number
  readonly counts: {
    readonly unread: number
    readonly waiting: number
    /** Of those, the ones that wait for longer than the target of their instance. */
    readonly overdue: number
    readonly drafts: number
    readonly scheduled: number
    /** Proposals, of which a chat may have several. */
    readonly proposals: number
    readonly snoozed: number
    readonly archived: number
    /** null: no instance of the list is shared with a team. */
    readonly team: { readonly mine: number; readonly unassigned: number } | null
  }
}

/** A position in the list of waiting chats, valid after its chat was answered. */
export interface WaitingChat {
  readonly chat: ChatKey
  readonly instance: InstanceKey
  readonly title: string
  /** Epoch ms. */
  readonly waitingSince: number
}

export interface BusinessFacts {
  /** In the messenger's words; '' for none, as the others. */
  readonly category: string
  readonly description: string
  readonly email: string
}

export interface ChatDetails extends ChatRow {
  /** Its other ids. */
  readonly aliases: readonly string[]
  /** Chats whose ids a person separated from its own. */
  readonly apart: readonly { readonly chat: ChatKey; readonly id: string }[]
  /** Public name in the messenger, without its @. */
  readonly username: string | null
  readonly senderName: string | null
  readonly contactName: string | null
  /** When the person was last online: the service's text, and `at` if the text is a time. Times in epoch ms. */
  readonly lastSeen: { readonly text: string; readonly at: number | null; readonly checkedAt: number } | null
  /** The profile of a business on WhatsApp; null: it is none, or has none. */
  readonly business: BusinessFacts | null
  /** When the avatar was last read, epoch ms; null: never. */
  readonly avatarCheckedAt: number | null
  /** How long messages stay in the messenger, seconds; 0: for good; null: unknown. */
  readonly lifetime: number | null
  /** True if it is in the messenger's own archive; null: unknown. */
  readonly serviceArchived: boolean | null
  readonly messages: number
  /** Number of notes. */
  readonly notes: number
  /** Its labels that the team does not have. */
  readonly unsyncedLabels: readonly { readonly label: LabelKey; readonly why: Unsynced }[]
  readonly firstAt: number | null
  /** Of the newest message that its person wrote, epoch ms; null: none is known. */
  readonly lastIncomingAt: number | null
  /** The whole text of the draft. */
  readonly draftText: string
  /**
   * The `sendId` of a submission of this text whose result is unknown: resubmitting with it makes one message. Null for
   * a draft that was not submitted.
   */
  readonly draftSend: string | null
  /** The message that the draft quotes. */
  readonly draftQuote: QuotedMessage | null
  /** The quick reply used in the draft, while it exists. */
  readonly draftReply: QuickReplyKey | null
  readonly draftLinkPreview: LinkPreviewChoice
}

/** A chat without what each message changes. */
export type SteadyChat = Omit<ChatDetails, 'at' | 'preview' | 'newest' | 'unread' | 'messages' | 'lastIncomingAt'>

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

/** `notMember` and `notFound` are the service's answers; earlier data is kept. */
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
  /** As the service reports it; a missing right is unknown, not off. */
  readonly participantsMay: Readonly<Partial<Record<GroupRight, boolean>>>
  readonly size: number
  readonly participants: readonly GroupParticipant[]
}

/** The interpretation of a typed recipient, shown before it is used. */
export interface RecipientSuggestion {
  /** The resulting chat id; null if the input is not valid, or a username whose chat only a check can tell. */
  readonly chatId: string | null
  readonly kind: 'exact' | 'corrected' | 'username' | 'invalid'
  readonly display: string
  readonly existing: ChatKey | null
  /** From checkAccount, if the service has it. */
  readonly account: 'exists' | 'missing' | 'unknown'
}

/** Values of a chat that its acts change. Their meaning is core's: `chats.undo` alone takes them. */
export const chatMarkNames = [
  'archived',
  'marked_unread',
  'read_at',
  'read_seen_at',
  'done_at',
  'done_seen_at',
  'snoozed_until',
  'snoozed_key',
  'snoozed_last_at',
] as const
const chatMarks = z.partialRecord(z.enum(chatMarkNames), z.number().nullable())
export type ChatMarks = Readonly<z.infer<typeof chatMarks>>

/** A chat's marks before and after an act. `chats.undo` restores the earlier ones where nobody changed them since. */
const chatChange = z.object({ chat: chatKey, before: chatMarks, after: chatMarks })
export type ChatChange = Readonly<z.infer<typeof chatChange>>

export const chatQueries = {
  /**
   * A slice of the chat list: pinned first, then newest first. `text` filters by title, phone, id or label; with filter
   * `all` it also finds archived chats, after the others. `keep`: a chat that stays in the unread list although it was
   * read.
   */
  'chats.list': query<ChatPage>()(
    z.object({
      scope,
      filter: z.enum(chatFilters),
      text: z.string().max(200).optional(),
      label: labelKey.optional(),
      /** Desk of the colleague whom the chats are assigned to. */
      assignee: z.uuid().optional(),
      keep: chatKey.optional(),
      offset: z.int().min(0),
      limit: z.int().min(1).max(200),
    }),
  ),
  'chats.details': query<ChatDetails>()(z.object({ chat: chatKey })),
  /** Index of a chat in the list of chats.list; null if it is not in it. */
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
   * The next waiting chat after a position, wrapping at the end; never the position's own chat. `at`: since when that
   * chat waited when it was visited; null: its present position, or the beginning of the list.
   */
  'chats.nextWaiting': query<WaitingChat | null>()(
    z.object({ scope, after: z.object({ chat: chatKey, at: z.number().nullable() }).nullable() }),
  ),
  'groups.details': query<GroupDetails>()(z.object({ chat: chatKey })),
  'chats.suggestRecipient': query<RecipientSuggestion>()(
    z.object({ instance: instanceKey, text: z.string().max(256) }),
  ),
}

/** The name of a save of a draft. */
const saveId = z.string().regex(/^[\w-]{8,64}$/)

export const chatCommands = {
  /** Opens a chat by its id, and creates it if needed. Errors: chatIdInvalid. */
  'chats.open': command<{ readonly chat: ChatKey }>()(z.object({ instance: instanceKey, chatId: z.string().max(256) })),
  /** Asks the service whether the number or username has an account, if it has checkAccount. */
  'chats.checkRecipient': command<RecipientSuggestion>()(
    z.object({ instance: instanceKey, text: z.string().max(256) }),
  ),
  /** Makes one of a chat's ids a chat of its own, which is joined again by hand alone. Errors: notFound. */
  'chats.separate': command<{ readonly chat: ChatKey }>()(z.object({ chat: chatKey, alias: z.string().max(256) })),
  /** Makes one chat of two that were separated. Errors: notFound. */
  'chats.rejoin': command<{ readonly chat: ChatKey }>()(z.object({ chat: chatKey, other: chatKey })),
  'chats.setPinned': command<void>()(z.object({ chat: chatKey, pinned: z.boolean() })),
  'chats.setMuted': command<void>()(
    z.object({ chat: chatKey, mutedUntil: z.union([z.number(), z.literal('forever')]).nullable() }),
  ),
  'chats.setArchived': command<ChatChange>()(z.object({ chat: chatKey, archived: z.boolean() })),
  /**
   * Everything up to and including `at` (epoch ms; default: now) counts as read. `upTo`: the newest message that the
   * person saw in the list; one that came after it stays unread. Null or absent: everything that is there.
   */
  'chats.markRead': command<ChatChange>()(
    z.object({ chat: chatKey, at: z.number().optional(), upTo: messageKey.nullable().optional() }),
  ),
  /**
   * Closes a chat without a reply, until its customer writes again. `upTo`: the newest message that the person saw; one
   * that came after it goes on waiting. Null: everything that is there.
   */
  'chats.setDone': command<ChatChange>()(z.object({ chat: chatKey, upTo: messageKey.nullable() })),
  /** Takes acts back. Marks that somebody changed since stay as they are. */
  'chats.undo': command<void>()(z.object({ changes: z.array(chatChange).max(10_000) })),
  /**
   * Takes a chat out of the way until `until`, epoch ms, or only until its customer writes, which ends it in any case.
   * When its time has come, the chat is marked as unread. Null brings it back. Errors: schedulePast, notFound.
   */
  'chats.snooze': command<ChatChange>()(
    z.object({ chat: chatKey, until: z.union([z.number(), z.literal('message')]).nullable() }),
  ),
  'chats.markUnread': command<ChatChange>()(z.object({ chat: chatKey })),
  /**
   * Saves a draft. `submission`: the send whose answer this window lacks, with its text; if it has arrived, what was
   * typed after that text is stored, with no quote or choice of what was sent, and `isSent` says so. `quote`: the
   * quoted message, if any. `quickReply` and `linkPreview` as in `messages.send`. Each of the three stays as it is
   * stored where it is absent. `before`: what was stored when this window read it last or had an answer, `unanswered`:
   * its saves since, oldest first; if another window stored something else, both changes are kept. `before` absent:
   * `text` replaces what is there. `id` names this save. Returns the text that is stored.
   */
  'chats.saveDraft': command<{ readonly text: string; readonly isSent: boolean }>()(
    z.object({
      chat: chatKey,
      text: z.string().max(1_000_000),
      id: saveId.optional(),
      before: z.string().max(1_000_000).optional(),
      unanswered: z
        .array(z.object({ id: saveId, text: z.string().max(1_000_000) }))
        .max(3)
        .optional(),
      quote: messageKey.nullable().optional(),
      quickReply: quickReplyKey.nullable().optional(),
      linkPreview: linkPreview.optional(),
      submission: z.object({ id: z.string().min(8).max(64), text: z.string().max(1_000_000) }).optional(),
    }),
  ),
  'chats.refreshGroup': command<void>()(z.object({ chat: chatKey })),
  /** Tells core which chats are on the screen: their avatars, names and groups are kept fresh within the limits. */
  'chats.inView': command<void>()(z.object({ chats: z.array(chatKey).max(200), open: chatKey.nullable() })),
  'chats.refreshAvatar': command<void>()(z.object({ chat: chatKey })),
}
