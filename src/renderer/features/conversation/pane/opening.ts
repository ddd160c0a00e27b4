import type { MessageKey, MessageWindow } from '../../../../contract/index.ts'
import type { ScrollIntent } from '../log/log-view.ts'
import type { RememberedScroll } from '../log/scroll-memory.ts'
import { firstUnreadRequest, messageRequest, newestRequest, type WindowRequest } from './window-request.ts'

export interface OpeningWish {
  /** A message that a link, a notification or a search leads to. */
  readonly target: MessageKey | null
  readonly left: RememberedScroll | null
}

export type Opening =
  | { readonly kind: 'open'; readonly intent: ScrollIntent; readonly divider: MessageKey | null }
  /** This window does not contain the target: request another one. */
  | { readonly kind: 'again'; readonly request: WindowRequest; readonly wish: OpeningWish }

const nothing: OpeningWish = { target: null, left: null }

/**
 * The request that the opened window answers from now on. "First unread" is resolved once: what is read, or found in
 * the history, must not move the window under the reader.
 */
export function pinnedRequest(request: WindowRequest, window: MessageWindow): WindowRequest | null {
  if (request.anchor.kind !== 'firstUnread') return null
  const { firstUnread, unread } = window
  if (unread > 0 && firstUnread !== null) return { ...request, anchor: { kind: 'message', message: firstUnread } }
  return { ...newestRequest, before: request.before }
}

/** The first window to ask for. */
export const firstRequest = ({ target, left }: OpeningWish): WindowRequest =>
  target !== null ? messageRequest(target) : left ? messageRequest(left.anchor.message) : firstUnreadRequest

/**
 * Where a chat opens: at the message that was asked for, else at the first unread one, else where the person left it in
 * this run, else at the newest.
 */
export function decideOpening(window: MessageWindow, { target, left }: OpeningWish): Opening {
  const has = (key: MessageKey): boolean => window.rows.some((row) => row.key === key)
  const divider = window.unread > 0 ? window.firstUnread : null
  if (target !== null) {
    if (!has(target)) return { kind: 'again', request: firstUnreadRequest, wish: nothing }
    return { kind: 'open', intent: { kind: 'message', message: target, align: 'center' }, divider }
  }
  if (divider !== null) {
    if (!has(divider)) return { kind: 'again', request: messageRequest(divider), wish: nothing }
    return { kind: 'open', intent: { kind: 'message', message: divider, align: 'start' }, divider }
  }
  if (left && has(left.anchor.message))
    return { kind: 'open', intent: { kind: 'anchor', anchor: left.anchor }, divider }
  if (window.hasNewer) return { kind: 'again', request: newestRequest, wish: nothing }
  return { kind: 'open', intent: { kind: 'end', smooth: false }, divider }
}
