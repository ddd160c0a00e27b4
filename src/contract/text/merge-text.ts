/** A place at which a text became another one: the part from `start` to `end` was replaced by `text`. */
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

/** Texts that differ in more characters than this count as changed at one place: to find the places takes too long. */
const maxEdits = 500
/** So do those of which a longer part differs: no message is so long. */
const maxCompared = 20_000

/** A part that two texts have in common, from `before` of the one and `after` of the other, in characters. */
interface Common {
  readonly before: number
  readonly after: number
  readonly length: number
  readonly previous: Common | null
}

/** The common parts that leave the fewest characters over, last first (Myers, 1986); null above `maxEdits`. */
function commonParts(before: readonly string[], after: readonly string[]): Common | null {
  interface Way {
    readonly x: number
    readonly common: Common | null
  }
  const none: Way = { x: 0, common: null }
  // The furthest place that is reached on each diagonal.
  let ways: ReadonlyMap<number, Way> = new Map()
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    const next = new Map<number, Way>()
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [removed, added] = [ways.get(diagonal - 1), ways.get(diagonal + 1)]
      const isAdded = removed === undefined || (added !== undefined && removed.x < added.x)
      const way = isAdded ? (added ?? none) : removed
      const from = isAdded ? way.x : way.x + 1
      let x = from
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      const part = { before: from, after: from - diagonal, length: x - from, previous: way.common }
      const common = x === from ? way.common : part
      if (x >= before.length && x - diagonal >= after.length) return common
      next.set(diagonal, { x, common })
    }
    ways = next
  }
  return null
}

/** The places at which one text became another one. */
function changesOf(before: string, after: string): readonly Change[] {
  const whole = changeOf(before, after)
  if (Math.max(whole.end - whole.start, whole.text.length) > maxCompared) return [whole]
  const [removed, added] = [Array.from(before.slice(whole.start, whole.end)), Array.from(whole.text)]
  const parts: Common[] = []
  for (let part = commonParts(removed, added); part !== null; part = part.previous) parts.unshift(part)
  let [from, to, at] = [0, 0, whole.start]
  const changes: Change[] = []
  for (const part of [...parts, { before: removed.length, after: added.length, length: 0 }]) {
    const end = at + lengthOf(removed.slice(from, part.before))
    const text = added.slice(to, part.after).join('')
    if (end > at || text !== '') changes.push({ start: at, end, text })
    ;[from, to] = [part.before + part.length, part.after + part.length]
    at = end + lengthOf(removed.slice(part.before, from))
  }
  return changes
}

const lengthOf = (characters: readonly string[]): number => characters.join('').length

/** Whether `after` is `before` with something put in at one place. */
function isAddition(before: string, after: string): boolean {
  const { start, end } = changeOf(before, after)
  return start === end
}

/**
 * A text that two windows changed at once: `before` became `mine` here and `theirs` there. What either took out is
 * gone, and what either put in is there once.
 */
export function mergeText(before: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === before) return mine
  if (mine === before) return theirs
  // One of them has the other's addition already.
  if (isAddition(before, theirs) && isAddition(theirs, mine)) return mine
  if (isAddition(before, mine) && isAddition(mine, theirs)) return theirs
  const changes = [changesOf(before, theirs), changesOf(before, mine)] as const
  const both = changes.flat()
  const places = [...new Set([0, ...both.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b)
  return places
    .map((place, index) => {
      const [there, here] = changes.map((those) => those.find(({ start }) => start === place))
      const isRemoved = both.some(({ start, end }) => start <= place && place < end)
      return joined(before, there, here) + (isRemoved ? '' : before.slice(place, places[index + 1]))
    })
    .join('')
}

/** What two windows put in at one place. Theirs stands first, because it was saved first. */
function joined(
  before: string,
  { text: there, ...of }: Change = nothing,
  { text: here, ...own }: Change = nothing,
): string {
  // A text that was typed on in one of them, or came here by another way before: it is there once.
  if (has(here, there)) return here
  if (has(there, here)) return there
  // A message that is taken back comes into a draft below what is there, also while that is being written.
  if (before === '') return `${here}\n${there}`
  if (there.startsWith('\n')) return here + there
  return there + (of.start < of.end && own.start < own.end ? '\n' : '') + here
}

const has = (text: string, part: string): boolean => text.startsWith(part) || text.endsWith(part)

const nothing: Change = { start: 0, end: 0, text: '' }

/**
 * The text that remains of `written` after `sent` went: what was typed after it. A text that no longer begins with the
 * sent one is a new one and remains complete.
 */
export const restAfter = (sent: string, written: string): string =>
  written.startsWith(sent) ? written.slice(sent.length) : written

/**
 * What is left of a `stored` draft after `sent` went: what another window wrote around it. Without it, as where files
 * went alone, the window's last version is stored, and any text in it is another window's.
 */
export function draftAfter(sent: string, stored: string): string {
  if (sent.trim() === '') return stored
  return stored.includes(sent) ? asStored(stored.replace(sent, () => '')) : ''
}

/** Core stores a blank text as none. */
const asStored = (text: string): string => (text.trim() === '' ? '' : text)

/** A text that a window sent to core; `id` names this save of it. */
export interface Save {
  readonly id: string
  readonly text: string
}

/** A draft as a window saves it: `chats.saveDraft`. */
interface SavedDraft {
  readonly text: string
  readonly before?: string | undefined
  readonly unanswered?: readonly Save[] | undefined
}

/**
 * Merges a draft that a window saves with the `stored` one, which may hold text of another window that this one has not
 * read.
 *
 * @param hasArrived whether core has had the save of this id: of those without an answer any may have been lost
 * @param sent the text of the window's submission that arrived although its answer was lost; it is taken out of what
 * the window has and knows, which begins with it still
 */
export function draftToStore(
  { text, before, unanswered = [] }: SavedDraft,
  stored: string,
  hasArrived: (save: string) => boolean,
  sent = '',
): string {
  const mine = asStored(restAfter(sent, text))
  if (before === undefined) return mine
  const known = unanswered.findLast(({ id }) => hasArrived(id))?.text ?? before
  // Its message emptied a draft that was an earlier version.
  const base = known.startsWith(sent) ? known.slice(sent.length) : ''
  return asStored(mergeText(asStored(base), mine, stored))
}

/** Where a cursor at `position` stands after the text around it was changed from elsewhere. */
export function movedCursor(before: string, after: string, position: number): number {
  let moved = position
  for (const { start, end, text } of changesOf(before, after)) {
    if (position <= start) break
    moved += text.length - (Math.min(end, position) - start)
  }
  return moved
}
