import type { MenuItemConstructorOptions } from 'electron'
import type { NavigateEvent } from '../../contract/events.ts'
import type { HostWords } from '../words.ts'

export type MenuAction = Extract<NavigateEvent, { kind: 'action' }>['action']

export interface AppMenuOptions {
  readonly platform: NodeJS.Platform
  readonly words: HostWords
  /** Developer tools are for unpackaged builds. */
  readonly developer: boolean
  readonly onAction: (action: MenuAction) => void
}

/** The application menu with the roles each platform expects. Its shortcuts are also the window's own. */
export function appMenuTemplate({
  platform,
  words,
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
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const settings = action('settings', words.settings, 'CmdOrCtrl+,')
  const about = action('about', words.about)

  const appMenu: MenuItemConstructorOptions = {
    label: 'Switchboard',
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'services', label: words.services },
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      separator,
      { role: 'quit', label: words.quit },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: words.file,
    submenu: [
      action('newMessage', words.newMessage, 'CmdOrCtrl+N'),
      action('addInstance', words.addInstance),
      separator,
      ...(mac ? [] : [settings, separator]),
      mac ? { role: 'close', label: words.close } : { role: 'quit', label: words.quit },
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: words.edit,
    submenu: [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      separator,
      { role: 'cut', label: words.cut },
      { role: 'copy', label: words.copy },
      { role: 'paste', label: words.paste },
      { role: 'pasteAndMatchStyle', label: words.pasteAsText },
      { role: 'selectAll', label: words.selectAll },
      separator,
      action('find', words.find, 'CmdOrCtrl+F'),
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: words.view,
    submenu: [
      action('palette', words.palette, 'CmdOrCtrl+K'),
      action('nextWaiting', words.nextWaiting, 'Alt+Down'),
      separator,
      { role: 'resetZoom', label: words.actualSize },
      { role: 'zoomIn', label: words.zoomIn },
      { role: 'zoomOut', label: words.zoomOut },
      separator,
      { role: 'togglefullscreen', label: words.fullScreen },
      ...(developer
        ? [
            separator,
            { role: 'reload', label: words.reload } as const,
            { role: 'toggleDevTools', label: words.developerTools } as const,
          ]
        : []),
    ],
  }
  const window: MenuItemConstructorOptions = {
    role: 'window',
    label: words.window,
    submenu: [
      { role: 'minimize', label: words.minimise },
      { role: 'zoom', label: words.zoom },
      separator,
      { role: 'front', label: words.front },
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: words.help,
    submenu: [action('shortcuts', words.shortcuts, 'CmdOrCtrl+/'), ...(mac ? [] : [separator, about])],
  }
  return mac ? [appMenu, file, edit, view, window, help] : [file, edit, view, help]
}
