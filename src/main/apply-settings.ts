import { app, Menu, nativeTheme } from 'electron'
import type { AppSettings } from '../contract/settings.ts'
import { appMenuTemplate, type MenuAction } from './window/app-menu.ts'
import { setSpellCheck } from './window/spell-check.ts'
import { setStartAtLogin } from './system/start-at-login.ts'
import type { TrayIcon } from './tray/tray-icon.ts'
import { programsState } from './tray/tray-menu.ts'
import type { HostStrings } from './host-strings.ts'

export interface ApplySettingsOptions {
  readonly hasTray: boolean
  readonly tray: TrayIcon
  readonly strings: () => HostStrings
  readonly onAction: (action: MenuAction) => void
  readonly onError: (error: unknown) => void
}

/**
 * Applies the settings that concern the system: theme, menu, tray, spelling, start at login. The menu exists at once.
 */
export function createApplySettings(options: ApplySettingsOptions): (settings: AppSettings) => void {
  const { hasTray, tray, strings, onAction, onError } = options
  let startsAtLogin: boolean | undefined
  const setMenu = (): void => {
    const template = appMenuTemplate({
      platform: process.platform,
      strings: strings(),
      developer: !app.isPackaged,
      onAction,
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  setMenu()
  return (settings) => {
    nativeTheme.themeSource = settings.theme
    setSpellCheck(settings.spellCheck)
    tray.set(hasTray && settings.closeToTray)
    tray.setPrograms(programsState(settings))
    setMenu()
    // Writes only changes: writing at each start would undo what the person switched off in the system's settings.
    if (settings.startAtLogin !== (startsAtLogin ?? settings.startAtLogin)) {
      setStartAtLogin(settings.startAtLogin).catch(onError)
    }
    startsAtLogin = settings.startAtLogin
  }
}
