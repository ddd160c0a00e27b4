const onlyEmoji = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\s)+$/v
const oneEmoji = /\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Emoji}\uFE0F/gv

/** How many emoji a text consists of when it has nothing else; null otherwise. Long texts are not looked at. */
export function countOnlyEmoji(text: string): number | null {
  if (text.length > 80 || !onlyEmoji.test(text)) return null
  const count = text.match(oneEmoji)?.length ?? 0
  return count > 0 ? count : null
}
