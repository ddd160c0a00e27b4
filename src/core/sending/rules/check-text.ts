import { limits } from '../../../api/schema/limits.ts'

/** Why a text can't be sent. Lengths in UTF-16 code units, bytes as UTF-8 of the JSON body (service 4.4 and 8). */
type TextFault =
  | { readonly code: 'textBlank' }
  | { readonly code: 'textTooLong'; readonly length: number; readonly limit: number }
  | { readonly code: 'bodyTooLarge'; readonly bytes: number; readonly limit: number }
  | { readonly code: 'textBroken' }

export type TextCheck = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly fault: TextFault }

const encoder = new TextEncoder()
/** Byte order marks at the start of a text: the service wants UTF-8 without one. */
const leadingMarks = /^\uFEFF+/

const fail = (fault: TextFault): TextCheck => ({ ok: false, fault })

/**
 * Checks a text before anything is written (architecture 6) and gives it as it would be sent: a leading byte order
 * mark is removed, nothing else is touched. The length limit can hold while the body is too large: control
 * characters take six bytes each in JSON.
 */
export function checkText(chatId: string, typed: string): TextCheck {
  const text = typed.replace(leadingMarks, '')
  if (text.trim() === '') return fail({ code: 'textBlank' })
  if (text.length > limits.messageLength) {
    return fail({ code: 'textTooLong', length: text.length, limit: limits.messageLength })
  }
  if (!text.isWellFormed()) return fail({ code: 'textBroken' })
  const bytes = encoder.encode(JSON.stringify({ chatId, message: text })).byteLength
  if (bytes > limits.jsonBodyBytes) return fail({ code: 'bodyTooLarge', bytes, limit: limits.jsonBodyBytes })
  return { ok: true, text }
}
