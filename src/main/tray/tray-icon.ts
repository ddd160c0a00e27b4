import { Menu, nativeImage, Tray } from 'electron'
import path from 'node:path'
import type { HostStrings } from '../host-strings.ts'
import { trayMenuTemplate, type ProgramsState, type TrayMenuOptions } from './tray-menu.ts'

export interface TrayIconOptions extends Pick<TrayMenuOptions, 'onOpen' | 'onPausePrograms' | 'onQuit'> {
  readonly resources: string
}

export interface TrayIcon {
  /** Shows the icon, or takes it away. */
  set(visible: boolean): void
  update(strings: HostStrings, unread: number): void
  setPrograms(programs: ProgramsState): void
}

const files: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'trayTemplate.png',
  win32: 'icon.ico',
}

export function createTrayIcon({ resources, ...actions }: TrayIconOptions): TrayIcon {
  // Without this reference the icon would disappear with the next garbage collection.
  let tray: Tray | undefined
  let programs: ProgramsState = 'off'
  let shown: { readonly strings: HostStrings; readonly unread: number } | undefined
  const describe = (): void => {
    if (!tray || !shown) return
    const { strings, unread } = shown
    tray.setToolTip(unread === 0 ? strings.tooltip : `${strings.tooltip}: ${strings.unread(unread)}`)
    tray.setContextMenu(Menu.buildFromTemplate(trayMenuTemplate({ ...actions, strings, programs })))
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
      if (process.platform !== 'darwin') tray.on('click', actions.onOpen)
      describe()
    },
    update(strings, unread) {
      if (shown && shown.strings.language === strings.language && shown.unread === unread) return
      shown = { strings, unread }
      describe()
    },
    setPrograms(next) {
      if (next === programs) return
      programs = next
      describe()
    },
  }
}
