import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, ProgramKey } from '../../../contract/ids.ts'
import type { ProblemCode } from '../../../public-api/problems.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { requireProgram, type Program } from '../../programs/identity/tx/program-row.ts'
import { scopeParams, seesChat, seesMessage } from '../../programs/identity/tx/program-scope.ts'
import { storeMessageFile } from '../../media/tx/store-file.ts'
import { insertUpload, updateUpload } from '../../messages/outbox/tx/upload-row.ts'
import { releaseProgramFile, findProgramFile, type ProgramFile } from '../../uploads/tx/program-files.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { hashOf, programSendId, programSendKey } from '../../sharing/rules/shared-send-id.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import { allowancesOf, type SendAllowance } from '../rules/program-limits.ts'
import { announced, insertOutgoing, quotedIdOf, targetOf, checkedText, type Enqueued, type Target } from './enqueue.ts'
import { openChat } from './open-chat.ts'
import type { OutgoingContent } from '../../../contract/sending.ts'
import type { OperationInput } from '../../../public-api/operations.ts'
import { formOf } from '../../messages/outbox/rules/outgoing-request.ts'
import { sentName } from '../../uploads/rules/file-name.ts'
import { fileForm } from './enqueue-files.ts'
import { findForwardable } from './enqueue-forwards.ts'

/** A program's message in its own terms: a text or a content. */
export interface ProgramMessage {
  readonly program: ProgramKey
  readonly sendId: string
  readonly instance: InstanceKey
  readonly chatId: string
  readonly text?: string | undefined
  readonly content?: ProgramContent | undefined
  /** The service's id of a message of the chat. */
  readonly quotedServiceId?: string | undefined
  readonly linkPreview?: boolean | undefined
}

interface EnqueuedProgramSend {
  readonly kind: 'enqueued'
  readonly message: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  /** False: it was there already, under this sendId. */
  readonly isNew: boolean
  readonly isCancelled: boolean
  readonly allowances: readonly SendAllowance[]
}

export type ProgramSendResult =
  | EnqueuedProgramSend
  | { readonly kind: 'refused'; readonly code: ProblemCode; readonly retryAfterMs?: number }

interface SentBefore {
  readonly message: MessageKey
  readonly input_hash: string
  readonly cancelled_at: number | null
}

const findSend = (tx: ReadTx, key: string): SentBefore | undefined =>
  tx.get<SentBefore>('select message, input_hash, cancelled_at from program_send where key = ?', [key])

/**
 * Puts a program's message into the outbox, once for each sendId: an equal second call gets the first message. Only a
 * chat of the program's scope, in which somebody wrote lately, and within its limits. Throws ContractError `notFound`,
 * `chatIdInvalid`, `quoteNotPossible` and those of its text or content.
 */
export function enqueueProgramSend(tx: Tx, input: ProgramMessage): ProgramSendResult {
  const program = requireProgram(tx, input.program)
  const key = programSendKey(program, input.sendId)
  const { instance, chatId, text = null, content, quotedServiceId = null, linkPreview = null } = input
  if ((text === null) === (content === undefined)) return { kind: 'refused', code: 'textOrContent' }
  const inputHash = hashOf([instance, chatId, text, quotedServiceId, linkPreview, ...(content ? [content] : [])])
  const before = findSend(tx, key)
  if (before !== undefined) {
    if (before.input_hash !== inputHash) return { kind: 'refused', code: 'sendIdReused' }
    const chat = findChat(tx, instance, chatId)?.chat
    if (chat === undefined) throw new ContractError('notFound')
    const isCancelled = before.cancelled_at !== null
    return {
      ...{ kind: 'enqueued', message: before.message, instance, chat, isNew: false, isCancelled },
      allowances: readAllowances(tx, program),
    }
  }
  if (tx.get('select 1 from proposal where send_key = ?', [key]) !== undefined)
    return { kind: 'refused', code: 'sendIdReused' }
  if (readSetting(tx, 'programSendsPaused') === true || program.state === 'paused')
    return { kind: 'refused', code: 'sendsPaused' }
  const chat = chatToWrite(tx, program, { instance, chatId })
  if (chat === null) return { kind: 'refused', code: 'chatNotRecent' }
  const taken = readAllowances(tx, program).find(({ left }) => left === 0)
  if (taken !== undefined) return { kind: 'refused', code: 'tooManySends', retryAfterMs: taken.resetMs }
  const target = targetOf(tx, chat)
  const formed =
    content === undefined ? textForm(target, text ?? '', linkPreview) : contentForm(tx, program, target, content)
  if (formed.kind === 'refused') return formed
  const { form, file } = formed
  const quotedId = quotedIdOf(tx, target, quotedKey(tx, chat, quotedServiceId))
  const sent = insertOutgoing(tx, target, {
    ...form,
    request: { ...(quotedId === '' ? {} : { quotedMessageId: quotedId }), ...form.request },
    quotedId,
    sendId: `program ${key}`,
    program: program.key,
    wait: null,
  })
  if (file !== null) attachFile(tx, sent, file, content?.kind === 'file' && content.asFile === true)
  tx.run(
    `insert into program_send (key, program, program_name, send_id, input_hash, message, at)
     values (:key, :program, :name, :sendId, :inputHash, :message, :now)`,
    {
      ...{ key, program: program.key, name: program.name, sendId: input.sendId },
      ...{ inputHash, message: sent.message, now: tx.now },
    },
  )
  if (program.keyed !== null) tx.run('update program_send set shared_id = ? where key = ?', [programSendId(key), key])
  announced(tx, sent)
  return { kind: 'enqueued', ...sent, isNew: true, isCancelled: false, allowances: readAllowances(tx, program) }
}

