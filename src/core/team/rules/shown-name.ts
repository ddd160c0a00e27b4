/** UTF-16 code units. The database holds 80 characters. */
const longest = 160

/**
 * A colleague's name as it may be shown: whoever has a login chooses it, so it turns no text around it, breaks no line and is
 * of bounded length. '' where nothing is left.
 */
export function shownName(name: string): string {
  return name
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu, ' ')
    .trim()
}
