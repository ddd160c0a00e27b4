import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWebSocketLink } from './web-socket-link.ts'

/** The part of a browser's socket that the link uses, moved by hand. */
class Socket extends EventTarget {
  readyState = 0
  readonly sent: string[] = []
  send(text: string): void {
    this.sent.push(text)
  }
  opens(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  close(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}

function setUp() {
  const sockets: Socket[] = []
  const linkEvents: string[] = []
  const link = createWebSocketLink({
    url: 'ws://127.0.0.1/rpc',
    connect: () => {
      const socket = new Socket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
  })
  const stop = link.listen({
    opened: () => void linkEvents.push('opened'),
    closed: () => void linkEvents.push('closed'),
    received: (text) => void linkEvents.push(text),
  })
  return { link, sockets, linkEvents, stop, last: () => sockets.at(-1) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('createWebSocketLink', () => {
  it('carries text both ways once it is open', () => {
    const { link, last, linkEvents } = setUp()
    link.send('too early')
    last()?.opens()
    link.send('hello')
    last()?.says('resync')
    expect(last()?.sent).toEqual(['hello'])
    expect(linkEvents).toEqual(['opened', 'resync'])
  })

  it('opens again after the host went away, soon at first, and says so once', () => {
    const { sockets, last, linkEvents } = setUp()
    last()?.opens()
    last()?.close()
    expect(linkEvents).toEqual(['opened', 'closed'])
    vi.advanceTimersByTime(150)
    expect(sockets).toHaveLength(2)
    // The host is still away: no second "closed", and a longer wait.
    last()?.close()
    vi.advanceTimersByTime(150)
    expect(sockets).toHaveLength(2)
    vi.advanceTimersByTime(150)
    last()?.opens()
    expect(linkEvents).toEqual(['opened', 'closed', 'opened'])
  })

  it('stays closed when nobody listens any more', () => {
    const { sockets, last, stop, linkEvents } = setUp()
    last()?.opens()
    stop()
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(linkEvents).toEqual(['opened'])
  })
})
