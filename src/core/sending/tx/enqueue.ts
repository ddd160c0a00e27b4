import { currentChat } from '../../messages/archive/tx/chat-of.ts'
import { announceMoved } from '../../messages/archive/tx/chat-summary.ts'
import { insertMessage } from '../../messages/archive/tx/message-row.ts'
import { indexText } from '../../messages/archive/tx/search-index.ts'
import { searchTextOf } from '../../messages/content/rules/content-kinds.ts'
import { sentFacts } from '../../messages/archive/rules/sent-facts.ts'
import { ownPreview } from '../../messages/content/rules/own-preview.ts'
import type { StoredContent } from '../../messages/content/rules/stored-content.ts'
import { firstVersion } from '../../messages/archive/rules/text-versions.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, ProgramKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { WaitReason } from '../../../contract/statuses.ts'
import type { LinkPreviewChoice } from '../../../contract/link-preview.ts'
import type { OutgoingContent, SendAt } from '../../../contract/sending.ts'
import { limits } from '../../../api/schema/limits.ts'
import type { Family, InputOf } from '../../../api/operations.ts'
import { findFirstLink } from '../../../contract/text/tokenise-text.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { checkSendAt, setDue } from './due.ts'
import { undoWait, type InitialWait } from './undo-wait.ts'
import { waitReasonColumns } from '../../messages/outbox/rules/wait-reason.ts'
import { checkText } from '../rules/check-text.ts'
import { clockOffset, insertOutbox, nextSeq, type OutboxRow } from '../../messages/outbox/tx/outbox-row.ts'
import { guardAnswer } from './guard-answer.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import { formOf, type SendOperation } from '../../messages/outbox/rules/outgoing-request.ts'
import { giveUpload, wholeUpload } from './whole-upload.ts'
import { checkSize, fileRulesOf } from '../../accounts/tx/file-rules.ts'
import { nameAsFile } from '../../uploads/rules/file-name.ts'
import { endDraft } from '../../messages/archive/tx/chat-row.ts'
import { copyUpload, updateUpload } from '../../messages/outbox/tx/upload-row.ts'
import { copyMessageFile } from '../../media/tx/store-file.ts'

export interface Enqueued {
  readonly message: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
}

/** The text as it would be sent, or the contract's error. */
export function checkedText(chatId: string, typed: string): string {
  const check = checkText(chatId, typed)
  if (check.ok) return check.text
  const { code, ...details } = check.fault
  throw new ContractError(code, { details })
}

/** A chat to send to. */
export interface Target {
  readonly chat: ChatKey
  readonly instance: InstanceKey
  readonly chatId: string
  readonly family: Family
}

/** The chat, or the one that it was joined to while a person wrote. Throws ContractError `notFound`. */
export function targetOf(tx: Tx, named: ChatKey): Target {
  const chat = currentChat(tx, named)
  const row = tx.get<{ instance: InstanceKey; chat_id: string; family: Family }>(
    'select c.instance, c.chat_id, i.family from chat c join instance i on i.key = c.instance where c.key = ?',
    [chat ?? null],
  )
  if (chat === undefined || row === undefined) throw new ContractError('notFound')
  return { chat, instance: row.instance, chatId: row.chat_id, family: row.family }
}

/** The idempotency key of the send. */
export type SendId = string | undefined

/**
 * Writes message and outbox row in one transaction (architecture 6): from then on the send survives a crash. Ends the
 * chat's draft, whatever version of it was saved. Throws ContractError `notFound`, `quoteNotPossible`,
 * `answeredMeanwhile` and those of the text.
 */
export function enqueue(
  tx: Tx,
  input: {
    readonly chat: ChatKey
    readonly text: string
    readonly fromDraft?: boolean
    readonly quote?: MessageKey | null | undefined
    readonly linkPreview?: LinkPreviewChoice | undefined
    /** The person has seen the other answer. */
    readonly answeredToo?: boolean | undefined
    /** Of the files before it, where they were checked together. */
    readonly guardSince?: number | null
    readonly sendId?: SendId
    readonly sendAt?: SendAt | undefined
    readonly quickReply?: QuickReplyKey | undefined
  },
): Enqueued {
  const target = targetOf(tx, input.chat)
  const earlier = findBySendId(tx, target, input.sendId)
  if (earlier !== undefined) return earlier
  if (input.sendAt !== undefined) checkSendAt(tx, input.sendAt)
  const text = checkedText(target.chatId, input.text)
  const quotedId = quotedIdOf(tx, target, input.quote)
  const isGuarded = input.answeredToo !== true && input.fromDraft === true
  const guardSince = isGuarded ? guardAnswer(tx, target) : input.guardSince
  const sent = insertOutgoing(tx, target, {
    content: { kind: 'text', text, ...shownPreview(input.linkPreview, target.family) },
    typeMessage: 'textMessage',
    operation: 'sendMessage',
    request: {
      ...(quotedId === '' ? {} : { quotedMessageId: quotedId }),
      ...previewOf(input.linkPreview, target.family, text),
      ...(input.fromDraft === true ? typingOf(tx) : {}),
    },
    quotedId,
    forwardedScore: null,
    sendId: input.sendId,
    quickReply: input.quickReply,
    guardSince,
    wait: input.fromDraft === true && input.sendAt === undefined ? undoWait(tx) : null,
  })
  if (input.fromDraft === true) endDraft(tx, target.chat, input.text)
  if (input.sendAt === undefined) return announced(tx, sent)
  setDue(tx, sent.message, input.sendAt)
  return announced(tx, sent, 'scheduled')
}

