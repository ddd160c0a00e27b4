/**
 * The object that the preload exposes to the page as `window.switchboard`: it passes text to the host and back. It
 * exposes nothing of Electron and has no logic.
 */
export interface SwitchboardBridge {
  send(text: string): void
  /** At most one listener; the last one counts. */
  onMessage(listener: (text: string) => void): void
}

/** The one IPC channel, in both directions. A type, because the preload may import nothing at run time. */
export type BridgeChannel = 'switchboard:pipe'
