import { app, dialog, powerMonitor, utilityProcess } from 'electron'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { contract, type CallContext } from '../contract/index.ts'
import { ContractError } from '../contract/errors.ts'
import { defaultSettings, type AppSettings } from '../contract/settings.ts'
import { endOnSignals } from '../core/hosting/end-on-signals.ts'
import { addInstancesFrom } from '../core/hosting/add-instances.ts'
import { joinTeamFrom } from '../core/hosting/join-team.ts'
import { joinHandlers } from '../core/guard-handlers.ts'
import { createDemo, type DemoProcess } from '../core/hosting/demo.ts'
import type { HostOptions } from '../core/hosting/host-options.ts'
import { watchAppSettings } from '../core/watch-app-settings.ts'
import { createWindowLock } from '../core/hosting/window-lock.ts'
import { createWindowOrigin } from '../core/hosting/window-origin.ts'
import { createSystemClock } from '../core/base/system-clock.ts'
import { createPipeHost, serve } from '../rpc/server.ts'
import { isTrustedSender } from './window/app-origin.ts'
import { handleAppScheme, standardOrigin } from './window/app-scheme.ts'
import { createApplySettings } from './apply-settings.ts'
import { parseDeepLink } from './system/deep-link.ts'
import { createDevelopmentOrigin } from './window/development-origin.ts'
import { developmentServer } from './window/development-server.ts'
import { findDestination } from './window/find-destination.ts'
import { guardContents } from './window/guard-contents.ts'
import { createHostHandlers } from './host-handlers.ts'
import { listenToPages } from './ipc-transport.ts'
import { createMainWindow } from './window/main-window.ts'
import { createNavigator } from './window/navigator.ts'
import { createNotifications } from './notifications/notifications.ts'
import { popUpContextMenus } from './window/pop-up-context-menus.ts'
import { createRecovery } from './window/recover-window.ts'
import { createSaveImage } from './window/save-image.ts'
import { registerLinks } from './system/register-links.ts'
import { forbidDictionaries } from './window/spell-check.ts'
import { systemLanguages } from './system/system-languages.ts'
import { renewStartAtLogin, startedAtLogin } from './system/start-at-login.ts'
import type { RestartableCore } from '../core/restartable-core.ts'
import { startDesktopCore } from './start-desktop-core.ts'
import { trayAvailable } from './tray/tray-available.ts'
import { createTrayIcon } from './tray/tray-icon.ts'
import { watchUnread } from './notifications/watch-unread.ts'
import { checkForUpdates } from './system/updates.ts'
import { hostStrings, type HostStrings } from './host-strings.ts'

export interface Desktop {
  show(): void
  openDeepLink(link: string): void
  /** Logs an internal error before the program ends. */
  recordDefect(error: unknown): Promise<void>
  strings(): HostStrings
}

