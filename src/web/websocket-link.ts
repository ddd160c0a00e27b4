import type { WebSocket } from 'ws'
import type { HostLink } from '../rpc/link.ts'

/**
 * Most bytes waiting for a window. Messages for a window that does not read (a closed laptop, a debugger, a hanging
 * page) fill the host's memory, so its connection is dropped; it reconnects later and repeats its reads.
 */
const mostWaitingBytes = 8 * 1024 * 1024

/** The host's end of the pipe over one WebSocket. Binary messages are none of ours and end the connection. */
export function createWebSocketLink(socket: WebSocket): HostLink {
  return {
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return
      // Checked before each message, so that a single large answer is always sent.
      if (socket.bufferedAmount > mostWaitingBytes) socket.terminate()
      else socket.send(text)
    },
    listen({ received, closed }) {
      const onMessage = (data: unknown, isBinary: boolean): void => {
        if (isBinary) socket.close(1003)
        else received(String(data))
      }
      socket.on('message', onMessage)
      socket.once('close', closed)
      return () => {
        socket.off('message', onMessage)
        socket.off('close', closed)
      }
    },
  }
}
