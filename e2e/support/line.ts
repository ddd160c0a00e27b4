import net from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A line to the service that can be cut and mended: the emulator itself goes on. */
export interface Line {
  /** What to give to the product instead of the service's own address. */
  readonly url: string
  /** What is open breaks, and whoever connects is refused. */
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function startLine(target: string): Promise<Line> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(Number(targetPort), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    mend: () => listen(port),
  }
}
