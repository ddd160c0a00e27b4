/** Removes secrets from text. */
export type Redact = (text: string) => string

const TOKEN = '[token]'
/** Stands in the place of a secret field. */
export const hiddenText = '[hidden]'

/**
 * Makes a function that removes from a text: the token, bare, percent-encoded and JSON-escaped; the segment at the
 * token's place in an API path, since error bodies repeat the path (service 10.7); and the secrets of a webhook, which
 * getSettings returns: its token, and its address except for the host. The token of an order goes too (service 10.9).
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
    return clean
      .replace(webhookToken, `$1${TOKEN}`)
      .replace(orderToken, `$1${TOKEN}`)
      .replace(webhookUrl, (_all, before: string, address: string) => before + withoutSecret(address))
      .replace(tokenPlace, `$1${TOKEN}`)
  }
}

/**
 * Makes a function that removes the values of JSON fields with these names at any depth, and these texts wherever they
 * occur.
 */
export function createFieldRedact(names: readonly string[], values: readonly string[]): Redact {
  const field = new RegExp(
    String.raw`("(?:${names.join('|')})"\s*:\s*)(?:"(?!")[^"\\]*(?:\\.[^"\\]*)*"?|[\w.+-]+)`,
    'g',
  )
  // A short value would also match unrelated text.
  const longEnough = values.filter((value) => value.length >= 4)
  return (text) => {
    let clean = text.replace(field, `$1"${hiddenText}"`)
    for (const value of longEnough) clean = clean.replaceAll(value, hiddenText)
    return clean
  }
}

/**
 * Removes the token of an order from a raw record (service 10.9): it opens the order, like an API token. The archive
 * keeps it, because reading the order needs it; views and exports never hold it.
 */
export const hideOrderToken = createFieldRedact(['token'], [])

// Each of these patterns runs in linear time: a repeated part can't match inside itself, or is short.
const webhookToken = /("webhookUrlToken"\s*:\s*")(?!")[^"\\]*(?:\\.[^"\\]*)*/g
const orderToken = /("token"\s*:\s*")(?!")[^"\\]*(?:\\.[^"\\]*)*/g
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
