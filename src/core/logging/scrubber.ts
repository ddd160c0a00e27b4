/** Removes every known token from text, every program's key, and the segment at the token's place in an API path. */
export interface Scrubber {
  /** Registers a secret. A very short one is ignored, because it would also remove ordinary words. */
  add(secret: string): void
  scrub(text: string): string
}

const shortest = 8
const replacement = '[token]'
/** A key of a program (core/programs/identity/rules/program-identity.ts). */
const programKeys = /sbk_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/g
/** The token's place of an API path; its slashes may be escaped, for JSON inside JSON more than once. */
const tokenSegment = /(waInstance\d*(?:\\*\/|%2F)\w+(?:\\*\/|%2F))(?!\[token\])[^/\s"'<>?&\\]+/gi

export function createScrubber(): Scrubber {
  const forms = new Set<string>()
  let pattern: RegExp | null = null
  return {
    add(secret) {
      if (secret.length < shortest) return
      const before = forms.size
      for (const form of [
        secret,
        encodeURIComponent(secret.toWellFormed()),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ]) {
        forms.add(form)
      }
      if (forms.size === before) return
      const longestFirst = [...forms].sort((a, b) => b.length - a.length)
      pattern = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g')
    },
    scrub(text) {
      const known = pattern === null ? text : text.replace(pattern, replacement)
      return known.replace(tokenSegment, `$1${replacement}`).replace(programKeys, replacement)
    },
  }
}
