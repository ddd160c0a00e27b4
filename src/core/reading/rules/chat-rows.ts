import type { Avatar, ChatKind, ChatRow, MessagePreview } from '../../../contract/chats.ts'
import type { ChatKey, InstanceKey, LabelKey, MessageKey } from '../../../contract/ids.ts'
import type { ContentKind, ServiceMarker } from '../../../contract/messages.ts'
import { customPreview, type LinkPreviewChoice } from '../../../contract/link-preview.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { forever } from '../../accounts/rules/instance-row.ts'
import { hueOf, initialsOf } from '../../../contract/values.ts'
import { formatPhone, nameFromId } from './identity.ts'
import { kindOfType } from '../../messages/content/rules/content-kinds.ts'
import { phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import { programColumn, readProgram } from '../../messages/outbox/rules/program-column.ts'
import { statusColumns, statusOf, type StatusColumns } from '../../messages/statuses/rules/status-of.ts'

export interface ChatColumns extends StatusColumns {
  readonly key: ChatKey
  readonly instance: InstanceKey
  readonly chat_id: string
  readonly kind: string
  readonly title: string
  readonly phone: string | null
  readonly avatar_kind: string
  readonly avatar_ref: string | null
  readonly list_at: number
  readonly unread: number
  readonly marked_unread: number
  readonly waiting_at: number | null
  readonly pinned_at: number | null
  readonly muted_until: number | null
  readonly archived: number
  /** 0: it has no message. */
  readonly newest: number
  readonly snoozed_until: number | null
  /** Keys with commas between them. */
  readonly labels: string | null
  readonly draft: string
  readonly assignee: string | null
  readonly assignee_name: string | null
  readonly assignee_own: number | null
  readonly last_message: MessageKey | null
  readonly content_kind: ContentKind | null
  readonly type_message: string | null
  readonly text: string | null
  readonly marker: ServiceMarker | null
  readonly deleted: number | null
  readonly sender_id: string | null
  readonly sender_name: string | null
  readonly program_text: string | null
}

/** Choices for the preview of a draft's link, by the number under which each is stored. */
const storedPreviews: readonly LinkPreviewChoice[] = [true, false, 'small', 'large']

/** The number, and the preview of one's own as JSON. */
export const toStoredPreview = (
  choice: LinkPreviewChoice = true,
): { readonly draft_no_preview: number; readonly draft_preview: string | null } =>
  typeof choice === 'object'
    ? { draft_no_preview: storedPreviews.length, draft_preview: JSON.stringify(choice) }
    : { draft_no_preview: storedPreviews.indexOf(choice), draft_preview: null }

export const fromStoredPreview = (row: {
  readonly draft_no_preview: number
  readonly draft_preview: string | null
}): LinkPreviewChoice =>
  row.draft_preview === null
    ? (storedPreviews[row.draft_no_preview] ?? true)
    : readStored(row.draft_preview, customPreview, true)

/** Previews are cut: a row never shows more, and a text may have 20,000 characters. */
export const previewLength = 200

/** The name that people here gave the writer of message `m` of a group. */
const nameGivenToSender = `case when c.kind = 'group' then (select nullif(shown, '') from person_card
      where digits = coalesce(p.phone, replace(m.sender_id, '@c.us', ''))) end`

/** The contact name of the writer of message `m` of a group, by the ids of the writer's own chat. */
const contactNameOfSender = `coalesce(p.contact_name, case when c.kind = 'group' then (select pc.contact_name
      from chat_alias pa join chat pc on pc.key = pa.chat where pa.instance = c.instance and pa.alias = m.sender_id) end)`

/** A row of the list with its newest message; join conditions for `chat c`. */
export const chatRowSelect = `
  select c.key, c.instance, c.chat_id, c.kind, c.title, c.phone, c.avatar_kind, c.avatar_ref, c.list_at, c.unread,
    c.marked_unread, c.waiting_at, c.pinned_at, c.muted_until, c.archived, c.snoozed_until, c.assignee,
    (select name from team_member where desk = c.assignee) as assignee_name,
    case when c.assignee is not null then (select value = c.assignee from meta where name = 'desk') end as assignee_own, substr(c.draft, 1, ${previewLength}) as draft,
    (select group_concat(label) from chat_label where chat = c.key) as labels,
    c.last_message, max(coalesce(c.last_message, 0), coalesce((select l.key from message l indexed by message_late
      where l.chat = c.key and l.direction = 'incoming' and l.live = 1 order by l.seen_at desc limit 1), 0)) as newest,
    m.content_kind, m.type_message, substr(m.text, 1, ${previewLength}) as text,
    case when m.content_kind = 'marker' and json_valid(m.content_json) then json_extract(m.content_json, '$.marker') end as marker,
    m.deleted, m.sender_id, ${programColumn}, coalesce(${nameGivenToSender}, ${contactNameOfSender}, nullif(m.sender_name, ''), p.name) as sender_name, ${statusColumns}
  from chat c left join message m on m.key = c.last_message left join outbox o on o.message = m.key
    left join person p on p.instance = c.instance and p.id = m.sender_id`

export function toChatRow(row: ChatColumns, now: number): ChatRow {
  const { title } = row
  const digits = row.phone || phoneDigitsOf(row.chat_id)
  const draft = row.draft.trim()
  return {
    key: row.key,
    instance: row.instance,
    chatId: row.chat_id,
    kind: row.kind as ChatKind,
    title,
    phone: digits === '' ? null : formatPhone(digits),
    initials: initialsOf(title),
    hue: hueOf(row.chat_id),
    avatar: toAvatar(row.avatar_kind, row.avatar_ref),
    at: row.list_at,
    preview: toPreview(row),
    newest: row.newest === 0 ? null : (row.newest as MessageKey),
    draft: draft === '' ? null : draft,
    unread: row.unread,
    markedUnread: row.marked_unread === 1,
    waitingSince: toWaitingSince(row, now),
    pinned: row.pinned_at !== null,
    mutedUntil: toMutedUntil(row.muted_until, now),
    archived: row.archived === 1,
    snoozedUntil: row.snoozed_until === forever ? 'message' : row.snoozed_until,
    assignee:
      row.assignee === null
        ? null
        : { desk: row.assignee, name: row.assignee_name ?? '', isThis: row.assignee_own === 1 },
    labels: row.labels === null ? [] : row.labels.split(',').map((key) => Number(key) as LabelKey),
    found: null,
    scheduled: null,
    proposal: null,
  }
}

export function toAvatar(kind: string, ref: string | null): Avatar {
  if (kind === 'image' && ref !== null) return { kind: 'image', ref }
  return kind === 'hidden' || kind === 'none' ? { kind } : { kind: 'unknown' }
}

function toMutedUntil(stored: number | null, now: number): number | 'forever' | null {
  if (stored === null || stored === forever) return stored === null ? null : 'forever'
  return stored > now ? stored : null
}

/** Channels, muted groups and archived chats never wait for an answer. */
const toWaitingSince = (row: ChatColumns, now: number): number | null =>
  row.archived === 1 || row.kind === 'channel' || (row.kind === 'group' && toMutedUntil(row.muted_until, now) !== null)
    ? null
    : row.waiting_at

function toPreview(row: ChatColumns): MessagePreview | null {
  if (row.last_message === null || row.content_kind === null) return null
  const incoming = row.direction === 'incoming'
  const program = readProgram(row.program_text)
  const known = row.content_kind === 'unsupported' ? kindOfType(row.type_message ?? '') : undefined
  return {
    message: row.last_message,
    direction: incoming ? 'incoming' : 'outgoing',
    senderName: incoming && row.kind === 'group' ? (row.sender_name ?? nameFromId(row.sender_id ?? '')) : null,
    programName: program?.how === 'sent' ? program.name : null,
    kind: row.content_kind,
    text: row.deleted === 1 ? '' : (row.text ?? ''),
    ...(row.marker === null ? {} : { marker: row.marker }),
    ...(known === undefined ? {} : { known }),
    deleted: row.deleted === 1,
    status: statusOf(row),
  }
}
