/** Limits of sendMessage (description 4.4 and 8). Core checks the same again; here they explain themselves in time. */
export const textLimit = 20_000
/** Bytes of the JSON body. */
export const bodyLimit = 102_400
/** From this length on the counter is shown, and from the second one it warns. */
export const counterFrom = 18_000
export const counterNear = 19_000

export type TextVerdict =
  | { readonly kind: 'blank' }
  | { readonly kind: 'fits'; readonly length: number }
  /** `over` in UTF-16 code units. */
  | { readonly kind: 'tooLong'; readonly length: number; readonly over: number }
  /** Few characters, but each takes several bytes in JSON. */
  | { readonly kind: 'bodyTooLarge'; readonly length: number; readonly bytes: number }
  /** Half of a surrogate pair: no valid text for any network. */
  | { readonly kind: 'broken'; readonly length: number }

const utf8 = new TextEncoder()

/** The text as it would be sent: without a byte order mark at its head. */
export const withoutBom = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** May this text be sent to this chat, and if not, which limit is it? */
export function judgeText(typed: string, chatId: string): TextVerdict {
  const text = withoutBom(typed)
  if (text.trim() === '') return { kind: 'blank' }
  const { length } = text
  if (length > textLimit) return { kind: 'tooLong', length, over: length - textLimit }
  if (!text.isWellFormed()) return { kind: 'broken', length }
  // Six bytes a unit is the most that JSON can take: below that nothing needs to be counted.
  if (length * 6 + chatId.length * 6 + 64 > bodyLimit) {
    const bytes = utf8.encode(JSON.stringify({ chatId, message: text })).length
    if (bytes > bodyLimit) return { kind: 'bodyTooLarge', length, bytes }
  }
  return { kind: 'fits', length }
}
