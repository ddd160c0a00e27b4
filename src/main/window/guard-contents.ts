import type { Session } from 'electron'
import { app, session } from 'electron'
import { isAppUrl } from './app-origin.ts'

/** What may be told to the log when a page wanted what it must not have. Addresses may hold secrets and stay out. */
export type Refusal = 'navigation' | 'window' | 'permission' | 'webview' | 'preload'

/**
 * Shuts every side door of every page, also of those nobody meant to create: navigation away, new windows, webviews,
 * permissions, devices. Without handlers Electron would grant them all. Call once, before the first window.
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
