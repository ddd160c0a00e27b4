import type { ClientLink, ClientLinkListener } from '../../rpc/link.ts'

export interface WebSocketLinkOptions {
  readonly url: string
  /** Makes a socket; the browser's WebSocket in the product. */
  readonly connect?: (url: string) => WebSocket
  /** Milliseconds before the nth try to connect again (n from 1). */
  readonly retryAfterMs?: (attempt: number) => number
}

/** Quick at first, because the host may only be restarting; then every three seconds. */
const defaultRetry = (attempt: number): number => Math.min(150 * 2 ** (attempt - 1), 3000)

/** The link to the browser host: one WebSocket, reopened whenever it closes. */
export function createWebSocketLink({
  url,
  connect = (address) => new WebSocket(address),
  retryAfterMs = defaultRetry,
}: WebSocketLinkOptions): ClientLink {
  let socket: WebSocket | undefined
  const open = (listener: ClientLinkListener, signal: AbortSignal, attempt: number): void => {
    const current = connect(url)
    let opened = false
    socket = current
    current.addEventListener('open', () => {
      opened = true
      if (!signal.aborted) listener.opened()
    })
    current.addEventListener('message', ({ data }) => {
      if (!signal.aborted && typeof data === 'string') listener.received(data)
    })
    current.addEventListener('close', () => {
      if (signal.aborted) return
      if (opened) listener.closed()
      const next = opened ? 1 : attempt + 1
      setTimeout(() => signal.aborted || open(listener, signal, next), retryAfterMs(next))
    })
  }
  return {
    send(text) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
    listen(listener) {
      const ended = new AbortController()
      open(listener, ended.signal, 1)
      return () => {
        ended.abort()
        socket?.close()
      }
    },
  }
}
