/** The window's own address. `standard` schemes have a host; this one serves exactly one. */
export const appScheme = 'app'
export const appHost = 'bundle'
export const appPage = `${appScheme}://${appHost}/index.html`

/**
 * True for the window's own pages. Compares the parsed parts: Node's URL has no origin for a scheme of our own, and
 * `app://bundle.evil.example/` begins with the same letters.
 */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === `${appScheme}:` && parsed.host === appHost
}

/** The facts of a frame that decide whether it may call the host. */
export interface SenderFrame {
  readonly url: string
  readonly parent: unknown
}

/** Only the main frame of our own page; the frame is null when it is gone already. */
export const isTrustedSender = (frame: SenderFrame | null): boolean =>
  frame !== null && !frame.parent && isAppUrl(frame.url)
