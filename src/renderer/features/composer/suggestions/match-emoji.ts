import { fold } from '../../../../contract/text/fold.ts'

/** An emoji with the words that it is found by. */
export interface NamedEmoji {
  readonly emoji: string
  readonly label: string
  readonly tags: readonly string[]
}

/** How well an emoji fits what was typed, the best 0: its very name, its beginning, a word of it, a tag. */
function rank({ label, tags }: NamedEmoji, query: string): number | null {
  const name = fold(label)
  if (name === query) return 0
  const isTag = tags.some((tag) => fold(tag) === query)
  const tokens = name.split(/[^\p{L}\p{M}\p{N}]+/u)
  if (tokens.includes(query)) return isTag ? 1 : 2
  if (isTag) return 3
  if (name.startsWith(query)) return 4
  if (tokens.some((token) => token.startsWith(query))) return 5
  return tags.some((tag) => fold(tag).startsWith(query)) ? 6 : null
}

/** The best eight matches, exact names first; `_` and `-` match the space of a name. */
export function matchEmoji(all: readonly NamedEmoji[], typed: string): readonly NamedEmoji[] {
  const query = fold(typed).replaceAll(/[_-]/gu, ' ').trim()
  if (query === '') return []
  return all
    .flatMap((one, order) => {
      const fit = rank(one, query)
      return fit === null ? [] : [{ one, fit, order }]
    })
    .toSorted((a, b) => a.fit - b.fit || a.order - b.order)
    .slice(0, 8)
    .map(({ one }) => one)
}
