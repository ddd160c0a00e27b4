import type { WebSocket } from 'ws'
import type { HostLink } from '../rpc/link.ts'

/**
 * A window that reads is never so far behind. What waits for one that does not (a laptop's lid, a debugger, a page that
 * hangs) fills the host's memory: it is dropped, connects again when it goes on, and reads what it shows anew.
 */
const mostWaitingBytes = 8 * 1024 * 1024

/** The host's end of the pipe over one WebSocket. Binary messages are none of ours and end the connection. */
export function createWebSocketLink(socket: WebSocket): HostLink {
  return {
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return
      // Looked at before each message, so that a single large answer always goes.
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
