import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Bytes in flight in one direction before the sender has to wait. */
const mostOnTheWay = 1024 * 1024

/**
 * A proxy with latency: every byte arrives half a round trip after it was sent, in order, without a limit on bandwidth.
 * Uses real time, not the emulator's clock. Connections open without delay.
 */
export interface SlowLink {
  /** Listens; resolves with the port. Rejects when it is taken. */
  listen(port: number, host: string, target: { readonly port: number; readonly host: string }): Promise<number>
  close(): Promise<void>
}

export function createSlowLink(roundTripMs: number): SlowLink {
  const sockets = new Set<Socket>()
  let target = { port: 0, host: '127.0.0.1' }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ ...target, allowHalfOpen: true, noDelay: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      carry(from, to, roundTripMs / 2)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  return {
    listen: (port, host, to) =>
      new Promise((resolve, reject) => {
        target = to
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          server.on('error', () => undefined)
          resolve((server.address() as AddressInfo).port)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function carry(from: Socket, to: Socket, delayMs: number): void {
  let onTheWay = 0
  const later = (bytes: number, act: () => void): void => {
    onTheWay += bytes
    if (onTheWay > mostOnTheWay) from.pause()
    setTimeout(() => {
      onTheWay -= bytes
      if (onTheWay <= mostOnTheWay) from.resume()
      if (!to.destroyed) act()
    }, delayMs)
  }
  from.on('data', (chunk) => later(chunk.length, () => to.write(chunk)))
  from.on('end', () => later(0, () => to.end()))
  from.on('error', () => to.destroy())
}
