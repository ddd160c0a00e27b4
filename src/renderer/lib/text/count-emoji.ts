const onlyEmoji = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\s)+$/v
const oneEmoji = /\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Emoji}\uFE0F/gv

/**
 * No emoji but ℹ is a letter. Asked first, because the list of all emoji takes milliseconds to be made ready, which the
 * first chat would wait for.
 */
const otherLetter = /[\p{L}--\u2139]/v

/** How many emoji a text consists of when it has nothing else; null otherwise. Long texts are not looked at. */
export function countOnlyEmoji(text: string): number | null {
  if (text.length > 80 || otherLetter.test(text) || !onlyEmoji.test(text)) return null
  const count = text.match(oneEmoji)?.length ?? 0
  return count > 0 ? count : null
}
