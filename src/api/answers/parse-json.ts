import { isJsonArray, isJsonObject } from '../json.ts'
import type { Json } from '../json.ts'

/**
 * `json`: as it came. `salvaged`: something had to be mended; `broken` holds the texts of list items that were given
 * up. `notJson`: no JSON at all.
 */
export type JsonReading =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'salvaged'; readonly value: Json; readonly broken: readonly string[] }
  | { readonly kind: 'notJson'; readonly text: string }

/**
 * Levels of lists and objects inside each other that are read. The service's deepest answers have fewer than ten; what
 * walks a value level by level (writing it as text, copying it to a worker) overflows its stack at some thousands.
 */
const deepestJson = 100

/**
 * Reads an answer's JSON without losing a digit: integers above 2^53 become text, since ids of 18 digits
 * come as numbers too (service 10.1). Raw control characters in texts and invalid escapes are mended,
 * and in a list that is no valid JSON as a whole each readable item is saved (service 10.5). What is deeper than
 * {@link deepestJson} is not read: as a whole it is no JSON, in a list it costs only its own item.
 */
export function parseJson(text: string): JsonReading {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const value = attempt(source)
  if (value !== undefined) return { kind: 'json', value }
  const mended = mendStrings(source)
  const second = mended === source ? undefined : attempt(mended)
  if (second !== undefined) return { kind: 'salvaged', value: second, broken: [] }
  return salvageList(mended) ?? { kind: 'notJson', text }
}

/** Anything that could be an unsafe integer: only then is the (slower) reviver worth its time. */
const longInteger = /(?:^|[:,[\s])-?\d{16,}/

type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

function attempt(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined
  try {
    const value: unknown = longInteger.test(text) ? parseWithSource(text, keepDigits) : JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Exact for valid JSON; of other text it may say either, and that is not read anyway. */
export function isTooDeep(text: string): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * deepestJson) return false
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = endOfString(text, index)
      if (index === -1) return false
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > deepestJson) return true
    } else if (code === closeBrace || code === closeBracket) depth -= 1
  }
  return false
}

const [quote, backslash, openBrace, openBracket, closeBrace, closeBracket] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d]

/** The four characters that JSON allows between its parts. */
export const isWhitespace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Index of the quote that ends the string which begins at `start`; -1 when nothing ends it. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return -1
}

/**
 * TypeScript's library doesn't know the reviver's third parameter yet (ES proposal "JSON.parse source text access").
 */
const parseWithSource: (text: string, reviver: SourceReviver) => unknown = (text, reviver) =>
  JSON.parse(text, function (this: unknown, key: string, value: unknown, ...context: unknown[]) {
    const source = context[0]
    return reviver.call(
      this,
      key,
      value,
      isJsonObject(source) && typeof source['source'] === 'string' ? { source: source['source'] } : {},
    )
  })

const keepDigits: SourceReviver = (_key, value, context) =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context.source !== undefined &&
  /^-?\d+$/.test(context.source)
    ? context.source
    : value

function isJson(value: unknown): value is Json {
  return value === null || typeof value !== 'object' || isJsonArray(value) || isJsonObject(value)
}

/** Escapes raw control characters inside strings and doubles a backslash that begins no valid escape. */
function mendStrings(text: string): string {
  let mended = ''
  let copied = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index)
    if (!inString) {
      if (char === '"') inString = true
    } else if (char === '"') {
      inString = false
    } else if (char === '\\') {
      if (/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(index, index + 6))) {
        index += 1
      } else {
        mended += `${text.slice(copied, index)}\\\\`
        copied = index + 1
      }
    } else if (char < ' ') {
      mended += `${text.slice(copied, index)}\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
      copied = index + 1
    }
  }
  return copied === 0 ? text : mended + text.slice(copied)
}

/**
 * Splits a broken list at the commas of its first level and reads each piece by itself; a torn end costs only its own
 * item. An unclosed text or brace hides the borders behind it: such a piece is split again where a record seems to
 * begin.
 */
function salvageList(text: string): JsonReading | undefined {
  const body = text.trim()
  if (!body.startsWith('[')) return undefined
  const items: Json[] = []
  const broken: string[] = []
  for (const piece of firstLevelPieces(body)) {
    const whole = attempt(piece)
    for (const part of whole === undefined ? piece.split(recordBorder).map((one) => one.trim()) : [piece]) {
      // The list's own bracket hangs on the last part when its border was hidden.
      const value = whole ?? attempt(part) ?? attempt(part.replace(/\]$/, ''))
      if (value === undefined) broken.push(part)
      else items.push(value)
    }
  }
  return items.length === 0 ? undefined : { kind: 'salvaged', value: items, broken }
}

const recordBorder = /,(?=\s*\{\s*"(?:type|idMessage|chatId|id|messageID)"\s*:)/

function firstLevelPieces(list: string): readonly string[] {
  const pieces: string[] = []
  let depth = 0
  let inString = false
  let start = 1
  let index = 1
  for (; index < list.length; index += 1) {
    const char = list.charAt(index)
    if (inString) {
      if (char === '\\') index += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      if (depth === 0) break
      depth -= 1
    } else if (char === ',' && depth === 0) {
      pieces.push(list.slice(start, index))
      start = index + 1
    }
  }
  pieces.push(list.slice(start, index))
  // A bracket too many ends the list before its end: what follows is given a chance of its own.
  pieces.push(list.slice(index + 1).replace(/^\s*,|\]\s*$/g, ''))
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}