/**
 * Telegram has no previews that can be chosen; sizes and previews of one's own are WhatsApp's (service 11.3.1). Throws
 * ContractError `bodyTooLarge`.
 */
function previewOf(
  chosen: LinkPreviewChoice | undefined,
  family: Family,
  text: string,
): Pick<InputOf<'sendMessage'>, 'linkPreview' | 'typePreview' | 'customPreview'> {
  if (chosen === undefined || family === 'telegram') return {}
  if (typeof chosen === 'boolean') return { linkPreview: chosen }
  if (family !== 'whatsapp') return { linkPreview: true }
  if (typeof chosen === 'string') return { linkPreview: true, typePreview: chosen }
  const { size, title, description, picture } = chosen
  const link = chosen.link || (findFirstLink(text) ?? '')
  const preview = {
    title,
    ...(description === '' ? {} : { description }),
    ...(link === '' ? {} : { link }),
    ...(picture === '' ? {} : size === 'large' ? { urlFile: picture } : { jpegThumbnail: picture }),
  }
  const bytes = Buffer.byteLength(JSON.stringify({ text, preview })) + roomForIds
  const limit = limits.jsonBodyBytes
  if (bytes > limit) throw new ContractError('bodyTooLarge', { details: { bytes, limit } })
  return { linkPreview: true, typePreview: size, customPreview: preview }
}

/** Of a request beside its text and preview, bytes. */
const roomForIds = 1000

/** Until the service shows the message, only a preview of one's own is known. */
const shownPreview = (chosen: LinkPreviewChoice | undefined, family: Family) =>
  typeof chosen === 'object' && family === 'whatsapp' ? ownPreview(chosen) : { preview: null }

/** Shows "typing" before what a person wrote, where Settings say so. */
function typingOf(tx: Tx): { readonly typingTime?: number } {
  const seconds = readSetting(tx, 'typingSeconds')
  return typeof seconds === 'number' && seconds >= 1 && seconds <= 20 ? { typingTime: seconds * 1000 } : {}
}

/**
 * The same for what is not a text. Throws ContractError `notFound`, `quoteNotPossible`, `contactNotPossible`, and what
 * `templateFileOf` throws.
 */
export function enqueueContent(
  tx: Tx,
  input: {
    readonly chat: ChatKey
    readonly content: OutgoingContent
    readonly quote?: MessageKey | null | undefined
    readonly sendId?: SendId
  },
): Enqueued {
  const target = targetOf(tx, input.chat)
  const earlier = findBySendId(tx, target, input.sendId)
  if (earlier !== undefined) return earlier
  const form = formOf(input.content, target.family)
  if (form === null) throw new ContractError('contactNotPossible')
  const file = templateFileOf(tx, target, input.content)
  const quotedId = quotedIdOf(tx, target, input.quote)
  const quote = quotedId === '' ? {} : { quotedMessageId: quotedId }
  const sent = insertOutgoing(tx, target, {
    content: form.content,
    typeMessage: form.typeMessage,
    operation: form.request.operation,
    request: { ...form.request.input, ...quote },
    quotedId,
    forwardedScore: null,
    sendId: input.sendId,
    wait: undoWait(tx),
  })
  if (file !== null) {
    giveUpload(tx, sent.message, file)
    // The file has no kind of its own: the template decides it.
    updateUpload(tx, file.upload, { as_file: 0 })
    tx.changed({ kind: 'uploads', chat: target.chat })
  }
  return announced(tx, sent)
}

/** The file that a template takes along. Throws ContractError `notFound`, `fileNotWhole` and `fileTooLarge`. */
function templateFileOf(tx: ReadTx, target: Target, content: OutgoingContent) {
  if (content.kind !== 'template' || content.media === undefined || !('upload' in content.media)) return null
  const { kind, upload } = content.media
  const file = wholeUpload(tx, target, upload)
  checkSize(fileRulesOf(tx, target.chat), kind === 'document' ? nameAsFile(file.name) : file.name, file.bytes)
  return { upload, ref: file.ref }
}

/** Sends a row's content again, as a new message. */
export function enqueueCopy(tx: Tx, row: OutboxRow): Enqueued {
  const { quoted_id, type_message, forwarded_score } = readSource(tx, row.message)
  const sent = insertOutgoing(tx, targetOf(tx, row.chat), {
    content: row.content,
    typeMessage: type_message,
    operation: row.operation,
    request: row.request,
    quotedId: quoted_id ?? '',
    forwardedScore: forwarded_score,
    sendId: undefined,
    quickReply: quickReplyOf(tx, row.message),
    wait: null,
  })
  copyFile(tx, row.message, sent.message)
  return announced(tx, sent)
}

