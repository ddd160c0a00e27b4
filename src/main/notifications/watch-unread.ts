import { app, nativeImage, type BrowserWindow } from 'electron'
import type { ChangeEvent } from '../../contract/events.ts'
import type { CallContext } from '../../contract/index.ts'
import type { AppSettings } from '../../contract/settings.ts'
import type { RestartableCore } from '../../core/restartable-core.ts'
import { createCoalescer } from './coalescer.ts'
import type { TrayIcon } from '../tray/tray-icon.ts'
import { unreadCount } from './unread-badge.ts'
import type { HostStrings } from '../host-strings.ts'
import path from 'node:path'

export interface WatchUnreadOptions {
  readonly core: RestartableCore
  readonly tray: TrayIcon
  readonly resources: string
  readonly strings: () => HostStrings
  readonly badge: () => AppSettings['badge']
  /** Nothing is counted while the window is locked. */
  readonly isHidden: () => boolean
  readonly window: () => BrowserWindow | undefined
}

const delayMs = 200
const counted: ReadonlySet<ChangeEvent['kind']> = new Set(['instances', 'chats', 'messages'])
const forEver: CallContext = { signal: new AbortController().signal }

/** Keeps the badge and the tray's tooltip up to date; returns a function that counts again. */
export function watchUnread({
  core,
  tray,
  resources,
  strings,
  badge,
  isHidden,
  window,
}: WatchUnreadOptions): () => void {
  const count = async (): Promise<void> => {
    const all = await core.handlers['instances.list']({}, forEver)
    const instances = isHidden() ? [] : all
    showBadge(unreadCount(instances, badge(), Date.now()), window(), resources, strings())
    tray.update(strings(), unreadCount(instances, 'messages', Date.now()))
  }
  const changed = createCoalescer(
    () => count().catch((error: unknown) => core.warn('what is unread was not counted', error)),
    delayMs,
  )
  core.subscribe((event) => {
    if (event.type === 'changed' && counted.has(event.change.kind)) changed()
  })
  return changed
}

/** The number on the program's icon; Windows has a mark on the task bar instead. */
function showBadge(count: number, window: BrowserWindow | undefined, resources: string, strings: HostStrings): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count)
  const mark = count === 0 ? null : nativeImage.createFromPath(path.join(resources, 'overlay.png'))
  window?.setOverlayIcon(mark, count === 0 ? '' : strings.unread(count))
}
