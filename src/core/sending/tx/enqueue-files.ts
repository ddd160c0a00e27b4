import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, MessageKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { OutgoingFile } from '../../../contract/uploads.ts'
import { fileKindOf, isCaption } from '../../../contract/values.ts'
import { checkSize, fileRulesOf } from '../../accounts/tx/file-rules.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { nameAsFile } from '../../uploads/rules/file-name.ts'
import type { SendAt } from '../../../contract/sending.ts'
import { checkSendAt, setDue } from './due.ts'
import { undoWait } from './undo-wait.ts'
import { guardAnswer } from './guard-answer.ts'
import { announced, enqueue, insertOutgoing, quotedIdOf, targetOf, findBySendId } from './enqueue.ts'
import { giveUpload, wholeUpload } from './whole-upload.ts'
import type { Enqueued, SendId, Target } from './enqueue.ts'
import { endDraft } from '../../messages/archive/tx/chat-row.ts'

/**
 * A message of its own for each file, in this order, and then one for the text where it is not blank and not the
 * caption of the only file: all or none. A file goes once it is at the service; what was written after it waits for
 * that. The quote goes with the text, which every family may quote with, else with the first file. Throws what
 * messages.sendFiles names.
 */
export function enqueueFiles(
  tx: Tx,
  input: {
    readonly chat: ChatKey
    readonly files: readonly OutgoingFile[]
    readonly text: string
    readonly quote?: MessageKey | null | undefined
    readonly answeredToo?: boolean | undefined
    readonly sendId?: SendId
    /** The text was written with it. */
    readonly quickReply?: QuickReplyKey | undefined
    readonly sendAt?: SendAt | undefined
  },
): readonly Enqueued[] {
  const { text, quote, sendId, quickReply, sendAt } = input
  const target = targetOf(tx, input.chat)
  const { chat } = target
  const nameOf = (index: number) => (sendId === undefined ? undefined : `${sendId} file ${index}`)
  const isRepeat = findBySendId(tx, target, nameOf(0)) !== undefined
  // The upload of a repeat belongs to its message already.
  const withCaption = isRepeat
    ? findBySendId(tx, target, sendId) === undefined
    : isCaption(
        fileRulesOf(tx, chat),
        input.files.map(({ upload, caption, asFile }) => ({
          kind: asFile ? 'document' : fileKindOf(wholeUpload(tx, target, upload).name),
          caption,
        })),
        text,
      )
  const withText = text.trim() !== '' && !withCaption
  const quotedId = withText ? '' : quotedIdOf(tx, target, quote)
  if (sendAt !== undefined && !isRepeat) checkSendAt(tx, sendAt)
  const guardSince = input.answeredToo !== true && !isRepeat ? guardAnswer(tx, target) : null
  const files = input.files.map((file, index) => {
    const name = nameOf(index)
    return (
      findBySendId(tx, target, name) ??
      enqueueFile(tx, target, withCaption ? { ...file, caption: text } : file, {
        quotedId: index === 0 ? quotedId : '',
        sendId: name,
        guardSince,
        sendAt,
        quickReply: withCaption ? quickReply : undefined,
      })
    )
  })
  tx.changed({ kind: 'uploads', chat })
  if (withText)
    return [
      ...files,
      enqueue(tx, { chat, text, quote, fromDraft: true, answeredToo: true, guardSince, sendId, quickReply, sendAt }),
    ]
  // Text written after the first submission is not part of it.
  if (!isRepeat) endDraft(tx, chat, text)
  return files
}

function enqueueFile(
  tx: Tx,
  target: Target,
  { upload, caption: typed, asFile }: OutgoingFile,
  {
    quotedId,
    sendId,
    guardSince,
    sendAt,
    quickReply,
  }: {
    readonly quotedId: string
    readonly sendId: SendId
    readonly guardSince: number | null
    readonly sendAt: SendAt | undefined
    readonly quickReply: QuickReplyKey | undefined
  },
): Enqueued {
  const row = wholeUpload(tx, target, upload)
  const form = fileForm(tx, target, { ...row, typed, asFile })
  const request = { ...form.request, ...(quotedId === '' ? {} : { quotedMessageId: quotedId }) }
  const wait = sendAt === undefined ? undoWait(tx) : null
  const sent = insertOutgoing(tx, target, {
    ...{ ...form, request, quotedId, forwardedScore: null },
    ...{ sendId, guardSince, wait, quickReply },
  })
  giveUpload(tx, sent.message, { upload, ref: row.ref })
  if (sendAt === undefined) return announced(tx, sent)
  setDue(tx, sent.message, sendAt)
  return announced(tx, sent, 'scheduled')
}

/**
 * How a file goes, and what it looks like until the service shows it. Kinds that have no caption lose it. Throws
 * ContractError `fileTooLarge`, `captionTooLong` and `textBroken`.
 */
export function fileForm(
  tx: ReadTx,
  { chat }: Pick<Target, 'chat'>,
  file: {
    readonly name: string
    /** MIME type, where it is known. */
    readonly mime: string | null
    /** Null: unknown, of a link. */
    readonly bytes: number | null
    readonly typed: string
    readonly asFile: boolean
  },
): Pick<Parameters<typeof insertOutgoing>[2], 'content' | 'typeMessage' | 'operation' | 'request'> {
  const fileName = file.asFile ? nameAsFile(file.name) : file.name
  const kind = fileKindOf(fileName)
  const rules = fileRulesOf(tx, chat)
  const { captioned, captionLength } = rules
  if (file.bytes !== null) checkSize(rules, fileName, file.bytes)
  const caption = captioned.includes(kind) ? file.typed.trim() : ''
  if (caption.length > captionLength)
    throw new ContractError('captionTooLong', { details: { length: caption.length, limit: captionLength } })
  if (!caption.isWellFormed()) throw new ContractError('textBroken')
  return {
    content: {
      kind,
      caption,
      downloadUrl: '',
      fileName,
      mimeType: file.mime ?? '',
      animated: null,
      thumbnail: null,
    },
    typeMessage: `${kind}Message`,
    operation: 'sendFileByUrl',
    request: { fileName, ...(caption === '' ? {} : { caption }) },
  }
}
