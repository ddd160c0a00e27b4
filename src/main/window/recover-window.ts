import { app, dialog, type BrowserWindow } from 'electron'
import { createCrashCount } from './crash-count.ts'
import type { HostStrings } from '../host-strings.ts'

export interface RecoverWindowOptions {
  readonly strings: () => HostStrings
  readonly now: () => number
  /** For the log: why the process is gone. */
  readonly onGone: (reason: string) => void
}

/** Brings a crashed page back and says so; after several crashes within a minute the person decides. */
export function createRecovery({ strings, now, onGone }: RecoverWindowOptions): (window: BrowserWindow) => void {
  const count = createCrashCount(now)
  const showCrash = async (window: BrowserWindow): Promise<void> => {
    const { crashTitle, crashText, ok } = strings()
    await dialog.showMessageBox(window, { type: 'info', message: crashTitle, detail: crashText, buttons: [ok] })
  }
  const ask = async (window: BrowserWindow): Promise<void> => {
    const { crashTitle, crashOften, crashText, reloadWindow, quit } = strings()
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: crashTitle,
      detail: `${crashOften} ${crashText}`,
      buttons: [reloadWindow, quit],
      cancelId: 0,
    })
    if (response !== 0) app.quit()
    else if (!window.isDestroyed()) window.webContents.reload()
  }
  const askUnresponsive = async (window: BrowserWindow): Promise<void> => {
    const { unresponsiveTitle, crashText, reloadWindow, wait } = strings()
    const recovered = new AbortController()
    window.once('responsive', () => recovered.abort())
    const { response } = await dialog.showMessageBox(window, {
      // The question goes when the page answers again, and Reload would lose what is in it.
      signal: recovered.signal,
      type: 'warning',
      message: unresponsiveTitle,
      detail: crashText,
      buttons: [wait, reloadWindow],
      cancelId: 0,
    })
    if (response === 1 && !recovered.signal.aborted && !window.isDestroyed()) window.webContents.reload()
  }
  return (window) => {
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      onGone(reason)
      if (reason === 'clean-exit' || window.isDestroyed()) return
      if (count() === 'ask') return void ask(window)
      window.webContents.reload()
      void showCrash(window)
    })
    window.on('unresponsive', () => void askUnresponsive(window))
  }
}
