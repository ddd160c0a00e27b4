/** Removes secrets from text. */
export type Redact = (text: string) => string

const TOKEN = '[token]'
/** Stands in the place of a secret field. */
export const hiddenText = '[hidden]'

/**
 * Makes a function that removes from a text: the token, bare, percent-encoded and JSON-escaped; the segment at the
 * token's place in an API path, since error bodies repeat the path (service 10.7); and the secrets of a webhook, which
 * getSettings returns: its token, and its address except for the host. The token of an order goes too (service 10.9),
 * as does the value of every field that is called a token.
 */
export function createRedact(token: string): Redact {
  const forms = [
    ...new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), token.replaceAll('/', '\\/')]),
  ]
    .filter((form) => form !== '')
    .toSorted((a, b) => b.length - a.length)
  return (text) => {
    let clean = text
    for (const form of forms) clean = clean.replaceAll(form, TOKEN)
    return replaceValues(clean, tokenField, TOKEN)
      .replace(webhookUrl, (_all, before: string, address: string) => before + withoutSecret(address))
      .replace(tokenPlace, `$1${TOKEN}`)
  }
}

/**
 * Makes a function that removes the values of JSON fields with these names at any depth, and these texts wherever they
 * occur.
 */
export function createFieldRedact(names: readonly string[], values: readonly string[]): Redact {
  const field = fieldNamed(names.join('|'))
  // A short value would also match unrelated text.
  const longEnough = values.filter((value) => value.length >= 4)
  return (text) => {
    let clean = replaceValues(text, field, hiddenText)
    for (const value of longEnough) clean = clean.replaceAll(value, hiddenText)
    return clean
  }
}

/**
 * Replaces the values of fields that the expression finds, which ends before the value. An empty text and null say
 * nothing and stay; of an object or a list everything goes. Linear: the search goes on behind each value.
 */
function replaceValues(text: string, field: RegExp, replacement: string): string {
  let clean = ''
  let copied = 0
  field.lastIndex = 0
  while (field.test(text)) {
    const start = field.lastIndex
    const end = endOfValue(text, start)
    field.lastIndex = Math.max(end, start)
    const value = text.slice(start, end)
    if (value === '' || value === '""' || value === 'null') continue
    clean += text.slice(copied, start) + JSON.stringify(replacement)
    copied = end
  }
  return clean + text.slice(copied)
}

/** Where the JSON value that begins at `start` ends; the end of the text where it is cut off. */
function endOfValue(text: string, start: number): number {
  const isText = text[start] === '"'
  if (!isText && text[start] !== '{' && text[start] !== '[') return endOf(plainValue, text, start)
  let depth = 0
  for (let at = start; at < text.length;) {
    const sign = text[at]
    if (sign === '"') at = endOf(quotedValue, text, at)
    else {
      if (sign === '{' || sign === '[') depth += 1
      if (sign === '}' || sign === ']') depth -= 1
      at += 1
    }
    if (depth === 0) return at
  }
  return text.length
}

const quotedValue = /"[^"\\]*(?:\\[^][^"\\]*)*"?/y
const plainValue = /[\w.+-]*/y

function endOf(value: RegExp, text: string, start: number): number {
  value.lastIndex = start
  return value.test(text) ? value.lastIndex : start
}

const fieldNamed = (names: string): RegExp => new RegExp(String.raw`"(?:${names})"\s*:\s*`, 'g')

/**
 * Names under which the service, and whoever else writes like it, gives a token, or the session of a messenger
 * (setAuthCreds, service 11.7.2).
 */
const tokenNames = String.raw`[\w-]{0,40}(?:[tT]oken|[cC]reds)|TOKEN`

/**
 * Removes the token of an order from a raw record (service 10.9): it opens the order, like an API token. The archive
 * keeps it, because reading the order needs it; views, exports and programs never get it.
 */
export const hideOrderToken = createFieldRedact([tokenNames], [])

// Each of these patterns runs in linear time: a repeated part can't match inside itself, or is short.
const tokenField = fieldNamed(tokenNames)
const webhookUrl = /("webhookUrl"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)/g
const tokenPlace = /(waInstance[^/\s"'<>]{0,64}\\?\/\w+\\?\/)(?!\[token\])[^/\s"'<>?&\\]+/gi

/** Only the origin of a webhook's address: path, query and credentials may be secret. */
function withoutSecret(address: string): string {
  if (address === '') return address
  const url = URL.parse(address.replaceAll('\\/', '/'))
  return url === null || url.origin === 'null' ? TOKEN : `${url.origin}/${TOKEN}`
}

/** Also removes whole URLs: an error never contains one. */
export function withoutUrls(text: string): string {
  return text.replace(/\b(?:https?|wss?):\\?\/\\?\/[^\s"'<>]+/gi, '[address]')
}