const quickReplyOf = (tx: Tx, message: MessageKey): QuickReplyKey | undefined =>
  tx.get<{ key: QuickReplyKey | null }>('select quick_reply as key from outbox where message = ?', [message])?.key ??
  undefined

/**
 * A file that the service still keeps goes by its link; any other one has to be on this disk yet, or fails with that
 * word.
 */
function copyFile(tx: Tx, from: MessageKey, to: MessageKey): void {
  copyUpload(tx, from, to)
  copyMessageFile(tx, from, to)
}

export interface Source {
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chat_id: string
  readonly id_message: string | null
  readonly deleted: number
  readonly content_json: string
  readonly type_message: string
  readonly quoted_id: string | null
  readonly forwarded_score: number | null
}

export function readSource(tx: Tx, message: MessageKey): Source {
  const row = findSource(tx, message)
  if (row === undefined) throw new ContractError('notFound')
  return row
}

export const findSource = (tx: Tx, message: MessageKey): Source | undefined =>
  tx.get<Source>(
    `select m.instance, m.chat, c.chat_id, m.id_message, m.deleted, m.content_json, m.type_message, m.quoted_id, m.forwarded_score
     from message m join chat c on c.key = m.chat where m.key = ?`,
    [message],
  )

/**
 * The service's id of what is quoted; '' for nothing. The service quotes what is in the chat itself (service 11.3.1),
 * and not what was deleted there. Throws ContractError `quoteNotPossible`, also where the message is gone from here.
 */
export function quotedIdOf(tx: Tx, target: Target, quote: MessageKey | null | undefined): string {
  if (quote === undefined || quote === null) return ''
  const quoted = findSource(tx, quote)
  if (quoted?.chat !== target.chat || quoted.id_message === null || quoted.deleted === 1)
    throw new ContractError('quoteNotPossible')
  return quoted.id_message
}

/** Message and job, at the end of the chat's lane. */
export function insertOutgoing(
  tx: Tx,
  target: Target,
  send: {
    readonly content: StoredContent
    readonly typeMessage: string
    readonly operation: SendOperation
    readonly request: Readonly<Record<string, unknown>> | null
    readonly quotedId: string
    readonly forwardedScore: number | null
    readonly sendId: SendId
    readonly quickReply?: QuickReplyKey | undefined
    readonly guardSince?: number | null | undefined
    /** Absent: a person sends it. */
    readonly program?: ProgramKey | undefined
    /** The time in which the send can be undone; null: it goes as soon as its lane lets it. */
    readonly wait: InitialWait | null
  },
): Enqueued {
  const { instance, chat } = target
  const { content, typeMessage, quotedId, forwardedScore } = send
  const at = tx.now + clockOffset(tx, instance)
  const wait = send.wait ?? { waitReason: waitReasonColumns(waitsInLane(tx, instance, chat)), nextTryAt: 0 }
  const seq = nextSeq(tx)
  const texts = firstVersion(content, tx.now, 'app')
  const facts = sentFacts({ at, typeMessage, content, quotedId, forwardedScore, seenAt: tx.now, texts })
  const message = insertMessage(tx, {
    instance,
    chat,
    idMessage: null,
    unsentTie: unsentTie(seq),
    folded: false,
    live: false,
    facts,
  })
  const { operation, request, sendId = null, quickReply = null, guardSince = null, program = null } = send
  insertOutbox(tx, {
    message,
    instance,
    chat,
    seq,
    ...wait,
    sendId,
    operation,
    request,
    quickReply,
    program,
    guardSince,
  })
  indexText(tx, { key: message, fts: null, at }, searchTextOf(content))
  return { message, instance, chat }
}

export function announced(tx: Tx, sent: Enqueued, raw: 'queued' | 'scheduled' = 'queued'): Enqueued {
  const { message, instance, chat } = sent
  observe(tx, message, { source: 'app', raw, serviceAt: null, seenAt: tx.now })
  announceMoved(tx, { instance, chat }, [message])
  return sent
}

/**
 * The message of an earlier submission with this key, even if cancelled since. A key of another chat's send is an error
 * of the caller.
 */
export function findBySendId(tx: Tx, { chat, instance }: Target, sendId: SendId): Enqueued | undefined {
  if (sendId === undefined) return undefined
  const known = tx.get<{ message: MessageKey; chat: ChatKey }>(
    `select message, chat from outbox where send_id = :sendId
     union all select message, chat from cancelled_send where send_id = :sendId limit 1`,
    { sendId },
  )
  if (known !== undefined && known.chat !== chat) throw new ContractError('badInput')
  return known && { message: known.message, instance, chat }
}

/** The wait reason of a message before which others of its chat have to go. */
function waitsInLane(tx: Tx, instance: InstanceKey, chat: ChatKey): WaitReason | null {
  const before = tx.get(
    `select 1 from outbox where instance = ? and chat = ? and state in ('queued', 'sending', 'uncertain') and parked = 0 and due_at is null limit 1`,
    [instance, chat],
  )
  return before === undefined ? null : { kind: 'lane' }
}

/** Unsent messages stand in the order of their lane. */
export const unsentTie = (seq: number): string => String(seq).padStart(16, '0')