/**
 * Several messages, all or none: a repeated call would send those again that had left. Throws what `enqueueProgramSend`
 * throws, and ContractError `badInput` with `refusal` where one is refused.
 */
export function enqueueProgramSends(tx: Tx, inputs: readonly ProgramMessage[]): readonly EnqueuedProgramSend[] {
  return inputs.map((input) => {
    const result = enqueueProgramSend(tx, input)
    if (result.kind === 'enqueued') return result
    const { code: refusal, retryAfterMs } = result
    throw new ContractError('badInput', { details: { refusal, retryAfterMs: retryAfterMs ?? 0 } })
  })
}

/** The message takes a file that the program handed in. */
function attachFile(tx: Tx, { message, chat }: Enqueued, file: ProgramFile, asFile: boolean): void {
  const { name, bytes, ref } = file
  // A second message may take the same file, handed in once more.
  const id = `${file.id} ${message}`
  insertUpload(tx, { id, chat, position: 0, name, bytes })
  updateUpload(tx, id, { message, ref, as_file: asFile })
  storeMessageFile(tx, message, ref)
  releaseProgramFile(tx, file)
  tx.changed({ kind: 'uploads', chat })
}

/** The chat, opened where a program may write first; null where nobody wrote in it lately. Throws `notFound`. */
function chatToWrite(
  tx: Tx,
  program: Program,
  { instance, chatId }: { readonly instance: InstanceKey; readonly chatId: string },
): ChatKey | null {
  const known = findChat(tx, instance, chatId)?.chat
  // A chat that is not there is answered as one outside of the scope is, so that nobody learns which chats there are.
  const isPart = program.scope.labels !== null || !program.scope.groups
  if (known === undefined && !program.writesFirst && isPart) throw new ContractError('notFound')
  if (known === undefined && !program.writesFirst) return null
  const chat = known ?? openChat(tx, { instance, chatId }).chat
  const seen = tx.get(`select 1 from chat c where c.key = :chat and ${seesChat}`, { ...scopeParams(program), chat })
  if (seen === undefined) throw new ContractError('notFound')
  if (program.writesFirst) return chat
  const recent = tx.get(
    `select 1 from message where chat = ? and direction = 'incoming' and unsent = 0 and folded = 0 and hidden_at is null
       and at > ? limit 1`,
    [chat, tx.now - retryPolicy.programChat],
  )
  return recent === undefined ? null : chat
}

/** A message of the chat by the service's id. Throws ContractError `quoteNotPossible`. */
export function quotedKey(tx: ReadTx, chat: ChatKey, idMessage: string | null): MessageKey | null {
  if (idMessage === null) return null
  const row = tx.get<{ key: MessageKey }>('select key from message where chat = ? and id_message = ?', [
    chat,
    idMessage,
  ])
  if (row === undefined) throw new ContractError('quoteNotPossible')
  return row.key
}

/** A program's remaining sends within each period. */
function readAllowances(tx: ReadTx, { key, sendLimits }: Program): readonly SendAllowance[] {
  return allowancesOf(
    sendLimits,
    tx.now,
    (from) =>
      tx.get<{ count: number; firstAt: number | null }>(
        // Sends from later than now are from before the clock was set back.
        'select count(*) as count, min(at) as firstAt from program_send where program = ? and at > ? and at <= ?',
        [key, from, tx.now],
      ) ?? { count: 0, firstAt: null },
  )
}

/** The message of a program's sendId, and whether it was cancelled; null where there is none. */
export function findProgramSend(
  tx: ReadTx,
  input: { readonly program: ProgramKey; readonly sendId: string },
): { readonly message: MessageKey; readonly isCancelled: boolean } | null {
  const found = findSend(tx, programSendKey(requireProgram(tx, input.program), input.sendId))
  return found === undefined ? null : { message: found.message, isCancelled: found.cancelled_at !== null }
}

