import { app } from 'electron'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Output } from '../../contract/index.ts'
import { namesUpdateServer } from './update-server.ts'

export type UpdateState = Output<'host.checkForUpdates'>

/** Packages that were built with an update address carry this file; others never ask anybody. */
export function updatesConfigured(): boolean {
  if (!app.isPackaged) return false
  try {
    return namesUpdateServer(readFileSync(path.join(process.resourcesPath, 'app-update.yml'), 'utf8'))
  } catch {
    return false
  }
}

/** A deb or rpm: electron-updater installs those through pkexec while the program ends (electron-updater's main.js). */
const isSystemPackage = (): boolean => existsSync(path.join(process.resourcesPath, 'package-type'))

/**
 * Looks for a newer version where the package names a server, loads it, and lets it install itself when the program
 * ends. Off in development and in packages that were built without an address.
 */
export async function checkForUpdates(onFailed: (error: unknown) => void): Promise<UpdateState> {
  if (!updatesConfigured()) return { state: 'off' }
  try {
    const { autoUpdater } = (await import('electron-updater')).default
    const found = await autoUpdater.checkForUpdates()
    // Not checked: an unpacked AppImage, for example, can't replace itself.
    if (found === null) return { state: 'off' }
    if (!found.isUpdateAvailable) return { state: 'latest' }
    // The download continues by itself; its failure must not end the program.
    found.downloadPromise?.catch(onFailed)
    return { state: isSystemPackage() ? 'availableByPassword' : 'available', version: found.updateInfo.version }
  } catch (error) {
    onFailed(error)
    return { state: 'failed' }
  }
}
