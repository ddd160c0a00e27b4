import { limits } from '../../../api/schema/limits.ts'
import { ContractError } from '../../../contract/errors.ts'
import { unknownVariable } from '../../../contract/quick-reply-text.ts'

/** UTF-16 code units. */
const nameLength = 64
/** How many are kept in all. */
export const mostQuickReplies = 2_000

/** Names are compared without case and without surrounding white space. */
export const quickReplyNameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

export interface CheckedReply {
  readonly name: string
  readonly text: string
}

/** Returns name and text as they are stored. Throws the errors of `quickReplies.save` that concern only these two. */
export function checkQuickReply(given: CheckedReply): CheckedReply {
  const name = given.name.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const text = given.text.replace(/^\uFEFF+/u, '').replaceAll('\r\n', '\n')
  if (name === '' || !name.isWellFormed()) throw new ContractError('quickReplyNameEmpty')
  if (name.length > nameLength) {
    throw new ContractError('quickReplyNameTooLong', { details: { length: name.length, limit: nameLength } })
  }
  if (text.trim() === '') throw new ContractError('textBlank')
  if (text.length > limits.messageLength) {
    throw new ContractError('textTooLong', { details: { length: text.length, limit: limits.messageLength } })
  }
  if (!text.isWellFormed()) throw new ContractError('textBroken')
  const unknown = unknownVariable(text)
  if (unknown !== null) throw new ContractError('quickReplyVariable', { details: { text: unknown } })
  return { name, text }
}
