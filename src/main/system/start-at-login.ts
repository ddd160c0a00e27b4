import { app } from 'electron'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { desktopEntry } from './desktop-entry.ts'
import { replaceFile } from '../../core/hosting/replace-file.ts'

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
  const config = process.env['XDG_CONFIG_HOME'] ?? path.join(app.getPath('home'), '.config')
  const file = path.join(config, 'autostart', 'switchboard.desktop')
  if (!enabled) return rm(file, { force: true })
  const program = process.env['APPIMAGE'] ?? process.execPath
  const args = app.isPackaged ? [backgroundArgument] : [app.getAppPath(), backgroundArgument]
  await replaceFile(file, desktopEntry([program, ...args]))
}
