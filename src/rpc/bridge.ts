/**
 * What the preload exposes to the page as `window.switchboard`: text to the host, and text from it. Nothing of Electron
 * comes along, and the bridge has no logic of its own.
 */
export interface SwitchboardBridge {
  send(text: string): void
  /** At most one listener; the last one counts. */
  onMessage(listener: (text: string) => void): void
}

/** The one IPC channel, in both directions. A type, because the preload may import nothing at run time. */
export type BridgeChannel = 'switchboard:pipe'
