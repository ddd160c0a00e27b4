import { app, session, type Session } from 'electron'
import { isAppUrl } from './app-origin.ts'

/** The forbidden action of a page, as it is logged; never an address, which may hold secrets. */
export type Refusal = 'navigation' | 'window' | 'permission' | 'webview' | 'preload'

/**
 * Denies navigation, new windows, webviews, permissions and devices for every page, also for unexpected ones. Without
 * handlers Electron would grant them. Call it once, before the first window.
 */
export function guardContents(onRefused: (what: Refusal) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void }, url: string): void => {
      if (isAppUrl(url)) return
      event.preventDefault()
      onRefused('navigation')
    }
    contents.on('will-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-frame-navigate', (details) => stay(details, details.url))
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
      onRefused('webview')
    })
    // Links outside go through the gate, which asks first; a page never opens a window by itself.
    contents.setWindowOpenHandler(() => {
      onRefused('window')
      return { action: 'deny' }
    })
    contents.on('preload-error', () => onRefused('preload'))
  })
  const refuse = (of: Session): void => denyPermissions(of, onRefused)
  app.on('session-created', refuse)
  refuse(session.defaultSession)
}

/** Copying with the page's own buttons and showing a film on the whole screen is all that our own page may do. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen'])

function denyPermissions(of: Session, onRefused: (what: Refusal) => void): void {
  of.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    const allowed = granted.has(permission) && isAppUrl(requestingUrl)
    if (!allowed) onRefused('permission')
    answer(allowed)
  })
  of.setPermissionCheckHandler((_contents, permission, origin) => granted.has(permission) && isAppUrl(origin))
  of.setDevicePermissionHandler(() => false)
}
