import type { MessageKey, MessageWindow, WindowAnchor } from '../../../../contract/index.ts'
import type { VisibleRange } from '../log/log-view.ts'

/** Input of `messages.window`, at most 600 rows together (architecture 4). */
export interface WindowRequest {
  readonly anchor: WindowAnchor
  readonly before: number
  readonly after: number
}

/** Rows of a window that was just opened: enough for the tallest screen and a first flick of the wheel. */
const opening = 80
/** Rows on each side of a window that slid. */
const reach = 250
/** A window slides when fewer rows than this are left beyond the visible ones. */
const edge = 40

export const newestRequest: WindowRequest = { anchor: { kind: 'newest' }, before: opening, after: 0 }
export const firstUnreadRequest: WindowRequest = { anchor: { kind: 'firstUnread' }, before: opening, after: opening }

export const messageRequest = (message: MessageKey): WindowRequest => ({
  anchor: { kind: 'message', message },
  before: opening,
  after: opening,
})

export const dateRequest = (at: number): WindowRequest => ({
  anchor: { kind: 'date', at },
  before: opening,
  after: opening,
})

type Loaded = Pick<MessageWindow, 'rows' | 'hasOlder' | 'hasNewer'>

/**
 * The window to ask for next, or null when the loaded one will do. Near an edge it slides, round the visible rows;
 * back at the newest row it becomes the small window that follows appends for ever.
 */
export function nextRequest(request: WindowRequest, loaded: Loaded, visible: VisibleRange): WindowRequest | null {
  const { rows, hasOlder, hasNewer } = loaded
  if (rows.length === 0) return null
  const nearStart = hasOlder && visible.first < edge
  const nearEnd = hasNewer && visible.last > rows.length - 1 - edge
  if (nearStart || nearEnd) {
    const centre = rows[Math.min(Math.max(nearStart ? visible.first : visible.last, 0), rows.length - 1)]
    if (!centre || isCentredOn(request, centre.key)) return null
    return { anchor: { kind: 'message', message: centre.key }, before: reach, after: reach }
  }
  const atNewest = !hasNewer && visible.last >= rows.length - 1
  if (atNewest && request.anchor.kind !== 'newest') {
    return { anchor: { kind: 'newest' }, before: Math.max(opening, visible.last - visible.first + 2 * edge), after: 0 }
  }
  return null
}

const isCentredOn = (request: WindowRequest, key: MessageKey): boolean =>
  request.anchor.kind === 'message' && request.anchor.message === key && request.before === reach
