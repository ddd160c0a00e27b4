import type { QuickReply } from '../../../../contract/index.ts'
import { fold } from '../../../../contract/text/fold.ts'

/** How well a quick reply fits what was typed, the best 0; null when it does not. */
function rank({ name, text }: QuickReply, query: string): number | null {
  const title = fold(name)
  if (title.startsWith(query)) return 0
  if (title.split(/[^\p{L}\p{M}\p{N}]+/u).some((token) => token.startsWith(query))) return 1
  if (title.includes(query)) return 2
  return fold(text).includes(query) ? 3 : null
}

/** Those that fit, by name before by text; of one name, that of the instance before that for all. */
export function matchReplies(replies: readonly QuickReply[], typed: string): readonly QuickReply[] {
  const query = fold(typed)
  return replies
    .flatMap((reply) => {
      const fit = rank(reply, query)
      return fit === null ? [] : [{ reply, fit }]
    })
    .toSorted(
      (a, b) =>
        a.fit - b.fit ||
        a.reply.name.localeCompare(b.reply.name) ||
        Number(a.reply.instance === null) - Number(b.reply.instance === null),
    )
    .map(({ reply }) => reply)
}
