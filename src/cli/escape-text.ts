/**
 * Text of strangers may hold characters that steer a terminal: escape sequences, a bell, a line that overwrites the one
 * before, text that runs backwards. They are shown as their numbers.
 */
const steering = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** On one line. */
export const escapeText = (text: string): string =>
  text.replace(steering, (character) => short[character] ?? unicode(character))

/** JSON says the same with the numbers in its strings; tabs and returns are nowhere but between its tokens. */
export const escapeJson = (json: string): string =>
  json.replace(steering, (character) =>
    character === '\n' ? character : character === '\t' || character === '\r' ? ' ' : unicode(character),
  )
