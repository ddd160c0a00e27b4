// The updater, and what a program seldom asks for.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'

const utilityHost = fileURLToPath(new URL('../utility-host.mjs', import.meta.url))

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
  // A process of Node with a parent port. It stays until it is killed or exits, also when its loop runs empty
  // (node_bindings.cc), and what it wrote is lost to whoever still reads when it is gone (utility-process.ts).
  M.utilityProcess = {
    fork: (modulePath, args = [], { stdio = 'inherit', env = process.env, execArgv = [], cwd } = {}) => {
      if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
      const [, out, err] = Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio]
      const child = spawn(process.execPath, [...execArgv, utilityHost, modulePath, ...args], {
        stdio: ['ignore', out, err, 'ipc'],
        serialization: 'advanced',
        env,
        cwd,
      })
      journal('utilityProcess', { modulePath, args })
      const utility = Object.assign(new EventEmitter(), {
        pid: undefined,
        stdout: child.stdout,
        stderr: child.stderr,
        // Before the process is there it can't be killed (electron_api_utility_process.cc).
        kill: () => utility.pid !== undefined && child.kill(),
        postMessage: (message) => void child.send(message, () => {}),
      })
      child.on('error', () => {})
      child.on('message', (message) => utility.emit('message', message))
      child.once('spawn', () => {
        utility.pid = child.pid
        utility.emit('spawn')
      })
      child.once('exit', (code, signal) => {
        utility.pid = undefined
        journal('utilityProcess-exit', { modulePath, code, signal })
        try {
          utility.emit('exit', code ?? 0)
        } finally {
          for (const stream of ['stdout', 'stderr']) {
            utility[stream]?.removeAllListeners().resume()
            utility[stream] = null
          }
        }
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
