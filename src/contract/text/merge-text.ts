/** How a text became another one: the part from `start` to `end` was replaced by `text`. */
interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** The smallest change that turns one text into another one; it never halves a character. */
function changeOf(before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start -= 1
  let same = 0
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - same - 1) === after.charCodeAt(after.length - same - 1)
  )
    same += 1
  if (same > 0 && isLow(before.charCodeAt(before.length - same))) same -= 1
  return { start, end: before.length - same, text: after.slice(start, after.length - same) }
}

const isInsertion = ({ start, end }: Change): boolean => start === end

/** Whether `after` is `before` with something put in at one place. */
const isAddition = (before: string, after: string): boolean => isInsertion(changeOf(before, after))

/**
 * A text that two windows changed at once: `before` became `mine` here and `theirs` there. Both changes are kept. Where
 * they touch, no letter of either goes: theirs stand first, because they were saved first.
 */
export function mergeText(before: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === before) return mine
  if (mine === before) return theirs
  // One of them has the other's addition already.
  if (isAddition(before, theirs) && isAddition(theirs, mine)) return mine
  if (isAddition(before, mine) && isAddition(mine, theirs)) return theirs
  const one = changeOf(before, theirs)
  const other = changeOf(before, mine)
  const [first, second] = one.start <= other.start ? [one, other] : [other, one]
  if (first.end < second.start || (first.end === second.start && !(isInsertion(first) && isInsertion(second))))
    return (
      before.slice(0, first.start) +
      first.text +
      before.slice(first.end, second.start) +
      second.text +
      before.slice(second.end)
    )
  const start = Math.min(one.start, other.start)
  const end = Math.max(one.end, other.end)
  const within = (change: Change): string =>
    before.slice(start, change.start) + change.text + before.slice(change.end, end)
  const [there, here] = [within(one), within(other)]
  // A text that was typed on in one of them, or came here by another way before: it is there once.
  const both = here.includes(there) ? here : there.includes(here) ? there : joined(before, there, here, start === end)
  return before.slice(0, start) + both + before.slice(end)
}

/** Two texts for one place, of which neither has the other. */
function joined(before: string, there: string, here: string, isInserted: boolean): string {
  // A message that is taken back comes into a draft below what is there, also while that is being written.
  if (isInserted && before === '') return `${here}\n${there}`
  if (isInserted && there.startsWith('\n')) return here + there
  return there + (isInserted ? '' : '\n') + here
}

/**
 * The text that remains of `written` after `sent` went: what was typed after it. A text that no longer begins with the
 * sent one is a new one and remains complete.
 */
export const restAfter = (sent: string, written: string): string =>
  written.startsWith(sent) ? written.slice(sent.length) : written

/** Core stores a blank text as none. */
const asStored = (text: string): string => (text.trim() === '' ? '' : text)

/** A draft as a window saves it: `chats.saveDraft`. */
interface SavedDraft {
  readonly text: string
  readonly before?: readonly string[] | undefined
}

/**
 * Merges a draft that a window saves with the `stored` one, which may hold text of another window that this one has not
 * read. `sent`: the text of the window's submission that arrived although its answer was lost; it is taken out
 * of what the window has and knows, which begins with it still.
 */
export function draftToStore({ text, before }: SavedDraft, stored: string, sent = ''): string {
  const mine = asStored(restAfter(sent, text))
  const texts = before?.map((one) => asStored(restAfter(sent, one)))
  // Its message emptied the draft.
  const known = texts && sent !== '' ? ['', ...texts] : texts
  if (known === undefined || known.includes(stored)) return mine
  // An emptied draft was sent in another window, most likely with the text that it had last.
  // Otherwise the newest one that was only added to is the one that was stored last.
  const base = known.findLast((one) => stored === '' || isAddition(one, stored)) ?? known[0] ?? ''
  return asStored(mergeText(base, mine, stored))
}

/** Where a cursor at `position` stands after the text around it was changed from elsewhere. */
export function movedCursor(before: string, after: string, position: number): number {
  const { start, end, text } = changeOf(before, after)
  if (position <= start) return position
  return position >= end ? position + after.length - before.length : start + text.length
}
