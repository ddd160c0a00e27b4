import { isJsonArray, isJsonObject, type Json } from '../json.ts'

/**
 * `json`: valid. `salvaged`: repaired; `broken` holds the texts of list items that could not be read. `notJson`: no
 * JSON.
 */
export type JsonReading =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'salvaged'; readonly value: Json; readonly broken: readonly string[] }
  | { readonly kind: 'notJson'; readonly text: string }

/**
 * Deepest nesting of lists and objects that is read. The service's deepest answers have fewer than ten levels;
 * recursive code (serialising, copying to a worker) overflows its stack at some thousands.
 */
const deepestJson = 100

/**
 * Reads an answer's JSON without losing a digit: integers above 2^53 become text, since ids of 18 digits also arrive as
 * numbers (service 10.1). Raw control characters in texts and invalid escapes are repaired. In a list that is not valid
 * JSON, each readable item is recovered (service 10.5). A value deeper than {@link deepestJson} counts as no JSON; in a
 * list only its own item is lost.
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

/** Matches anything that may be an unsafe integer: only then the slower reviver is used. */
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

/** Exact for valid JSON. For other text the result is arbitrary, and that text is not read anyway. */
function isTooDeep(text: string): boolean {
  // Each level needs two characters.
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

/** Index of the closing quote of the string that begins at `start`; -1 if there is none. */
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
export const parseWithSource: (text: string, reviver: SourceReviver) => unknown = (text, reviver) =>
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

/** Escapes raw control characters inside strings, and doubles a backslash without a valid escape. */
export function mendStrings(text: string): string {
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
 * Splits a broken list at the commas of its first level and parses each piece separately, so a truncated end costs only
 * its own item. An unclosed text or brace hides the later commas: such a piece is split again wherever a record seems
 * to begin.
 */
function salvageList(text: string): JsonReading | undefined {
  const body = text.trim()
  if (!body.startsWith('[')) return undefined
  const items: Json[] = []
  const broken: string[] = []
  for (const piece of firstLevelPieces(body)) {
    const whole = attempt(piece)
    for (const part of whole === undefined ? piece.split(recordBorder).map((one) => one.trim()) : [piece]) {
      // The last part ends with the list's own bracket if its border was hidden.
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
  // A surplus bracket ends the list early: the rest is parsed as a piece of its own.
  pieces.push(list.slice(index + 1).replace(/^\s*,|\]\s*$/g, ''))
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}
