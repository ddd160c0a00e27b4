/** Characters that turn the text around them, so that it reads otherwise than its recipient gets it. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text that a person approves, with the characters that turn its direction shown as their numbers: what is read has
 * to be what is sent. Letters of languages that are written from the right need none of them.
 */
export const revealDirection = (text: string): string =>
  text.replace(turning, (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase()}⟩`)
