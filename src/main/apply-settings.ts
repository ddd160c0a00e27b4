import { app, Menu, nativeTheme } from 'electron'
import type { AppSettings } from '../contract/settings.ts'
import type { MenuAction } from './app-menu.ts'
import { appMenuTemplate } from './app-menu.ts'
import { setSpellCheck } from './spell-check.ts'
import { setStartAtLogin } from './start-at-login.ts'
import type { TrayIcon } from './tray-icon.ts'
import type { HostWords } from './words.ts'

export interface ApplySettingsOptions {
  readonly hasTray: boolean
  readonly tray: TrayIcon
  readonly words: () => HostWords
  readonly onAction: (action: MenuAction) => void
  readonly onError: (error: unknown) => void
}

/** Does what the settings say, as far as it is the system's to show: theme, menu, tray, spelling, start at login. */
export function createApplySettings(options: ApplySettingsOptions): (settings: AppSettings) => void {
  const { hasTray, tray, words, onAction, onError } = options
  let startsAtLogin: boolean | undefined
  return (settings) => {
    nativeTheme.themeSource = settings.theme
    setSpellCheck(settings.spellCheck)
    tray.set(hasTray && settings.closeToTray)
    const template = appMenuTemplate({
      platform: process.platform,
      words: words(),
      developer: !app.isPackaged,
      onAction,
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    // Off at the first start is how the system is anyway; only a change is written.
    if (settings.startAtLogin !== (startsAtLogin ?? false)) setStartAtLogin(settings.startAtLogin).catch(onError)
    startsAtLogin = settings.startAtLogin
  }
}
