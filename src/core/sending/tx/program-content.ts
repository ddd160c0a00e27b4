import { ContractError } from '../../../contract/errors.ts'
import type { MessageKey } from '../../../contract/ids.ts'
import type { OutgoingContent } from '../../../contract/sending.ts'
import type { OperationInput } from '../../../public-api/operations.ts'
import type { ProblemCode } from '../../../public-api/problems.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { formOf } from '../../messages/outbox/rules/outgoing-request.ts'
import type { Program } from '../../programs/identity/tx/program-row.ts'
import { scopeParams, seesChat, seesMessage } from '../../programs/identity/tx/program-scope.ts'
import type { Tx } from '../../store/tx.ts'
import { sentName } from '../../uploads/rules/file-name.ts'
import { findProgramFile } from '../../uploads/tx/program-files.ts'
import type { ProgramFile } from '../../uploads/tx/program-files.ts'
import { fileForm } from './enqueue-files.ts'
import { findForwardable } from './enqueue-forwards.ts'
import { checkedText } from './enqueue.ts'
import type { insertOutgoing, Target } from './enqueue.ts'

/** What a program sends in place of a text. */
export type ProgramContent = NonNullable<OperationInput<'sendMessage'>['content']>

type Form = Pick<
  Parameters<typeof insertOutgoing>[2],
  'content' | 'typeMessage' | 'operation' | 'request' | 'forwardedScore'
>

export type ProgramForm =
  | { readonly kind: 'form'; readonly form: Form; readonly file: ProgramFile | null }
  | { readonly kind: 'refused'; readonly code: ProblemCode }

const formed = (form: Omit<Form, 'forwardedScore'>, file: ProgramFile | null = null): ProgramForm => ({
  kind: 'form',
  form: { ...form, forwardedScore: null },
  file,
})

/** How a text of a program goes. Throws the errors of a text. */
export function textForm({ chatId, family }: Target, text: string, linkPreview: boolean | null): ProgramForm {
  return formed({
    content: { kind: 'text', text: checkedText(chatId, text), preview: null },
    typeMessage: 'textMessage',
    operation: 'sendMessage',
    request: linkPreview === null || family === 'telegram' ? {} : { linkPreview },
  })
}

/** How a content goes. Throws ContractError `fileTooLarge`, `captionTooLong`, `contactNotPossible` and `textBroken`. */
export function contentForm(tx: Tx, program: Program, target: Target, content: ProgramContent): ProgramForm {
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
