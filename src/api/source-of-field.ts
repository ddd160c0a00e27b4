import { isWhitespace, endOfString } from './answers/parse-json.ts'

/**
 * The source text of a field of the object that `json` is, character by character as it stands there: a value that was
 * read and written again would lose digits of large integers and the order of keys. Undefined where there is no such
 * field. Of a field that is there twice the last one counts, as in JSON.parse. Reads once through the text; `json` is
 * an object that parseJson could read.
 */
export function sourceOfField(json: string, name: string): string | undefined {
  let found: string | undefined
  let index = afterSpace(json, json.indexOf('{') + 1)
  while (json.charAt(index) === '"') {
    const endOfKey = endOfString(json, index)
    const from = afterSpace(json, afterSpace(json, endOfKey + 1) + 1)
    const to = endOfValue(json, from)
    if (endOfKey === -1 || to === -1) return found
    if (isNamed(json.slice(index, endOfKey + 1), name)) found = json.slice(from, to)
    index = afterSpace(json, to)
    if (json.charAt(index) === ',') index = afterSpace(json, index + 1)
  }
  return found
}

/** A key may be written with escapes. */
function isNamed(key: string, name: string): boolean {
  if (!key.includes('\\')) return key === `"${name}"`
  try {
    return JSON.parse(key) === name
  } catch {
    return false
  }
}

function afterSpace(json: string, start: number): number {
  let index = start
  while (index < json.length && isWhitespace(json.charCodeAt(index))) index += 1
  return index
}

/** Index behind the value that begins at `start`; -1 when it does not end. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let index = start; index < json.length; index += 1) {
    const char = json.charAt(index)
    if (char === '"') {
      index = endOfString(json, index)
      if (index === -1) return -1
    } else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      // The end of the object around a number or a word.
      if (depth === 0) return index
      depth -= 1
    } else if (depth === 0 && (char === ',' || isWhitespace(json.charCodeAt(index)))) return index
    else continue
    if (depth === 0) return index + 1
  }
  return -1
}
