import { app } from 'electron'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ownAppImage } from './app-image.ts'
import { desktopEntry } from './desktop-entry.ts'
import { readFileIfThere, replaceFile } from '../../core/base/replace-file.ts'

const backgroundArgument = '--background'

/**
 * The system's login started the program, so it begins without a window where there is a tray. macOS gives no
 * arguments.
 */
export const startedAtLogin = (): boolean =>
  process.argv.includes(backgroundArgument) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

/** Windows and macOS have a setting for it; on Linux it is a file in the person's autostart folder. */
export async function setStartAtLogin(enabled: boolean): Promise<void> {
  if (process.platform !== 'linux') {
    return app.setLoginItemSettings({ openAtLogin: enabled, args: [backgroundArgument] })
  }
  return enabled ? replaceFile(autostartFile(), autostartEntry()) : rm(autostartFile(), { force: true })
}

/**
 * Names this program in the autostart entry if it names another one: an AppImage that updated itself has another file
 * name than before. An entry that the person removed stays removed.
 */
export async function renewStartAtLogin(): Promise<void> {
  if (process.platform !== 'linux') return
  const entry = await readFileIfThere(autostartFile())
  if (entry !== undefined && entry !== autostartEntry()) await replaceFile(autostartFile(), autostartEntry())
}

function autostartFile(): string {
  const config = process.env['XDG_CONFIG_HOME'] ?? path.join(app.getPath('home'), '.config')
  return path.join(config, 'autostart', 'switchboard.desktop')
}

function autostartEntry(): string {
  const args = app.isPackaged ? [backgroundArgument] : [app.getAppPath(), backgroundArgument]
  return desktopEntry([ownAppImage() ?? process.execPath, ...args])
}
