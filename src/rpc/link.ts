/** Ends what a subscription began. Calling it twice does nothing. */
export type Unsubscribe = () => void

/**
 * The client's end of a transport. It opens, and may close and open again by itself; text sent while it is closed is
 * lost, so the client holds its calls back until `opened`.
 */
export interface ClientLink {
  send(text: string): void
  /** At most one listener; `opened` is told at once or later, never before `listen` returns. */
  listen(listener: ClientLinkListener): Unsubscribe
}

export interface ClientLinkListener {
  opened(): void
  received(text: string): void
  closed(): void
}

/** The host's end of one connection. `closed` comes once, and nothing after it. */
export interface HostLink {
  send(text: string): void
  listen(listener: HostLinkListener): Unsubscribe
}

export interface HostLinkListener {
  received(text: string): void
  closed(): void
}
