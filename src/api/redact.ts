/** Removes secrets from text. */
export type Redact = (text: string) => string

const TOKEN = '[token]'
const HIDDEN = '[hidden]'

/**
 * Makes a function that takes a token out of text in every form it travels in: bare, percent-encoded and
 * escaped for JSON; whatever stands in the token's place of an API path, since error bodies repeat it (service 10.7);
 * and the secrets of a webhook, which getSettings tells: its token, and its address but for the host.
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
      .replace(webhookUrl, (_all, before: string, address: string) => before + withoutSecret(address))
      .replace(tokenPlace, `$1${TOKEN}`)
  }
}

/**
 * Makes a function that takes out the values of JSON fields by their names, wherever they stand, and given texts
 * wherever they are said again.
 */
export function createFieldRedact(names: readonly string[], values: readonly string[]): Redact {
  const field = new RegExp(
    String.raw`("(?:${names.join('|')})"\s*:\s*)(?:"(?!")[^"\\]*(?:\\.[^"\\]*)*"?|[\w.+-]+)`,
    'g',
  )
  // A short one is found in words that have nothing to do with it.
  const said = values.filter((value) => value.length >= 4)
  return (text) => {
    let clean = text.replace(field, `$1"${HIDDEN}"`)
    for (const value of said) clean = clean.replaceAll(value, HIDDEN)
    return clean
  }
}

// Each of these reads a text once: what is repeated can't be begun anew inside itself, or is short.
const webhookToken = /("webhookUrlToken"\s*:\s*")(?!")[^"\\]*(?:\\.[^"\\]*)*/g
const webhookUrl = /("webhookUrl"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)/g
const tokenPlace = /(waInstance[^/\s"'<>]{0,64}\\?\/\w+\\?\/)(?!\[token\])[^/\s"'<>?&\\]+/gi

/** Of an address that only its two ends should know, where it leads: path, query and credentials may be the secret. */
function withoutSecret(address: string): string {
  if (address === '') return address
  const url = URL.parse(address.replaceAll('\\/', '/'))
  return url === null || url.origin === 'null' ? TOKEN : `${url.origin}/${TOKEN}`
}

/** Takes whole addresses out as well: an error never holds one. */
export function withoutUrls(text: string): string {
  return text.replace(/\b(?:https?|wss?):\\?\/\\?\/[^\s"'<>]+/gi, '[address]')
}
