import { isWhitespace, endOfString } from './answers/parse-json.ts'

/**
 * The exact source text of a top-level field of `json`, an object that parseJson could read. Parsing and serialising
 * again would lose digits of large integers and the order of keys. Undefined if there is no such field; of duplicates
 * the last one counts, as in JSON.parse. Linear time.
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

/** Compares keys with their escapes decoded. */
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

/** Index after the value that begins at `start`; -1 if it does not end. */
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
