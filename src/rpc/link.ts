/** Unsubscribes. A second call does nothing. */
export type Unsubscribe = () => void

/**
 * The client's end of a transport. It opens, and may close and reopen by itself. Text sent while it is closed is lost,
 * so the client holds its calls until `opened`.
 */
export interface ClientLink {
  send(text: string): void
  /** At most one listener. `opened` is never called before `listen` returns. */
  listen(listener: ClientLinkListener): Unsubscribe
}

export interface ClientLinkListener {
  opened(): void
  received(text: string): void
  closed(): void
}

/** The host's end of one connection. `closed` is called once, and nothing after it. */
export interface HostLink {
  send(text: string): void
  listen(listener: HostLinkListener): Unsubscribe
}

export interface HostLinkListener {
  received(text: string): void
  closed(): void
}
