import { app } from 'electron'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Output } from '../contract/index.ts'

export type UpdateState = Output<'host.checkForUpdates'>

/** Packages that were built with an update address carry this file; others never ask anybody. */
export const updatesConfigured = (): boolean =>
  app.isPackaged && existsSync(path.join(process.resourcesPath, 'app-update.yml'))

/**
 * Looks for a newer version where the package names a server, loads it, and lets it install itself when the program
 * ends. Off in development and in packages that were built without an address.
 */
export async function checkForUpdates(onFailed: (error: unknown) => void): Promise<UpdateState> {
  if (!updatesConfigured()) return { state: 'off' }
  try {
    const { autoUpdater } = (await import('electron-updater')).default
    const found = await autoUpdater.checkForUpdates()
    if (!found?.isUpdateAvailable) return { state: 'latest' }
    // Loading goes on by itself; that it failed is no reason to end.
    found.downloadPromise?.catch(onFailed)
    return { state: 'available', version: found.updateInfo.version }
  } catch (error) {
    onFailed(error)
    return { state: 'failed' }
  }
}
