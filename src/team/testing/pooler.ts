import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { TeamAddress } from '../../core/sharing/shared-team.ts'

/** Frames of PostgreSQL's protocol: a letter, the length of the rest with itself, the rest. Gives what is left over. */
function takeFrames(bytes: Buffer, onFrame: (type: string, frame: Buffer) => void): Buffer {
  let rest = bytes
  while (rest.length >= 5) {
    const length = 1 + rest.readInt32BE(1)
    if (rest.length < length) break
    onFrame(String.fromCodePoint(rest[0] ?? 0), rest.subarray(0, length))
    rest = rest.subarray(length)
  }
  return rest
}

interface Server {
  readonly socket: Socket
  client: Socket | null
}

/**
 * A pooler in transaction mode, as PgBouncer is: each client logs in over a connection of its own, and then any idle
 * connection to the server carries its next transaction. What a server says while it is nobody's is dropped.
 */
export async function createPooler(target: TeamAddress): Promise<{ readonly address: TeamAddress; close(): void }> {
  const sockets = new Set<Socket>()
  const idle: Server[] = []
  const own = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const listener = createServer((client) => {
    own(client)
    const server: Server = { socket: connect(target.port, target.host), client }
    own(server.socket)
    let isReady = false
    let current: Server | null = server
    let rest: Buffer = Buffer.alloc(0)
    server.socket.on('data', (data: Buffer) => {
      rest = takeFrames(Buffer.concat([rest, data]), (type, frame) => {
        const { client: to } = server
        if (to === null) return
        // Ready for the next query, and in no transaction: the connection is anybody's.
        if (type === 'Z' && frame[5] === 'I'.codePointAt(0)) {
          server.client = null
          idle.push(server)
          to.emit('released')
        }
        to.write(frame)
      })
    })
    client.on('released', () => {
      isReady = true
      current = null
    })
    client.on('data', (data: Buffer) => {
      if (isReady && current === null) {
        // The newest first, so that a client that is alone gets its own again.
        current = idle.pop() ?? null
        if (current === null) return client.destroy()
        current.client = client
      }
      // An end of the client is none of the server's.
      if (data[0] === 'X'.codePointAt(0)) return
      current?.socket.write(data)
    })
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const bound = listener.address()
  if (bound === null || typeof bound === 'string') throw new Error('The pooler has no port.')
  return {
    address: { ...target, port: bound.port },
    close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
