import type { WebSocket } from 'ws'
import type { HostLink } from '../rpc/link.ts'

/** The host's end of the pipe over one WebSocket. Binary messages are none of ours and end the connection. */
export function createWebSocketLink(socket: WebSocket): HostLink {
  return {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text)
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
