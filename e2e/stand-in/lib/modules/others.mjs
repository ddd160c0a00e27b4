// The updater, and what a program seldom asks for.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'

export function addOthers(ctx, M) {
  const { journal, unsupported, app } = ctx
  M.autoUpdater = Object.assign(new EventEmitter(), {
    setFeedURL: (o) => journal('autoUpdater', { op: 'setFeedURL', o }),
    getFeedURL: () => '',
    checkForUpdates: () => journal('autoUpdater', { op: 'check' }),
    quitAndInstall: () => journal('autoUpdater', { op: 'quitAndInstall' }),
    getPackageInfo: () => ({}),
  })
  M.crashReporter = {
    start: (o) => journal('crashReporter.start', o || {}),
    getUploadToServer: () => false,
    setUploadToServer() {},
    getParameters: () => ({}),
    addExtraParameter() {},
    removeExtraParameter() {},
    getLastCrashReport: () => null,
    getUploadedReports: () => [],
  }
  M.desktopCapturer = { getSources: async () => [] }
  M.systemPreferences = Object.assign(new EventEmitter(), {
    getMediaAccessStatus: () => 'granted',
    askForMediaAccess: async () => true,
    getAccentColor: () => '0078d7ff',
    getColor: () => '#000000',
    getUserDefault: () => undefined,
    setUserDefault() {},
    registerDefaults() {},
    subscribeNotification: () => 0,
    unsubscribeNotification() {},
    subscribeWorkspaceNotification: () => 0,
    unsubscribeWorkspaceNotification() {},
    getAnimationSettings: () => ({
      shouldRenderRichAnimation: true,
      scrollAnimationsEnabledBySystem: true,
      prefersReducedMotion: false,
    }),
    canPromptTouchID: () => false,
    isTrustedAccessibilityClient: () => false,
    getEffectiveAppearance: () => 'light',
  })
  M.pushNotifications = Object.assign(new EventEmitter(), {
    registerForAPNSNotifications: async () => '',
    unregisterForAPNSNotifications() {},
  })
  M.contentTracing = { getCategories: async () => [], startRecording: async () => {}, stopRecording: async () => '' }
  // A process of Node: no services of Chromium, no message port. Its parent's end is its own.
  M.utilityProcess = {
    fork: (modulePath, args = [], { stdio = 'inherit', env = process.env, execArgv = [], cwd } = {}) => {
      if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
      const child = spawn(process.execPath, [...execArgv, modulePath, ...args], { stdio, env, cwd })
      journal('utilityProcess', { modulePath, args })
      const utility = Object.assign(new EventEmitter(), {
        pid: child.pid,
        stdout: child.stdout,
        stderr: child.stderr,
        kill: () => child.kill(),
        postMessage: () => unsupported('utilityProcess.postMessage'),
      })
      child.once('spawn', () => utility.emit('spawn'))
      child.once('exit', (code, signal) => {
        utility.pid = undefined
        journal('utilityProcess-exit', { modulePath, code, signal })
        utility.emit('exit', code ?? 1)
      })
      return utility
    },
  }
  for (const n of [
    'BrowserView',
    'WebContentsView',
    'View',
    'ImageView',
    'TouchBar',
    'ShareMenu',
    'IpcMainServiceWorker',
    'WebSocket',
  ])
    M[n] = class {
      constructor() {
        unsupported('new ' + n)
      }
    }
  M.inAppPurchase = new EventEmitter()
  M.sharedTexture = {}
}
