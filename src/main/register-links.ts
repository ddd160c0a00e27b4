import { app } from 'electron'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { deepLinkScheme } from './deep-link.ts'
import { desktopEntry } from './desktop-entry.ts'
import { readFileIfThere, replaceFile } from '../core/hosting/replace-file.ts'

/** As `desktopName` in package.json says: Linux knows windows, links and badges of the program by this name. */
const desktopName = 'switchboard'

/**
 * Makes the system hand `switchboard://` links to this program, when it is packaged. On Linux that needs a desktop entry
 * that is installed, which an AppImage does not bring: it gets one in the person's own folder, out of the menus.
 */
export async function registerLinks(resources: string): Promise<void> {
  if (!app.isPackaged) return
  const image = process.env['APPIMAGE']
  if (process.platform === 'linux' && image !== undefined) await installEntry(image, resources)
  app.setAsDefaultProtocolClient(deepLinkScheme)
}

async function installEntry(image: string, resources: string): Promise<void> {
  const data = process.env['XDG_DATA_HOME'] ?? path.join(app.getPath('home'), '.local/share')
  const icon = path.join(data, 'icons/hicolor/256x256/apps', `${desktopName}.png`)
  const file = path.join(data, 'applications', `${desktopName}.desktop`)
  const entry = desktopEntry(
    [image, '%U'],
    [
      `Icon=${desktopName}`,
      `StartupWMClass=${desktopName}`,
      `MimeType=x-scheme-handler/${deepLinkScheme};`,
      'NoDisplay=true',
    ],
  )
  if ((await readFileIfThere(file)) === entry) return
  await mkdir(path.dirname(icon), { recursive: true })
  await copyFile(path.join(resources, 'icons/256x256.png'), icon)
  await replaceFile(file, entry)
}