/** Of some reservations those that came into this outbox. */
export const knownReservations = (tx: ReadTx, { ids }: { readonly ids: readonly string[] }): readonly string[] =>
  tx
    .all<{ id: string }>(
      'select shared_id as id from program_send where shared_id in (select value from json_each(?))',
      [JSON.stringify(ids)],
    )
    .map(({ id }) => id)

/** Whether a program sent a message. */
export const isOfProgram = (
  tx: ReadTx,
  input: { readonly program: ProgramKey; readonly message: MessageKey },
): boolean =>
  tx.get('select 1 from program_send where message = ? and program = ?', [input.message, input.program]) !== undefined

/** Call it before a message is removed by a cancelling: a repeated call must not send it again. */
export function recordCancelledSend(tx: Tx, message: MessageKey): void {
  tx.run('delete from program_send where cancelled_at < ?', [tx.now - retryPolicy.programCancelled])
  tx.run('update program_send set cancelled_at = ? where message = ?', [tx.now, message])
}

/** The content that a program sends in place of a text. */
type ProgramContent = NonNullable<OperationInput<'sendMessage'>['content']>

type Form = Pick<
  Parameters<typeof insertOutgoing>[2],
  'content' | 'typeMessage' | 'operation' | 'request' | 'forwardedScore'
>

type ProgramForm =
  | { readonly kind: 'form'; readonly form: Form; readonly file: ProgramFile | null }
  | { readonly kind: 'refused'; readonly code: ProblemCode }

const formed = (form: Omit<Form, 'forwardedScore'>, file: ProgramFile | null = null): ProgramForm => ({
  kind: 'form',
  form: { ...form, forwardedScore: null },
  file,
})

/** How a text of a program goes. Throws the errors of a text. */
function textForm({ chatId, family }: Target, text: string, linkPreview: boolean | null): ProgramForm {
  return formed({
    content: { kind: 'text', text: checkedText(chatId, text), preview: null },
    typeMessage: 'textMessage',
    operation: 'sendMessage',
    request: linkPreview === null || family === 'telegram' ? {} : { linkPreview },
  })
}

/** How a content goes. Throws ContractError `fileTooLarge`, `captionTooLong`, `contactNotPossible` and `textBroken`. */
function contentForm(tx: Tx, program: Program, target: Target, content: ProgramContent): ProgramForm {
  if (!Object.values(content).flat().every(isWellFormed)) throw new ContractError('textBroken')
  switch (content.kind) {
    case 'file': {
      const found = findProgramFile(tx, program.key, content.uploadId)
      if (found === null) return { kind: 'refused', code: 'uploadUnknown' }
      const file = content.name === undefined ? found : { ...found, name: sentName(content.name, '') }
      const { caption = '', asFile = false } = content
      return formed(fileForm(tx, target, { ...file, typed: caption, asFile }), file)
    }
    case 'fileByUrl': {
      const { url, name, caption = '' } = content
      const form = fileForm(tx, target, {
        name: sentName(name, ''),
        mime: null,
        bytes: null,
        typed: caption,
        asFile: false,
      })
      return formed({ ...form, request: { ...form.request, urlFile: url } })
    }
    case 'forward':
      return forwardForm(tx, program, target, content)
    case 'poll':
      if (new Set(content.options).size < content.options.length) return { kind: 'refused', code: 'pollOptionsEqual' }
      return outgoing(target, content)
    case 'location': {
      const { name = '', address = '' } = content
      return outgoing(target, { ...content, name, address })
    }
    case 'contact': {
      const { phone = '', chatId = '', firstName = '', lastName = '', company = '' } = content
      return outgoing(target, { kind: 'contact', phone, chatId, firstName, lastName, company })
    }
  }
}

const isWellFormed = (value: unknown): boolean => typeof value !== 'string' || value.isWellFormed()

function outgoing({ family }: Target, content: OutgoingContent): ProgramForm {
  const form = formOf(content, family)
  if (form === null) throw new ContractError('contactNotPossible')
  const { operation, input } = form.request
  return formed({ content: form.content, typeMessage: form.typeMessage, operation, request: input })
}

/** A message that the program sees, of the same instance. */
function forwardForm(
  tx: Tx,
  program: Program,
  { instance }: Target,
  { fromChatId, serviceId }: Extract<ProgramContent, { kind: 'forward' }>,
): ProgramForm {
  const chat = findChat(tx, instance, fromChatId)?.chat
  const row =
    chat === undefined
      ? undefined
      : tx.get<{ key: MessageKey }>(
          `select m.key from message m join chat c on c.key = m.chat
           where m.chat = :chat and m.id_message = :serviceId and ${seesMessage} and ${seesChat}`,
          { ...scopeParams(program), chat, serviceId },
        )
  const source = row === undefined ? null : findForwardable(tx, row.key)
  if (source === null) return { kind: 'refused', code: 'forwardNotPossible' }
  return { kind: 'form', form: source, file: null }
}
