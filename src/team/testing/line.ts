import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { TeamAddress } from '../../core/sharing/shared-team.ts'

/** The way to the database, which can be cut: what is on it ends, and nothing gets through until it is mended. */
export interface Line {
  readonly address: TeamAddress
  cut(is: boolean): void
  close(): void
}

/** @param target read for each connection, so that the way may lead elsewhere later */
export async function createLine(target: TeamAddress): Promise<Line> {
  const sockets = new Set<Socket>()
  let down = false
  const own = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    own(near)
    if (down) {
      near.destroy()
      return
    }
    const far = connect(target.port, target.host)
    own(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The line has no port.')
  return {
    address: { ...target, port: bound.port },
    cut(is) {
      down = is
      if (is) for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
