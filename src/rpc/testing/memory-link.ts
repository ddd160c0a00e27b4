import type { ClientLink, ClientLinkListener, HostLink, HostLinkListener } from '../link.ts'

/** A connection inside one process that can be broken and reopened. For tests and benches. */
export interface MemoryLink {
  readonly client: ClientLink
  /** Breaks the connection, as a lost network or a reloaded page would; text under way is lost. */
  disconnect(): void
  /** Opens the connection; the host gets a new end each time. */
  connect(): void
}

interface Connection {
  host: HostLinkListener | undefined
  opened: boolean
}

/** Text arrives asynchronously and in order, as on any real transport. */
export function createMemoryLink(onConnect: (host: HostLink) => void): MemoryLink {
  let client: ClientLinkListener | undefined
  let connection: Connection | undefined

  const open = (current: Connection): void =>
    during(current, () => {
      if (!client || current.opened) return
      current.opened = true
      client.opened()
    })
  const during = (current: Connection, act: () => void): void =>
    queueMicrotask(() => {
      if (connection === current) act()
    })

  return {
    client: {
      send(text) {
        const current = connection
        if (current) during(current, () => current.host?.received(text))
      },
      listen(listener) {
        client = listener
        const current = connection
        if (current) open(current)
        return () => {
          if (client === listener) client = undefined
        }
      },
    },
    disconnect() {
      const host = connection?.host
      connection = undefined
      host?.closed()
      client?.closed()
    },
    connect() {
      const current: Connection = { host: undefined, opened: false }
      connection = current
      onConnect({
        send: (text) => during(current, () => client?.received(text)),
        listen(listener) {
          current.host = listener
          return () => {
            current.host = undefined
          }
        },
      })
      open(current)
    },
  }
}
