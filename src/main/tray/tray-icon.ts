import { Menu, nativeImage, Tray } from 'electron'
import path from 'node:path'
import type { HostStrings } from '../host-strings.ts'

export interface TrayIconOptions {
  readonly resources: string
  readonly onOpen: () => void
  readonly onQuit: () => void
}

export interface TrayIcon {
  /** Shows the icon, or takes it away. */
  set(visible: boolean): void
  update(strings: HostStrings, unread: number): void
}

const files: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'trayTemplate.png',
  win32: 'icon.ico',
}

export function createTrayIcon({ resources, onOpen, onQuit }: TrayIconOptions): TrayIcon {
  // Without this reference the icon would disappear with the next garbage collection.
  let tray: Tray | undefined
  let shown: { readonly strings: HostStrings; readonly unread: number } | undefined
  const describe = (): void => {
    if (!tray || !shown) return
    const { strings, unread } = shown
    tray.setToolTip(unread === 0 ? strings.tooltip : `${strings.tooltip}: ${strings.unread(unread)}`)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: strings.openSwitchboard, click: onOpen },
        { type: 'separator' },
        { label: strings.quit, click: onQuit },
      ]),
    )
  }
  return {
    set(visible) {
      if (visible === (tray !== undefined)) return
      if (!visible) {
        tray?.destroy()
        tray = undefined
        return
      }
      tray = new Tray(nativeImage.createFromPath(path.join(resources, files[process.platform] ?? 'tray.png')))
      // On macOS a click opens the menu, and tells of itself all the same.
      if (process.platform !== 'darwin') tray.on('click', onOpen)
      describe()
    },
    update(strings, unread) {
      if (shown && shown.strings.language === strings.language && shown.unread === unread) return
      shown = { strings, unread }
      describe()
    },
  }
}
