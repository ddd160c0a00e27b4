/** Removes secrets from text. */
export type Redact = (text: string) => string

const TOKEN = '[token]'

/**
 * Makes a function that takes a token out of text in every form it travels in: bare, percent-encoded and
 * escaped for JSON; whatever stands in the token's place of an API path, since error bodies repeat it (field notes 7);
 * and the secret of a webhook, which getSettings tells.
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
      .replace(/("webhookUrlToken"\s*:\s*")(?:[^"\\]|\\.)+/g, `$1${TOKEN}`)
      .replace(/(waInstance[^/\s"'<>]*\\?\/\w+\\?\/)(?!\[token\])[^/\s"'<>?&\\]+/gi, `$1${TOKEN}`)
  }
}

/** Takes whole addresses out as well: an error never holds one. */
export function withoutUrls(text: string): string {
  return text.replace(/\b(?:https?|wss?):\\?\/\\?\/[^\s"'<>]+/gi, '[address]')
}