/** Composes the shell around one core, after `ready`. Synchronous, so that the window opens before the store. */
export function runDesktop(options: HostOptions): Desktop {
  forbidDictionaries()
  const root = app.getAppPath()
  const resources = path.join(root, 'resources')
  const dataDir = app.getPath('userData')
  const hasTray = trayAvailable(process.platform, process.env)
  let settings: AppSettings = defaultSettings
  const strings = () => hostStrings(settings.language, systemLanguages())

  /** Neither answer loses data: the damaged file stays beside the new one. */
  const mayBeginEmpty = async () => {
    if (options.beginEmpty) return true
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: strings().unreadableTitle,
      detail: strings().unreadableText,
      buttons: [strings().quit, strings().beginEmpty],
      defaultId: 0,
      cancelId: 0,
    })
    return response === 1
  }
  const core = startDesktopCore({ dataDir, logLevel: options.logLevel, hasTray, mayBeginEmpty })
  const { handlers, openMedia, openFile, takeSlice } = core
  core.ready.catch((error: unknown) => {
    dialog.showErrorBox(strings().startFailed, error instanceof Error ? error.message : String(error))
    app.exit(1)
  })
  const lock = createWindowLock({
    dataDir,
    clock: createSystemClock(),
    host: 'desktop',
    settings: () => handlers['settings.get']({}, forEver),
    warn: core.warn,
  })
  // Copies that earlier runs made for other programs.
  const openedDir = path.join(dataDir, 'opened')
  rm(openedDir, { recursive: true, force: true }).catch((error: unknown) => core.warn('old copies stayed', error))
  renewStartAtLogin().catch((error: unknown) => core.warn('the entry for the login was not renewed', error))
  registerLinks(resources).catch((error: unknown) => core.warn('links were not registered', error))
  guardContents((what) => core.warn(`refused a page: ${what}`))

  const recover = createRecovery({
    strings,
    now: Date.now,
    onGone: (reason) => core.warn(`the page is gone: ${reason}`),
  })
  const demo = createDemo({
    dataDir,
    startProcess: () => startUtilityDemo(pathToFileURL(path.join(root, 'out/main/demo-service.js'))),
    handlers,
    warn: core.warn,
  })
  const hostHandlers = createHostHandlers({
    demo: demo.handlers,
    lock: lock.handlers,
    openMedia,
    openFile,
    window: () => window.current(),
    dragIcon: path.join(resources, 'icons/48x48.png'),
    onAttention(attention) {
      notifications.attend(attention)
      // A page that reports what it shows is ready to navigate.
      navigator.arrive()
    },
    checkForUpdates: () => checkForUpdates((error) => core.warn('looking for updates failed', error)),
    openedDir,
    licencesFile: path.join(root, 'out/licences.txt'),
  })
  const saveImage = createSaveImage({
    openMedia,
    saveFile: hostHandlers['host.saveFile'],
    onFailed(code) {
      const { notSavedTitle, notStored, notSavedText } = strings()
      dialog.showErrorBox(notSavedTitle, code === 'notFound' ? notStored : notSavedText)
    },
  })
  const window = createMainWindow({
    boundsFile: path.join(dataDir, 'window.json'),
    preload: path.join(root, 'out/preload/index.cjs'),
    icon: process.platform === 'linux' ? path.join(resources, 'icons/256x256.png') : undefined,
    languages: systemLanguages(),
    hidesOnClose: () => hasTray && settings.closeToTray,
    async mayDiscard(parent, by, signal) {
      const { unsavedTitle, unsavedText, stay, closeAnyway, reloadAnyway } = strings()
      const { response } = await dialog.showMessageBox(parent, {
        type: 'warning',
        message: unsavedTitle,
        detail: unsavedText,
        buttons: [stay, by === 'reload' ? reloadAnyway : closeAnyway],
        defaultId: 0,
        cancelId: 0,
        signal,
      })
      return response === 1
    },
    onCreated(created) {
      recover(created)
      // Windows forgets the mark on the task bar with each hidden window.
      created.on('show', () => unreadChanged())
      popUpContextMenus(created, strings, saveImage)
      created.webContents.on('did-navigate', navigator.leave)
      created.on('closed', navigator.leave)
    },
  })
  const navigator = createNavigator(() => window.show())
  const notifications = createNotifications({
    strings,
    isLocked: lock.isLocked,
    onClick: (to) => (to ? navigator.go(to) : window.show()),
    onFailed: (reason) => core.warn(`a notification was not shown: ${reason}`),
    async onReply({ chat, text, id }) {
      if (lock.isLocked()) throw new ContractError('windowLocked')
      await handlers['messages.send']({ chat, text, sendId: id, keepDraft: true }, forEver)
    },
  })

  const rendererDir = path.join(root, 'out/renderer')
  const origin = standardOrigin(createWindowOrigin({ rendererDir, ...lock.guardFiles(core), takeSlice }))
  const vite = developmentServer()
  handleAppScheme(vite === undefined ? origin : createDevelopmentOrigin(vite, origin), (error) =>
    core.warn('the window could not be served', error),
  )
  const host = createPipeHost(contract, lock.guard(contract, joinHandlers(handlers, hostHandlers)), {
    subscribe: lock.guardEvents((listener) => {
      const unsubscribes = [navigator.subscribe(listener), core.subscribe(listener)]
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe())
    }),
    onFault: (fault) =>
      fault.kind === 'failed' ? core.warn(`${fault.name} failed`, fault.error) : core.warn('malformed message'),
  })
  listenToPages({
    isTrusted: isTrustedSender,
    onLink: (link) => void serve(link, host),
    onRefused: (reason) => core.warn(`refused a message: ${reason}`),
  })

  const tray = createTrayIcon({
    resources,
    onOpen: () => window.show(),
    onPausePrograms(paused) {
      // Anybody may stop the programs. Letting them send again is for who can unlock the window.
      if (!paused && lock.isLocked()) return window.show()
      handlers['settings.update']({ programSendsPaused: paused }, forEver).catch((error: unknown) => {
        core.warn('programs were not paused or resumed', error)
        dialog.showErrorBox(strings().programsUnchangedTitle, strings().programsUnchangedText)
      })
    },
    onQuit: () => app.quit(),
  })
  const unreadChanged = watchUnread({
    core,
    tray,
    resources,
    strings,
    badge: () => settings.badge,
    isHidden: lock.isLocked,
    window: window.current,
  })
  const applySettings = createApplySettings({
    hasTray,
    tray,
    strings,
    onAction: (action) => navigator.go({ kind: 'action', action }),
    onError: (error) => core.warn('start at login was not set', error),
  })
  core.subscribe((event) => {
    if (event.type === 'notice') notifications.show(event.notice)
    else if (event.type === 'pairingEnded') notifications.endPairing(event.pairing)
  })
  lock.onChange(() => {
    if (lock.isLocked()) {
      notifications.hide()
      // Where a click leads is shown once the window is unlocked.
      navigator.leave()
    }
    unreadChanged()
  })
  powerMonitor.on('lock-screen', lock.lock)
  powerMonitor.on('suspend', () => {
    lock.lock()
    core.suspend()
  })
  powerMonitor.on('resume', core.resume)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', () => window.allowClosing())
  endWithCore(async () => {
    demo.stop()
    await window.placeSaved()
    await core.stop()
  })
  // The end of a session comes as a signal on Linux; on macOS it is announced, then the program is asked to quit. On
  // Windows it closes no window, so no page is asked.
  if (process.platform === 'darwin') powerMonitor.on('shutdown', window.stopAsking)
  const stop = (): void => {
    window.stopAsking()
    app.quit()
  }
  endOnSignals({ stop, endImmediately: () => app.exit(1) })

  const inBackground = startedAtLogin() && hasTray
  const begin = async (): Promise<void> => {
    await core.ready
    await demo.clearLeftovers().catch((error: unknown) => core.warn('a demo of an earlier run is still there', error))
    await watchAppSettings(core, (next) => {
      settings = next
      applySettings(next)
      unreadChanged()
    })
    // Without a tray icon the person could not find a hidden window.
    if (inBackground && !settings.closeToTray) window.show()
    await keyStoreAnswered(core)
    if (options.addInstances !== undefined) await addInstancesFrom(options.addInstances, handlers)
    if (options.joinTeam !== undefined) await joinTeamFrom(options.joinTeam, handlers)
  }
  begin().catch((error: unknown) => core.warn('the start was not finished', error))
  if (inBackground) window.prepare()
  else window.show()

  return {
    show: () => window.show(),
    recordDefect: core.recordDefect,
    strings,
    openDeepLink(text) {
      void findDestination(parseDeepLink(text), handlers).then((to) => navigator.go(to))
    },
  }
}

