import { describe, expect, it } from 'vitest'
import type { Message, MessageKey, MessageWindow } from '../../../../contract/index.ts'
import { decideOpening, firstRequest, pinnedRequest } from './opening.ts'
import { firstUnreadRequest, messageRequest, newestRequest } from './window-request.ts'

const key = (n: number) => n as MessageKey
const window = (keys: readonly number[], extra: Partial<MessageWindow> = {}): MessageWindow =>
  ({
    rows: keys.map((n) => ({ key: n }) as unknown as Message),
    unread: 0,
    firstUnread: null,
    hasNewer: false,
    ...extra,
  }) as MessageWindow
const left = { anchor: { message: key(2), offset: 7 }, sizes: new Map() }

describe('where a chat opens', () => {
  it('at the message that was asked for, before anything else', () => {
    const opening = decideOpening(window([1, 2, 3], { unread: 1, firstUnread: key(3) }), { target: key(2), left })
    expect(opening).toEqual({ kind: 'open', intent: { kind: 'message', message: 2, align: 'center' }, divider: 3 })
  })

  it('at the first unread message, although the person left it elsewhere', () => {
    const opening = decideOpening(window([1, 2, 3], { unread: 1, firstUnread: key(3) }), { target: null, left })
    expect(opening).toMatchObject({ intent: { kind: 'message', message: 3, align: 'start' }, divider: 3 })
  })

  it('goes and gets the first unread message when it is outside the window', () => {
    const opening = decideOpening(window([1, 2], { unread: 9, firstUnread: key(50) }), { target: null, left })
    expect(opening).toMatchObject({ kind: 'again', request: messageRequest(key(50)) })
  })

  it('where the person left it', () => {
    expect(firstRequest({ target: null, left })).toEqual(messageRequest(key(2)))
    expect(decideOpening(window([1, 2, 3]), { target: null, left })).toMatchObject({
      intent: { kind: 'anchor', anchor: left.anchor },
    })
  })

  it('else at the newest, also when the place is gone', () => {
    expect(firstRequest({ target: null, left: null })).toEqual(firstUnreadRequest)
    expect(decideOpening(window([1, 3]), { target: null, left: null })).toMatchObject({ intent: { kind: 'end' } })
    expect(decideOpening(window([1, 3], { hasNewer: true }), { target: null, left })).toMatchObject({
      request: newestRequest,
    })
    expect(decideOpening(window([]), { target: null, left: null })).toMatchObject({ intent: { kind: 'end' } })
  })

  it('falls back when the message that was asked for is gone, and never asks in circles', () => {
    const again = decideOpening(window([1]), { target: key(99), left: null })
    expect(again).toMatchObject({ kind: 'again', request: firstUnreadRequest, wish: { target: null, left: null } })
  })

  it('resolves "first unread" once, so that reading does not move the window', () => {
    expect(pinnedRequest(firstUnreadRequest, window([1, 2], { unread: 1, firstUnread: key(2) }))?.anchor).toEqual({
      kind: 'message',
      message: 2,
    })
    expect(pinnedRequest(firstUnreadRequest, window([1, 2]))?.anchor).toEqual({ kind: 'newest' })
    expect(pinnedRequest(newestRequest, window([1, 2]))).toBeNull()
  })
})
