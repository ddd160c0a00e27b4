import type { BrowserWindow } from 'electron'
import { app, nativeImage } from 'electron'
import path from 'node:path'
import type { HostStrings } from '../host-strings.ts'

/** The number on the program's icon; Windows has a mark on the task bar instead. */
export function showBadge(
  count: number,
  window: BrowserWindow | undefined,
  resources: string,
  strings: HostStrings,
): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count)
  const mark = count === 0 ? null : nativeImage.createFromPath(path.join(resources, 'overlay.png'))
  window?.setOverlayIcon(mark, count === 0 ? '' : strings.unread(count))
}
