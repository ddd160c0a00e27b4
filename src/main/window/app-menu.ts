import type { MenuItemConstructorOptions } from 'electron'
import type { NavigateEvent } from '../../contract/events.ts'
import type { HostStrings } from '../host-strings.ts'

export type MenuAction = Extract<NavigateEvent, { kind: 'action' }>['action']

export interface AppMenuOptions {
  readonly platform: NodeJS.Platform
  readonly strings: HostStrings
  /** Developer tools are for unpackaged builds. */
  readonly developer: boolean
  readonly onAction: (action: MenuAction) => void
}

/** The application menu with the roles each platform expects. Its shortcuts are also the window's own. */
export function appMenuTemplate({
  platform,
  strings,
  developer,
  onAction,
}: AppMenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin'
  // The window hears these keys itself; on macOS the menu takes them first, elsewhere they are only shown.
  const action = (name: MenuAction, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    id: name,
    label,
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    click: () => onAction(name),
  })
  // A role's key is one of the main block, "Plus" that one with Shift; people also press = and the keys of the pad.
  const hidden = (role: 'zoomIn' | 'zoomOut' | 'resetZoom', ...keys: readonly string[]): MenuItemConstructorOptions[] =>
    keys.map((accelerator) => ({ role, accelerator, visible: false, acceleratorWorksWhenHidden: true }))
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const settings = action('settings', strings.settings, 'CmdOrCtrl+,')
  const about = action('about', strings.about)

  const appMenu: MenuItemConstructorOptions = {
    label: 'Switchboard',
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'services', label: strings.services },
      separator,
      { role: 'hide', label: strings.hide },
      { role: 'hideOthers', label: strings.hideOthers },
      { role: 'unhide', label: strings.showAll },
      separator,
      { role: 'quit', label: strings.quit },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: strings.file,
    submenu: [
      action('newMessage', strings.newMessage, 'CmdOrCtrl+N'),
      action('addInstance', strings.addInstance),
      separator,
      ...(mac ? [] : [settings, separator]),
      mac ? { role: 'close', label: strings.close } : { role: 'quit', label: strings.quit },
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: strings.edit,
    submenu: [
      { role: 'undo', label: strings.undo },
      { role: 'redo', label: strings.redo },
      separator,
      { role: 'cut', label: strings.cut },
      { role: 'copy', label: strings.copy },
      { role: 'paste', label: strings.paste },
      { role: 'pasteAndMatchStyle', label: strings.pasteAsText },
      { role: 'selectAll', label: strings.selectAll },
      separator,
      action('find', strings.find, 'CmdOrCtrl+F'),
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: strings.view,
    submenu: [
      action('palette', strings.palette, 'CmdOrCtrl+K'),
      action('nextWaiting', strings.nextWaiting, 'Alt+Down'),
      separator,
      { role: 'resetZoom', label: strings.actualSize },
      ...hidden('resetZoom', 'CommandOrControl+num0'),
      { role: 'zoomIn', label: strings.zoomIn },
      ...hidden('zoomIn', 'CommandOrControl+=', 'CommandOrControl+numadd'),
      { role: 'zoomOut', label: strings.zoomOut },
      ...hidden('zoomOut', 'CommandOrControl+numsub'),
      separator,
      { role: 'togglefullscreen', label: strings.fullScreen },
      ...(developer
        ? [
            separator,
            { role: 'reload', label: strings.reload } as const,
            { role: 'toggleDevTools', label: strings.developerTools } as const,
          ]
        : []),
    ],
  }
  const window: MenuItemConstructorOptions = {
    role: 'window',
    label: strings.window,
    submenu: [
      { role: 'minimize', label: strings.minimise },
      { role: 'zoom', label: strings.zoom },
      separator,
      { role: 'front', label: strings.front },
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: strings.help,
    submenu: [action('shortcuts', strings.shortcuts, 'CmdOrCtrl+/'), ...(mac ? [] : [separator, about])],
  }
  return mac ? [appMenu, file, edit, view, window, help] : [file, edit, view, help]
}
