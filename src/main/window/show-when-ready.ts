/** The events of a window and its page that show when there is something to see. */
export interface ReadyWindow {
  once(event: 'ready-to-show', listener: () => void): unknown
  isDestroyed(): boolean
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown }
}

/**
 * A page that has not drawn itself by then is shown all the same: an empty window says more than none. Milliseconds.
 */
const timeoutMs = 4000

/**
 * Calls back once, as soon as a hidden window may be shown. `ready-to-show` alone would not do: on Wayland it may never
 * come (electron#48859). A window that is gone by then is left alone.
 */
export function whenReadyToShow(window: ReadyWindow, ready: () => void): void {
  let isReported = false
  const report = (): void => {
    if (isReported) return
    isReported = true
    clearTimeout(timer)
    if (!window.isDestroyed()) ready()
  }
  const timer = setTimeout(report, timeoutMs)
  window.once('ready-to-show', report)
  window.webContents.once('did-finish-load', report)
}
