import { Socket } from 'node:net'
import type { OpenTeam, TeamAddress } from '../../core/sharing/shared-team.ts'
import { openTeamBy } from '../open-team.ts'

/** The way to the database, which can be cut: what is on it ends, and nothing gets through until it is mended. */
export interface Line {
  readonly address: TeamAddress
  /** Makes the socket of a connection over it. */
  readonly stream: () => Socket
  cut(is: boolean): void
  close(): void
}

/** By login: a desk that is started again goes over the line of its first start. */
const lines = new Map<string, Line>()

export function createLine(address: TeamAddress): Line {
  const sockets = new Set<Socket>()
  let down = false
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const line: Line = {
    address,
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // Before it connects.
      if (down) process.nextTick(() => socket.destroy(Object.assign(new Error('cut'), { code: 'ECONNRESET' })))
      return socket
    },
    cut(is) {
      down = is
      if (is) endAll()
    },
    close() {
      lines.delete(address.user)
      endAll()
    },
  }
  lines.set(address.user, line)
  return line
}

/** Over the line of the login, where it has one. */
export const openTeamByLine: OpenTeam = (options) => openTeamBy(options, lines.get(options.address.user)?.stream)
