import { app } from 'electron'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { ownAppImage } from './app-image.ts'
import { deepLinkScheme } from './deep-link.ts'
import { desktopEntry } from './desktop-entry.ts'
import { readFileIfThere, replaceFile } from '../../core/base/replace-file.ts'

/**
 * Linux knows windows, links and badges of an AppImage by this name. Not by `desktopName` of package.json, as for the
 * other packages: an entry of that name in the person's own folder would take the place of an installed one's in the
 * menus.
 */
const appImageName = 'switchboard-appimage'

/** Before `ready`. */
export function nameDesktop(): void {
  if (app.isPackaged && ownAppImage() !== undefined) app.setDesktopName(`${appImageName}.desktop`)
}

/**
 * Makes the system hand `switchboard://` links to this program, when it is packaged. On Linux that needs a desktop
 * entry that is installed, which an AppImage does not bring: it gets one in the person's own folder, out of the menus.
 * An installed package takes it away.
 */
export async function registerLinks(resources: string): Promise<void> {
  if (!app.isPackaged) return
  const image = ownAppImage()
  if (process.platform === 'linux') await (image === undefined ? removeEntry() : installEntry(image, resources))
  app.setAsDefaultProtocolClient(deepLinkScheme)
}

function entryFiles(): { readonly icon: string; readonly file: string } {
  const data = process.env['XDG_DATA_HOME'] ?? path.join(app.getPath('home'), '.local/share')
  return {
    icon: path.join(data, 'icons/hicolor/256x256/apps', `${appImageName}.png`),
    file: path.join(data, 'applications', `${appImageName}.desktop`),
  }
}

async function removeEntry(): Promise<void> {
  const { icon, file } = entryFiles()
  await Promise.all([rm(icon, { force: true }), rm(file, { force: true })])
}

async function installEntry(image: string, resources: string): Promise<void> {
  const { icon, file } = entryFiles()
  const entry = desktopEntry(
    [image, '%U'],
    [
      `Icon=${appImageName}`,
      `StartupWMClass=${appImageName}`,
      `MimeType=x-scheme-handler/${deepLinkScheme};`,
      'NoDisplay=true',
    ],
  )
  if ((await readFileIfThere(file)) === entry) return
  await mkdir(path.dirname(icon), { recursive: true })
  await copyFile(path.join(resources, 'icons/256x256.png'), icon)
  await replaceFile(file, entry)
}