/** Resolves when the system's key store has answered, which may be after its password. */
function keyStoreAnswered(core: RestartableCore): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = async (): Promise<void> => {
      const { vault } = await core.handlers['app.info']({}, forEver)
      if (vault.state === 'waiting') return
      stop()
      resolve()
    }
    const stop = core.subscribe((event) => {
      if (event.type === 'changed' && event.change.kind === 'vault') check().catch(reject)
    })
    check().catch(reject)
  })
}

const forEver: CallContext = { signal: new AbortController().signal }

/** Longest wait for core's end, ms; the next start handles the rest. */
const endTimeoutMs = 10_000

/** Delays quitting until the last files are stored and released, with a limit. Messages are committed already. */
function endWithCore(stop: () => Promise<void>): void {
  let stopping = false
  let stopped = false
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    if (stopping) return
    stopping = true
    setTimeout(() => app.exit(1), endTimeoutMs)
    void stop()
      .catch(() => undefined)
      .finally(() => {
        stopped = true
        app.quit()
      })
  })
}

/** The demo's service on the desktop, in a process of Electron's kind: the fuse that runs it as plain Node is off. */
function startUtilityDemo(entry: URL): DemoProcess {
  const child = utilityProcess.fork(fileURLToPath(entry), [], { stdio: ['ignore', 'ignore', 'inherit'] })
  let wanted = true
  // A process that has not started can't be killed yet.
  child.once('spawn', () => wanted || child.kill())
  child.on('error', () => undefined)
  return {
    firstLine: new Promise((resolve, reject) => {
      child.once('message', (text: unknown) => resolve(String(text)))
      child.once('exit', (code) => reject(new Error(`the demo's service ended with code ${code}`)))
    }),
    end() {
      wanted = false
      child.kill()
    },
  }
}
