// BrowserWindow / WebContents / session / protocol / ipcMain on top of a real Chromium page.
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import crypto from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import { launchChromium, openAppWindow } from './cdp.mjs'
import { startSchemeServer, toReal, toVirtual, mapCsp, SUFFIX } from './scheme-server.mjs'
const require = createRequire(import.meta.url)
const { codec, source: codecSource } = require('./codec.cjs')
const runtime = require('./renderer-runtime.cjs')

export class Ev {
  constructor(o = {}) {
    Object.assign(this, o)
    this.defaultPrevented = false
  }
  preventDefault() {
    this.defaultPrevented = true
  }
}
const PREFIX = '__si' + crypto.randomBytes(6).toString('hex')
const WORLD = 'Electron Isolated Context'

export class IpcMainImpl extends EventEmitter {
  _invokeHandlers = new Map()
  constructor() {
    super()
    this.on('error', () => {})
  }
  handle(ch, fn) {
    if (this._invokeHandlers.has(ch)) throw new Error(`Attempted to register a second handler for '${ch}'`)
    if (typeof fn !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof fn}'`)
    this._invokeHandlers.set(ch, fn)
  }
  handleOnce(ch, fn) {
    this.handle(ch, (e, ...a) => {
      this.removeHandler(ch)
      return fn(e, ...a)
    })
  }
  removeHandler(ch) {
    this._invokeHandlers.delete(ch)
  }
}

export function createWindows(ctx) {
  const { app, journal, opts, unsupported } = ctx
  const ipcMain = new IpcMainImpl()
  const schemes = new Map() // privileged: name -> privileges
  const handled = () => defaultSession.protocol._handlers
  const known = () =>
    new Set([...schemes.keys(), ...handled().keys()].filter((s) => !['http', 'https', 'file'].includes(s)))
  const windows = new Map()
  const contents = new Map()
  ctx.owned = new Set()
  let nextId = 1
  let browser = null
  let server = null
  let focusedId = null

  // ------------------------------------------------------------------ browser
  async function ensureBrowser() {
    browser ??= (async () => {
      server = await startSchemeServer({
        journal,
        privileges: (s) => ({ ...(schemes.get(s) || {}), handled: handled().has(s), schemes: known() }),
        call: (scheme, url, init) => handled().get(scheme)(new Request(url, init)),
      })
      const cdp = await launchChromium({
        userDataDir: app.getPath('userData'),
        headless: opts.headless,
        hostMap: { suffix: SUFFIX, port: server.port },
        spki: server.spki,
        network: opts.network,
        userAgent: defaultSession.getUserAgent(),
        switches: [...ctx.chromiumSwitches, ...(opts.chromiumArgs || [])],
        lang: opts.locale,
      })
      ctx.cdp = cdp
      process.versions.chrome = cdp.version.product.split('/')[1]
      await cdp.send('Target.setDiscoverTargets', { discover: true })
      // any page we did not make (target=_blank, ctrl/middle/shift click) is closed: the window-open handler was consulted and decides
      const closeForeign = (t) => {
        journal('popup-target-closed', { url: t.url })
        cdp.send('Target.closeTarget', { targetId: t.targetId }).catch(() => {})
      }
      const closing = new Set()
      const foreign = ({ targetInfo: t }) => {
        if (t.type !== 'page' || ctx.owned.has(t.targetId) || closing.has(t.targetId)) return
        if (!t.openerId && (!t.url || t.url === 'about:blank' || /^data:text\/html,standin/.test(t.url))) return // maybe ours in the making, or a test's own newPage()
        closing.add(t.targetId)
        closeForeign(t)
      }
      cdp.on('Target.targetCreated', foreign)
      cdp.on('Target.targetInfoChanged', foreign)
      cdp.on('Target.targetDestroyed', ({ targetId }) => {
        for (const w of windows.values()) if (w.webContents._targetId === targetId) w._destroyed('target destroyed')
      })
      cdp.on('closed', () => {
        journal('browser-exit', {})
        if (!ctx.exiting) for (const w of [...windows.values()]) w._destroyed('browser exit')
      })
      await cdp.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }).catch(() => {})
      ctx.notify({ t: 'browser', ws: cdp.wsEndpoint, pid: cdp.proc.pid })
      return cdp
    })()
    return browser
  }

  // ------------------------------------------------------------------ frames, ports
  class WebFrameMain extends EventEmitter {
    constructor(wc, frameId, parent = null) {
      super()
      this._wc = wc
      this._frameId = frameId
      this._parent = parent
      this.ipc = new IpcMainImpl()
      this._url = ''
      this._origin = ''
      this.frameTreeNodeId = nextId * 100 + 1
      this.routingId = this.frameTreeNodeId
      this.processId = wc.id + 1000
      this.frameToken = frameId
      this.name = ''
      this.detached = false
    }
    get url() {
      return this._url
    }
    get origin() {
      try {
        const u = new URL(this._url)
        return u.origin !== 'null'
          ? u.origin
          : schemes.has(u.protocol.slice(0, -1))
            ? `${u.protocol}//${u.host}`
            : 'null'
      } catch {
        return 'null'
      }
    }
    get top() {
      return this._wc.mainFrame
    }
    get parent() {
      return this._parent
    }
    get frames() {
      return [...this._wc._frames.values()].filter((f) => f._parent === this)
    }
    get framesInSubtree() {
      return [this, ...this.frames.flatMap((f) => f.framesInSubtree)]
    }
    get osProcessId() {
      return 0
    }
    get visibilityState() {
      return this._wc._win?.isVisible() ? 'visible' : 'hidden'
    }
    isDestroyed() {
      return this._wc.isDestroyed()
    }
    send(c, ...a) {
      this._wc.send(c, ...a)
    }
    postMessage(c, m, t) {
      this._wc.postMessage(c, m, t)
    }
    executeJavaScript(c, g) {
      return this._wc.executeJavaScript(c, g)
    }
    reload() {
      this._wc.reload()
      return true
    }
    collectJavaScriptCallStack() {
      return Promise.resolve('')
    }
  }
  let portN = 0
  class MessagePortMain extends EventEmitter {
    _peer = null
    _remote = null
    _started = false
    _queue = []
    _closed = false
    start() {
      this._started = true
      for (const q of this._queue.splice(0)) this.emit('message', q)
    }
    _receive(data, ports) {
      const e = { data, ports }
      this._started ? this.emit('message', e) : this._queue.push(e)
    }
    postMessage(m, transfer = []) {
      if (this._remote)
        this._remote.wc._deliver({
          t: 'port',
          id: this._remote.id,
          a: codec.encode(m),
          ports: transfer.map((p) => this._remote.wc._sendPort(p)),
        })
      else if (this._peer) {
        const d = codec.decode(codec.encode(m))
        setImmediate(() => this._peer._receive(d, transfer))
      } else (this._out ??= []).push([m, transfer])
    }
    close() {
      if (this._closed) return
      this._closed = true
      if (this._remote) this._remote.wc._deliver({ t: 'portClose', id: this._remote.id })
      this._peer?.emit('close')
      this.emit('close')
    }
  }
  class MessageChannelMain {
    constructor() {
      this.port1 = new MessagePortMain()
      this.port2 = new MessagePortMain()
      this.port1._peer = this.port2
      this.port2._peer = this.port1
    }
  }

  // ------------------------------------------------------------------ session
  class WebRequest {
    _l = {}
    constructor() {
      for (const n of [
        'onBeforeRequest',
        'onBeforeSendHeaders',
        'onSendHeaders',
        'onHeadersReceived',
        'onResponseStarted',
        'onBeforeRedirect',
        'onCompleted',
        'onErrorOccurred',
      ])
        this[n] = (filter, fn) => {
          if (typeof filter === 'function' || filter === null) {
            fn = filter
            filter = {}
          }
          journal('webRequest', { event: n, filter, set: !!fn })
          if (fn) this._l[n] = { filter, fn }
          else delete this._l[n]
          for (const w of contents.values()) w._refreshFetch()
        }
    }
    _match(n, url) {
      const l = this._l[n]
      if (!l) return null
      const urls = l.filter?.urls
      if (!urls || !urls.length) return l
      return urls.some(
        (u) =>
          u === '<all_urls>' ||
          new RegExp(
            '^' +
              u
                .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
                .replace(/^\\\*:\/\//, '[a-z]+://')
                .replace(/\*/g, '.*') +
              '$',
          ).test(url),
      )
        ? l
        : null
    }
    get _any() {
      return Object.keys(this._l).length > 0
    }
  }
  // protocol.registerSource (Electron 45): files from directories, no JavaScript handler
  const directorySource = ({ routes }) => {
    for (const r of routes)
      if (r.source?.type !== 'directory' || !path.isAbsolute(r.source.root))
        throw new TypeError('registerSource: source must be {type: "directory", root: absolute path}')
    return async (q) => {
      const u = new URL(q.url)
      const cand = routes
        .filter(
          (r) =>
            (!r.match?.host || r.match.host.toLowerCase() === u.host) && u.pathname.startsWith(r.match?.path || '/'),
        )
        .sort(
          (a, b) => !!b.match?.host - !!a.match?.host || (b.match?.path || '/').length - (a.match?.path || '/').length,
        )[0]
      const no = () => {
        throw new TypeError('net::ERR_FILE_NOT_FOUND')
      }
      if (!cand || !/^(GET|HEAD)$/.test(q.method)) no()
      let rest = decodeURIComponent(u.pathname.slice((cand.match?.path || '/').length)).replace(/^\/+/, '')
      if (u.pathname.endsWith('/')) {
        const i = cand.source.index ?? 'index.html'
        if (!i) no()
        rest += i
      }
      const f = path.resolve(cand.source.root, rest)
      if (f !== cand.source.root && !f.startsWith(cand.source.root.replace(/\/$/, '') + path.sep)) no()
      if (!fs.existsSync(f) || !fs.statSync(f).isFile()) no()
      const base = await ctx.netFetch(pathToFileURL(f).href)
      const h = new Headers(cand.source.headers || {})
      h.set('content-type', base.headers.get('content-type'))
      return new Response(base.body, { headers: h })
    }
  }
  class Session extends EventEmitter {
    constructor(partition) {
      super()
      this._partition = partition
      this.webRequest = new WebRequest()
      this._perm = {}
      this._spell = ['en-US']
      this._preloads = []
      const handlers = new Map()
      this.protocol = {
        _handlers: handlers,
        handle: (scheme, fn) => {
          if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
          if (['http', 'https', 'file'].includes(scheme)) unsupported(`protocol.handle('${scheme}')`)
          if (!app.isReady()) throw new Error('protocol module can only be used after the ready event')
          handlers.set(scheme, fn)
          journal('protocol.handle', { scheme, privileges: schemes.get(scheme) || null, partition })
          if (!schemes.get(scheme)?.standard)
            journal('warning', {
              text: `scheme ${scheme} is not registered as standard: relative URLs, storage and CSP 'self' do not work in Electron`,
            })
        },
        unhandle: (s) => {
          handlers.delete(s)
        },
        isProtocolHandled: (s) => handlers.has(s),
        isProtocolRegistered: (s) => handlers.has(s),
        registerSource: (scheme, source) => {
          if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
          if (!app.isReady()) throw new Error('protocol module can only be used after the ready event')
          handlers.set(scheme, directorySource(source))
          journal('protocol.registerSource', { scheme, source, privileges: schemes.get(scheme) || null })
        },
        registerSchemesAsPrivileged: (list) => {
          if (app.isReady())
            throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
          if (schemes.size)
            journal('warning', {
              text: 'registerSchemesAsPrivileged called twice: Electron allows one call, later calls replace earlier ones',
            })
          schemes.clear()
          for (const { scheme, privileges = {} } of list) schemes.set(scheme, privileges)
          journal('registerSchemesAsPrivileged', { list })
        },
      }
      for (const n of [
        'registerFileProtocol',
        'registerStringProtocol',
        'registerBufferProtocol',
        'registerHttpProtocol',
        'registerStreamProtocol',
        'interceptFileProtocol',
        'interceptHttpProtocol',
      ])
        this.protocol[n] = () => unsupported('protocol.' + n + ' (deprecated; use protocol.handle)')
      this.cookies = Object.assign(new EventEmitter(), {
        get: async () => [],
        set: async (d) => journal('cookies.set', d),
        remove: async () => {},
        flushStore: async () => {},
      })
      this.serviceWorkers = Object.assign(new EventEmitter(), { getAllRunning: () => ({}) })
      this.extensions = new EventEmitter()
      this.netLog = { startLogging: async () => {}, stopLogging: async () => {} }
    }
    get storagePath() {
      return app.getPath('userData')
    }
    isPersistent() {
      return !this._partition || this._partition.startsWith('persist:')
    }
    getStoragePath() {
      return this.storagePath
    }
    setPermissionRequestHandler(fn) {
      this._perm.request = fn
      journal('setPermissionRequestHandler', { set: !!fn })
    }
    setPermissionCheckHandler(fn) {
      this._perm.check = fn
      journal('setPermissionCheckHandler', { set: !!fn })
    }
    setDevicePermissionHandler(fn) {
      this._perm.device = fn
      journal('setDevicePermissionHandler', { set: !!fn })
    }
    setDisplayMediaRequestHandler(fn) {
      this._perm.display = fn
      journal('setDisplayMediaRequestHandler', { set: !!fn })
    }
    setUSBProtectedClassesHandler() {}
    setBluetoothPairingHandler() {}
    setCertificateVerifyProc(fn) {
      journal('setCertificateVerifyProc', { set: !!fn })
    }
    setSpellCheckerLanguages(l) {
      this._spell = [...l]
      journal('setSpellCheckerLanguages', { languages: l })
    }
    getSpellCheckerLanguages() {
      return this._spell
    }
    get availableSpellCheckerLanguages() {
      return ['en-US', 'en-GB', 'ru', 'de', 'fr', 'es', 'it', 'pt-BR', 'uk', 'pl']
    }
    setSpellCheckerDictionaryDownloadURL(u) {
      this._spellUrl = u
      journal('setSpellCheckerDictionaryDownloadURL', { url: u })
    }
    setSpellCheckerEnabled(v) {
      this._spellOn = v
      journal('setSpellCheckerEnabled', { enabled: v })
    }
    isSpellCheckerEnabled() {
      return this._spellOn ?? true
    }
    set spellCheckerEnabled(v) {
      this.setSpellCheckerEnabled(v)
    }
    get spellCheckerEnabled() {
      return this.isSpellCheckerEnabled()
    }
    async addWordToSpellCheckerDictionary() {
      return true
    }
    addWordToSpellCheckerDictionaryX() {}
    async listWordsInSpellCheckerDictionary() {
      return []
    }
    removeWordFromSpellCheckerDictionary() {
      return true
    }
    getUserAgent() {
      return (
        this._ua ??
        `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${app.getName().replace(/\s/g, '')}/${app.getVersion()} Chrome/${process.versions.chrome.split('.')[0]}.0.0.0 Electron/${process.versions.electron} Safari/537.36`
      )
    }
    setUserAgent(ua) {
      this._ua = ua
      journal('session.setUserAgent', { ua })
    }
    async setProxy(c) {
      journal('setProxy', c)
    }
    async resolveProxy() {
      return 'DIRECT'
    }
    async forceReloadProxyConfig() {}
    async closeAllConnections() {}
    async clearCache() {
      journal('clearCache', {})
    }
    async clearCodeCaches() {}
    async clearHostResolverCache() {}
    async clearAuthCache() {}
    async getCacheSize() {
      return 0
    }
    flushStorageData() {}
    enableNetworkEmulation(o) {
      journal('enableNetworkEmulation', o)
    }
    disableNetworkEmulation() {}
    setDownloadPath(p) {
      journal('setDownloadPath', { p })
    }
    setSSLConfig() {}
    async resolveHost() {
      return { endpoints: [] }
    }
    preconnect() {}
    setCodeCachePath() {}
    setUserAgentMetadata() {}
    async clearStorageData(o = {}) {
      journal('clearStorageData', o)
      await browser
      for (const { _real, _s } of contents.values()) {
        if (_real && _s) {
          await _s
            .send('Storage.clearDataForOrigin', { origin: new URL(_real).origin, storageTypes: 'all' })
            .catch(() => {})
        }
      }
    }
    async clearData(o) {
      return this.clearStorageData(o)
    }
    registerPreloadScript(s) {
      if (s.type === 'frame') {
        this._preloads.push(s.filePath)
        journal('registerPreloadScript', s)
        return String(this._preloads.length)
      }
      unsupported('registerPreloadScript service-worker')
    }
    unregisterPreloadScript() {}
    getPreloadScripts() {
      return this._preloads.map((filePath, i) => ({ id: String(i + 1), type: 'frame', filePath }))
    }
    fetch(u, o) {
      return ctx.netFetch(u, o)
    }
    downloadURL(u) {
      journal('downloadURL', { url: u })
    }
    // Electron grants everything when no handler is installed; so does the stand-in, on purpose.
    _check(wc, perm, origin, details) {
      const f = this._perm.check
      const ok = f ? !!f(wc, perm, origin, details) : true
      journal('permission-check', { permission: perm, origin, granted: ok, handler: !!f })
      return ok
    }
    _request(wc, perm, details) {
      const f = this._perm.request
      if (!f) {
        journal('permission-request', { permission: perm, granted: true, handler: false })
        return Promise.resolve(true)
      }
      return new Promise((resolve, reject) => {
        try {
          f(
            wc,
            perm,
            (ok) => {
              journal('permission-request', {
                permission: perm,
                granted: !!ok,
                handler: true,
                url: details.requestingUrl,
              })
              resolve(!!ok)
            },
            details,
          )
        } catch (e) {
          reject(e)
        }
      })
    }
  }
  const sessions = new Map()
  const defaultSession = new Session('')
  const sessionFor = (p) => {
    if (!p) return defaultSession
    if (!sessions.has(p)) {
      const s = new Session(p)
      sessions.set(p, s)
      journal('warning', { text: `partition ${p}: storage is NOT isolated in the stand-in` })
      app.emit('session-created', s)
    }
    return sessions.get(p)
  }
  Object.defineProperty(Session, 'defaultSession', {
    get() {
      if (!app.isReady()) throw new Error('Session can only be received when app is ready')
      return defaultSession
    },
  })
  Session.fromPartition = (p) => {
    if (!app.isReady()) throw new Error('Session can only be received when app is ready')
    return sessionFor(p)
  }
  Session.fromPath = () => unsupported('session.fromPath')

  // ------------------------------------------------------------------ webContents
  class WebContents extends EventEmitter {
    constructor(win, o) {
      super()
      this.setMaxListeners(0)
      this.id = nextId++
      this._win = win
      const wp = (this._wp = o.webPreferences || {})
      this.session = wp.session || sessionFor(wp.partition)
      this.ipc = new IpcMainImpl()
      this._frames = new Map()
      this.mainFrame = new WebFrameMain(this, '')
      this._ctx = null
      this._queueToPage = []
      this._zoom = 1
      this._title = ''
      this._real = ''
      this._nav = null
      this._loading = false
      this._throttle = wp.backgroundThrottling
      this.debugger = Object.assign(new EventEmitter(), {
        attach: () => unsupported('debugger'),
        isAttached: () => false,
        detach() {},
      })
      this.navigationHistory = {
        canGoBack: () => this._hist.i > 0,
        canGoForward: () => this._hist.i < this._hist.n - 1,
        goBack: () => this._go(-1),
        goForward: () => this._go(1),
        canGoToOffset: () => true,
        goToOffset: (n) => this._go(n),
        clear: () => this._s?.send('Page.resetNavigationHistory'),
        getActiveIndex: () => this._hist.i,
        length: () => this._hist.n,
        getEntryAtIndex: () => ({ url: this.getURL(), title: this._title }),
        getAllEntries: () => [{ url: this.getURL(), title: this._title }],
      }
      this._hist = { i: 0, n: 1 }
      const bad = (k, want, why) => {
        throw new Error(`stand-in: webPreferences.${k} must stay ${want} (${why})`)
      }
      if (wp.nodeIntegration) bad('nodeIntegration', 'false', 'page with node is not emulated')
      if (wp.contextIsolation === false) bad('contextIsolation', 'true', 'not emulated')
      if (wp.sandbox === false) bad('sandbox', 'true', 'unsandboxed preloads are not emulated')
      if (wp.webSecurity === false) bad('webSecurity', 'true', 'refused')
      if (wp.nodeIntegrationInSubFrames || wp.nodeIntegrationInWorker || wp.webviewTag || wp.enableRemoteModule)
        bad('nodeIntegrationInSubFrames/webviewTag', 'false', 'not emulated')
      contents.set(this.id, this)
      this._ready = null
    }
    get ready() {
      return this._ready
    }
    async _create() {
      const cdp = await ensureBrowser()
      const b = this._win._bounds
      const targetId =
        (!opts.headless &&
          (await openAppWindow(cdp, b).catch((e) => {
            journal('warning', { text: 'app window: ' + e.message })
          }))) ||
        (
          await cdp.send('Target.createTarget', {
            url: 'about:blank',
            newWindow: true,
            width: b.width,
            height: b.height,
          })
        ).targetId
      this._targetId = targetId
      ctx.owned.add(targetId)
      const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
      const s = (this._s = cdp.session(sessionId))
      this.mainFrame._frameId = this.mainFrame.frameToken = targetId
      this._frames.set(targetId, this.mainFrame)
      this._wire(s)
      await Promise.all([
        s.send('Page.enable'),
        s.send('Runtime.enable'),
        s.send('Log.enable'),
        s.send('Network.enable'),
        s.send('Inspector.enable'),
        s.send('Page.setLifecycleEventsEnabled', { enabled: true }),
        s.send('Runtime.addBinding', { name: PREFIX + 'b', executionContextName: WORLD }),
      ])
      await s.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
      await this._installScripts(s)
      await this._refreshFetch()
      if (!opts.headless)
        for (
          let i = 0;
          i < 50 &&
          (await s.send('Runtime.evaluate', { expression: 'document.readyState' })).result.value !== 'complete';
          i++
        )
          await new Promise((r) => setTimeout(r, 20))
      if (b.width) await this._fit().catch(() => {})
      if (this._win._o.backgroundColor) await s.send('Emulation.setDefaultBackgroundColorOverride', {}).catch(() => {})
      if (ctx.colorScheme()) await this._media()
      if (this._ua) await s.send('Emulation.setUserAgentOverride', { userAgent: this._ua })
      if (!this._win._visible && this._win._o.paintWhenInitiallyHidden === false) await this._win._state('minimized')
      if (
        process.platform !== 'darwin' &&
        !this.session._spellUrl &&
        !/gvt1/.test(app.commandLine.getSwitchValue('host-resolver-rules') || '')
      )
        journal('would-download-dictionary', {
          languages: this.session._spell,
          spellcheck: this._wp.spellcheck !== false,
          why: 'Electron creates the session with the locale language and starts loading its Hunspell dictionary from a Google CDN at once; spellcheck:false alone does not prevent that',
        })
    }
    async _fit() {
      const cdp = await browser
      const { windowId } = await cdp.send('Browser.getWindowForTarget', { targetId: this._targetId })
      this._windowId = windowId
      await cdp.send('Browser.setContentsSize', {
        windowId,
        width: this._win._bounds.width,
        height: this._win._bounds.height,
      })
    }
    async _media() {
      await this._s
        ?.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: ctx.colorScheme() }] })
        .catch(() => {})
    }
    _loadPreloads() {
      const out = []
      for (const file of [...this.session._preloads, this._wp.preload].filter(Boolean)) {
        if (!path.isAbsolute(file)) {
          this._preloadError(file, new Error('preload script must have absolute path'))
          continue
        }
        let src
        try {
          src = fs.readFileSync(file, 'utf8')
        } catch (e) {
          this._preloadError(file, e)
          continue
        }
        const params = ['require', 'process', 'exports', 'module', 'Buffer', 'global', 'setImmediate', 'clearImmediate']
        try {
          vm.compileFunction(src, params, { filename: file })
          out.push({
            file,
            text: `${PREFIX}r(${JSON.stringify(file)}, function(${params.join(', ')}) {${src}\n});\n//# sourceURL=${pathToFileURL(file)}`,
          })
        } catch (e) {
          this._preloadError(file, e)
        } // e.g. "Cannot use import statement outside a module"
      }
      return out
    }
    _preloadError(file, e) {
      process.stderr.write(`Unable to load preload script: ${file}\n${e?.stack || e}\n`)
      journal('preload-error', { file, error: String(e) })
      setImmediate(() => this.emit('preload-error', new Ev(), file, e))
    }
    async _installScripts(s) {
      const cfg = {
        binding: PREFIX + 'b',
        deliver: PREFIX + 'd',
        run: PREFIX + 'r',
        initEvent: PREFIX + 'i',
        suffix: SUFFIX,
        permissions: true,
        schemes: Object.fromEntries([...known()].map((k) => [k, 1])),
        process: {
          type: 'renderer',
          sandboxed: true,
          contextIsolated: true,
          contextId: crypto.randomUUID(),
          platform: process.platform,
          arch: process.arch,
          pid: 0,
          versions: { ...process.versions },
          version: process.version,
          env: Object.fromEntries(Object.entries(process.env)),
          argv: [process.execPath, '--type=renderer', ...(this._wp.additionalArguments || [])],
          execPath: process.execPath,
          execArgv: [],
          isMainFrame: true,
          resourcesPath: process.resourcesPath,
          defaultApp: process.defaultApp,
        },
      }
      const add = (source, worldName) =>
        s.send('Page.addScriptToEvaluateOnNewDocument', { source, ...(worldName ? { worldName } : {}) })
      for (const id of this._scriptIds || [])
        await s.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: id }).catch(() => {})
      this._scriptIds = []
      const put = async (...a) => this._scriptIds.push((await add(...a)).identifier)
      await put(`(${runtime.mainWorld})(${JSON.stringify({ ...cfg, process: undefined })}, ${runtime.bridgeSide})`)
      await put(`(${runtime.isolated})(${JSON.stringify(cfg)}, ${codecSource}, ${runtime.bridgeSide})`, WORLD)
      for (const p of this._loadPreloads()) await put(`if (globalThis.${PREFIX}r) ${p.text}`, WORLD)
    }
    async _refreshFetch() {
      if (!this._s) return
      const patterns = [
        { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
        ...[...known()].map((k) => ({ urlPattern: `${k}:*`, requestStage: 'Request' })),
      ]
      if (this.session.webRequest._any)
        patterns.push({ urlPattern: '*', requestStage: 'Request' }, { urlPattern: '*', requestStage: 'Response' })
      await this._s.send('Fetch.enable', { patterns }).catch(() => {})
    }
    _wire(s) {
      s.on('Runtime.executionContextCreated', ({ context: c }) => {
        const a = c.auxData || {}
        if (c.name === WORLD && a.frameId === this._targetId) {
          this._ctx = { id: c.id, unique: c.uniqueId }
        }
        ;(this._ctxFrame ??= new Map()).set(c.id, a.frameId)
      })
      s.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
        if (this._ctx?.id === executionContextId) this._ctx = null
      })
      s.on('Runtime.executionContextsCleared', () => {
        this._ctx = null
        this._ctxFrame?.clear()
      })
      s.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
        if (name === PREFIX + 'b') {
          const f = this._frames.get(this._ctxFrame?.get(executionContextId)) || this.mainFrame
          this._fromPage(JSON.parse(payload), f)
        }
      })
      s.on('Runtime.consoleAPICalled', ({ type, args }) => {
        const text = args.map((a) => (a.value !== undefined ? String(a.value) : a.description || a.type)).join(' ')
        const level = { warning: 'warning', error: 'error', debug: 'debug' }[type] || 'info'
        journal('console', { level, text, window: this._win.id })
        this.emit(
          'console-message',
          new Ev({ message: text, level, lineNumber: 0, sourceId: '', frame: this.mainFrame }),
          { debug: 0, info: 1, warning: 2, error: 3 }[level],
          text,
          0,
          '',
        )
      })
      s.on('Runtime.exceptionThrown', ({ exceptionDetails: d }) =>
        journal('page-exception', {
          text: d.exception?.description || d.text,
          url: toVirtual(d.url || ''),
          window: this._win.id,
        }),
      )
      s.on('Log.entryAdded', ({ entry: e }) => {
        journal('page-log', { source: e.source, level: e.level, text: toVirtual(e.text), window: this._win.id })
        if (e.level === 'error')
          this.emit(
            'console-message',
            new Ev({
              message: toVirtual(e.text),
              level: 'error',
              lineNumber: e.lineNumber || 0,
              sourceId: toVirtual(e.url || ''),
              frame: this.mainFrame,
            }),
            3,
            toVirtual(e.text),
            0,
            '',
          )
      })
      s.on('Network.requestWillBeSent', ({ request, type }) => {
        const u = toVirtual(request.url)
        if (!known().has(u.split(':')[0]) && !/^(data|blob|about|file|chrome)/.test(u))
          journal('network', { from: 'page', url: u, method: request.method, type })
      })
      s.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
        const f = new WebFrameMain(this, frameId, this._frames.get(parentFrameId))
        this._frames.set(frameId, f)
        this.emit('frame-created', new Ev(), { frame: f })
      })
      s.on('Page.frameDetached', ({ frameId, reason }) => {
        if (reason !== 'swap') {
          this._frames.get(frameId) && (this._frames.get(frameId).detached = true)
          this._frames.delete(frameId)
        }
      })
      s.on('Page.frameNavigated', ({ frame: f }) => {
        const fr = this._frames.get(f.id)
        const url = toVirtual(f.url + (f.urlFragment || ''))
        if (fr) {
          fr._url = url
          fr.name = f.name || ''
        }
        if (!f.parentId) {
          this._real = f.url
          this._hist.n = this._hist.i + 2
          this._hist.i++
          this._fontZoom()
          this.emit('did-navigate', new Ev(), url, this._status || 200, '')
          this.emit('did-frame-navigate', new Ev(), url, 200, '', true, 0, 0)
        }
      })
      s.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
        const fr = this._frames.get(frameId)
        const u = toVirtual(url)
        if (fr) fr._url = u
        if (frameId === this._targetId) this._real = url
        this.emit('did-navigate-in-page', new Ev(), u, frameId === this._targetId, 0, 0)
      })
      s.on('Page.domContentEventFired', () => this.emit('dom-ready', new Ev()))
      s.on('Page.frameStartedLoading', ({ frameId }) => {
        if (frameId === this._targetId) {
          this._loading = true
          this.emit('did-start-loading', new Ev())
        }
      })
      s.on('Page.frameStoppedLoading', ({ frameId }) => {
        if (frameId === this._targetId) {
          this._loading = false
          this.emit('did-stop-loading', new Ev())
        }
      })
      s.on('Page.loadEventFired', async () => {
        try {
          const { result } = await s.send('Runtime.evaluate', { expression: 'document.title' })
          if (result.value && result.value !== this._title) {
            this._title = result.value
            this.emit('page-title-updated', new Ev(), this._title, true)
            this._win.emit('page-title-updated', new Ev(), this._title, true)
          }
        } catch {}
        this.emit('did-frame-finish-load', new Ev(), true, 0, 0)
        this.emit('did-finish-load', new Ev())
        this._win._readyToShow()
      })
      s.on('Page.lifecycleEvent', ({ name, frameId }) => {
        if (frameId === this._targetId && name === 'firstPaint' && this._real && this._real !== 'about:blank')
          this._win._readyToShow()
      })
      s.on('Page.javascriptDialogOpening', ({ type, message }) => {
        journal('js-dialog', { type, message })
        s.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {})
      })
      s.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
        this._windowOpen({
          url: toVirtual(url),
          frameName: windowName === '_blank' ? '' : windowName,
          features: windowFeatures.filter((f) => /=/.test(f)).join(','),
          disposition: windowFeatures.some((f) => /^(width|height|left|top|popup)/.test(f))
            ? 'new-window'
            : 'foreground-tab',
        }),
      )
      s.on('Page.frameRequestedNavigation', ({ url, disposition, frameId }) => {
        const v = toVirtual(url)
        if (disposition && disposition !== 'currentTab' && disposition !== 'download')
          this._windowOpen({
            url: v,
            frameName: '',
            features: '',
            disposition: disposition === 'newWindow' ? 'new-window' : 'background-tab',
          })
        else if (!/^(https?|file|data|about|blob|javascript):/.test(url)) this._foreignNavigation(v, frameId)
      })
      s.on('Fetch.requestPaused', (e) =>
        this._paused(e).catch((err) => {
          journal('error', { where: 'Fetch', error: String(err?.stack || err) })
          s.send('Fetch.continueRequest', { requestId: e.requestId }).catch(() => {})
        }),
      )
      s.on('Inspector.targetCrashed', () => {
        this._crashed = true
        this._ctx = null
        const d = { reason: this._crashReason || 'crashed', exitCode: 133 }
        journal('render-process-gone', d)
        this.emit('render-process-gone', new Ev(), d)
        app.emit('render-process-gone', new Ev(), this, d)
      })
      s.on('Page.downloadWillBegin', (d) => journal('download', { url: toVirtual(d.url), name: d.suggestedFilename }))
    }
    // links to app://, mailto:, tel: ... which never reach the network stack
    _foreignNavigation(url, frameId) {
      const main = frameId === this._targetId
      if (!this._emitNav(url, main, frameId)) return
      if (known().has(url.split(':')[0])) {
        if (main) this._navigate(url, 'renderer')
      } else {
        this.session
          ._request(this, 'openExternal', { externalURL: url, isMainFrame: main, requestingUrl: this.getURL() })
          .then((ok) => journal('os-external-protocol', { url, allowed: ok }))
      }
    }
    _emitNav(url, isMain, frameId) {
      const p = {
        url,
        isSameDocument: false,
        isMainFrame: isMain,
        frame: this._frames.get(frameId) || null,
        initiator: this.mainFrame,
      }
      const e1 = new Ev(p)
      this.emit('will-frame-navigate', e1)
      let stop = e1.defaultPrevented
      if (!stop && isMain) {
        const e2 = new Ev(p)
        this.emit('will-navigate', e2, url, false, true, 0, 0)
        stop = e2.defaultPrevented
      }
      journal('will-navigate', { url, isMain, prevented: stop })
      return !stop
    }
    async _paused(e) {
      const {
        requestId,
        request,
        resourceType,
        frameId,
        responseStatusCode,
        responseHeaders,
        responseErrorReason,
        redirectedRequestId,
      } = e
      const s = this._s
      const v = toVirtual(request.url)
      const scheme = v.split(':')[0]
      const isResponse = responseStatusCode !== undefined || responseErrorReason !== undefined
      const wr = this.session.webRequest
      const base = {
        id: requestId,
        url: v,
        method: request.method,
        resourceType:
          {
            Document: frameId === this._targetId ? 'mainFrame' : 'subFrame',
            Stylesheet: 'stylesheet',
            Script: 'script',
            Image: 'image',
            Font: 'font',
            XHR: 'xhr',
            Fetch: 'xhr',
            Media: 'media',
            WebSocket: 'webSocket',
          }[resourceType] || 'other',
        webContentsId: this.id,
        webContents: this,
        frame: this._frames.get(frameId),
        referrer: toVirtual(request.headers.Referer || ''),
        timestamp: Date.now(),
      }
      if (isResponse) {
        const l = wr._match('onHeadersReceived', v)
        if (!l || !responseHeaders) return s.send('Fetch.continueRequest', { requestId })
        const h = {}
        for (const { name, value } of responseHeaders) (h[name] ??= []).push(value)
        const r =
          (await new Promise((resolve) =>
            l.fn(
              {
                ...base,
                statusCode: responseStatusCode,
                statusLine: `HTTP/1.1 ${responseStatusCode}`,
                responseHeaders: h,
              },
              resolve,
            ),
          )) || {}
        if (r.cancel) return s.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        const out = Object.entries(r.responseHeaders || h).flatMap(([k, vs]) =>
          [].concat(vs).map((x) => ({
            name: k,
            value: /^content-security-policy/i.test(k) ? mapCsp(String(x), known()) : String(x),
          })),
        )
        if (
          resourceType === 'Document' &&
          r.responseHeaders &&
          !(responseStatusCode >= 300 && responseStatusCode < 400)
        ) {
          // continueResponse would not re-parse the CSP
          const b = await s.send('Fetch.getResponseBody', { requestId })
          return s.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: responseStatusCode,
            responseHeaders: out.filter((h) => !/^content-(encoding|length)$/i.test(h.name)),
            body: b.base64Encoded ? b.body : Buffer.from(b.body).toString('base64'),
          })
        }
        return s.send('Fetch.continueResponse', { requestId, responseCode: responseStatusCode, responseHeaders: out })
      }
      if (resourceType === 'Document') {
        const isMain = frameId === this._targetId
        if (redirectedRequestId) {
          const ev = new Ev({ url: v, isMainFrame: isMain })
          this.emit('will-redirect', ev, v, false, isMain, 0, 0)
          if (ev.defaultPrevented) {
            journal('will-redirect-prevented', { url: v })
            return s.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
          }
        } else if (isMain && this._nav && this._nav.real.split('#')[0] === request.url.split('#')[0]) {
          this._nav = null
        } else if (!this._emitNav(v, isMain, frameId))
          return s.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        if (isMain) {
          this.emit(
            'did-start-navigation',
            new Ev({ url: v, isMainFrame: true, isSameDocument: false }),
            v,
            false,
            true,
            0,
            0,
          )
          await this._syncPermissions(request.url)
          s.send('Emulation.setDocumentCookieDisabled', { disabled: known().has(scheme) }).catch(
            () => {},
          ) /* not awaited: renderer messages wait for the commit */
        }
      }
      const l = wr._match('onBeforeRequest', v)
      if (l) {
        const r = (await new Promise((resolve) => l.fn(base, resolve))) || {}
        if (r.cancel) {
          journal('webRequest-cancel', { url: v })
          return s.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        }
        if (r.redirectURL) return s.send('Fetch.continueRequest', { requestId, url: toReal(r.redirectURL, known()) })
      }
      const hl = wr._match('onBeforeSendHeaders', v)
      if (hl) {
        const r =
          (await new Promise((resolve) => hl.fn({ ...base, requestHeaders: { ...request.headers } }, resolve))) || {}
        if (r.cancel) return s.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        if (r.requestHeaders)
          return s.send('Fetch.continueRequest', {
            requestId,
            headers: Object.entries(r.requestHeaders).map(([name, value]) => ({ name, value: String(value) })),
          })
      }
      // <img src="app://..."> and other absolute uses of an app scheme
      if (!/^https?:/.test(request.url) && handled().has(scheme)) {
        const r = await handled().get(scheme)(
          new Request(request.url, { method: request.method, headers: request.headers }),
        )
        const body = Buffer.from(await r.arrayBuffer())
        return s.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: r.status,
          responseHeaders: [...r.headers].map(([name, value]) => ({ name, value })),
          body: body.toString('base64'),
        })
      }
      return s.send('Fetch.continueRequest', { requestId })
    }
    async _syncPermissions(real) {
      if (!/^https?:/.test(real)) return
      const origin = new URL(real).origin
      const cdp = await browser
      const vo = toVirtual(origin)
      if (this._permOrigin === origin + !!this.session._perm.check) return
      this._permOrigin = origin + !!this.session._perm.check
      const set = (name, ok) =>
        cdp
          .send('Browser.setPermission', { permission: { name }, setting: ok ? 'granted' : 'denied', origin })
          .catch(() => {})
      const N = {
        notifications: 'notifications',
        geolocation: 'geolocation',
        'clipboard-read': 'clipboard-read',
        'clipboard-sanitized-write': 'clipboard-write',
        midi: 'midi',
      }
      for (const [e, c] of Object.entries(N))
        await set(
          c,
          this.session._check(this, e, vo, { isMainFrame: true, requestingUrl: toVirtual(real), securityOrigin: vo }),
        )
      for (const [mt, c] of [
        ['video', 'camera'],
        ['audio', 'microphone'],
      ])
        await set(c, this.session._check(this, 'media', vo, { mediaType: mt, isMainFrame: true, securityOrigin: vo }))
    }
    _fromPage(m, frame) {
      if (m.t === 'preload-done') return journal('preload-done', { file: m.file, url: this.getURL() })
      if (m.t === 'exposed') return journal('exposeInMainWorld', { key: m.key, shape: m.shape })
      if (m.t === 'unsupported') return journal('unsupported', { what: m.what })
      if (m.t === 'preload-error') {
        const e = Object.assign(new Error(m.message), { name: m.name, stack: m.stack })
        return this._preloadError(m.file, e)
      }
      if (m.t === 'zoom') {
        this.setZoomFactor(m.z)
        return
      }
      if (m.t === 'windowOpen')
        return this._windowOpen({
          url: toVirtual(m.url),
          frameName: m.name === '_blank' ? '' : m.name,
          features: m.features,
          disposition: /(width|height|left|top|popup)/.test(m.features) ? 'new-window' : 'foreground-tab',
        })
      if (m.t === 'crash') {
        return this.forcefullyCrashRenderer()
      }
      if (m.t === 'perm') {
        const d = codec.decode(m.details)
        this.session
          ._request(this, m.name, { ...d, requestingUrl: this.getURL(), isMainFrame: true })
          .then(async (ok) => {
            if (ok) {
              const cdp = await browser
              const names =
                {
                  media: ['camera', 'microphone'],
                  notifications: ['notifications'],
                  geolocation: ['geolocation'],
                  'clipboard-read': ['clipboard-read'],
                  'clipboard-sanitized-write': ['clipboard-write'],
                  midi: ['midi'],
                }[m.name] || []
              for (const name of names)
                await cdp
                  .send('Browser.setPermission', {
                    permission: { name },
                    setting: 'granted',
                    origin: new URL(this._real).origin,
                  })
                  .catch(() => {})
            }
            this._deliver({ t: 'perm', id: m.id, ok })
          })
          .catch(() => this._deliver({ t: 'perm', id: m.id, ok: false }))
        return
      }
      if (m.t === 'port') {
        const p = this._ports?.get(m.id)
        if (p)
          p._receive(
            codec.decode(m.a),
            (m.ports || []).map((id) => this._portFrom(id)),
          )
        return
      }
      this._dispatch(m, frame)
    }
    _portFrom(id) {
      const p = new MessagePortMain()
      p._remote = { wc: this, id }
      ;(this._ports ??= new Map()).set(id, p)
      return p
    }
    _sendPort(p) {
      const id = 'm' + ++portN
      const peer = p._peer
      if (peer) {
        peer._remote = { wc: this, id }
        peer._peer = null
        ;(this._ports ??= new Map()).set(id, peer)
        for (const [m, t] of peer._out?.splice(0) || []) peer.postMessage(m, t)
      }
      return id
    }
    _event(frame) {
      const ev = new Ev({
        type: 'frame',
        sender: this,
        senderFrame: frame,
        frameId: frame.routingId,
        processId: frame.processId,
        frameTreeNodeId: frame.frameTreeNodeId,
        ports: [],
      })
      ev.reply = (c, ...a) => this.send(c, ...a)
      return ev
    }
    _dispatch(m, frame) {
      if (opts.journalIpc) journal('ipc', { dir: 'in', kind: m.t, channel: m.c, args: m.a, url: frame.url })
      const ev = this._event(frame)
      const emitters = [frame.ipc, this.ipc, ipcMain]
      const guard = (f) => {
        try {
          return f()
        } catch (e) {
          ctx.mainError(e)
        }
      }
      if (m.t === 'send') {
        const args = codec.decode(m.a)
        if (m.host) return
        guard(() => this.emit('ipc-message', ev, m.c, ...args))
        for (const e of emitters) guard(() => e.emit(m.c, ev, ...args))
      } else if (m.t === 'postMessage') {
        const msg = codec.decode(m.a)
        ev.ports = (m.ports || []).map((id) => this._portFrom(id))
        for (const e of emitters) guard(() => e.emit(m.c, ev, msg))
      } else if (m.t === 'invoke') {
        const t = emitters.find((e) => e._invokeHandlers.has(m.c))
        const args = codec.decode(m.a)
        const reply = (x) => {
          if (opts.journalIpc) journal('ipc', { dir: 'reply', channel: m.c, ...x })
          m._reply ? m._reply(x) : this._deliver({ t: 'reply', id: m.id, ...x })
        }
        const fail = (err) => {
          process.stderr.write(`Error occurred in handler for '${m.c}': ${err?.stack || err}\n`)
          reply({ e: String(err) })
        }
        if (!t) return fail(new Error(`No handler registered for '${m.c}'`))
        ;(async () => t._invokeHandlers.get(m.c)(ev, ...args))().then((r) => {
          let a
          try {
            a = codec.encode(r)
          } catch (e) {
            return fail(e)
          }
          reply({ a })
        }, fail)
      }
    }
    _forge({ kind = 'invoke', channel, args = [], url, isMainFrame = false }) {
      // test hook: an IPC message from another frame/origin
      const f = new WebFrameMain(this, 'forged', isMainFrame ? null : this.mainFrame)
      f._url = url
      return new Promise((resolve) => {
        this._dispatch(
          {
            t: kind,
            c: channel,
            a: codec.encode(args),
            _reply: (x) => resolve(x.e !== undefined ? { error: x.e } : { result: codec.decode(x.a) }),
          },
          f,
        )
        if (kind === 'send') setTimeout(() => resolve({}), 20)
      })
    }
    _deliver(m) {
      if (!this._ctx || !this._s) return
      this._s
        .send('Runtime.evaluate', {
          expression: `${PREFIX}d(${JSON.stringify(JSON.stringify(m))})`,
          uniqueContextId: this._ctx.unique,
          silent: true,
        })
        .catch(() => {})
    }
    async _windowOpen(d) {
      const details = {
        url: d.url,
        frameName: d.frameName,
        features: d.features,
        disposition: d.disposition,
        referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
      }
      let r
      try {
        r = this._openHandler ? this._openHandler(details) : { action: 'allow' }
      } catch (e) {
        ctx.mainError(e)
        r = { action: 'deny' }
      }
      journal('window-open', { ...details, action: r?.action ?? 'deny', handler: !!this._openHandler })
      if (r?.action === 'allow') {
        journal('warning', {
          text: 'window.open allowed: the stand-in opens an unrelated window (window.open returned null in the page)',
        })
        const w = new BrowserWindow({
          ...(r.overrideBrowserWindowOptions || {}),
          webPreferences: { ...this._wp, ...(r.overrideBrowserWindowOptions?.webPreferences || {}) },
        })
        w.loadURL(d.url)
        this.emit('did-create-window', w, { ...details, options: {} })
      }
    }
    // ---- public API
    async _navigate(url, by = 'api') {
      await this.ready
      const real = toReal(url, known())
      const scheme = url.split(':')[0]
      if (known().has(scheme) && !schemes.get(scheme)?.standard)
        throw new Error(
          `stand-in: ${scheme}: is not registered as a standard scheme; documents of such schemes are not emulated`,
        )
      if (real.startsWith('https:') && !handled().has(scheme) && known().has(scheme))
        throw Object.assign(new Error(`ERR_UNKNOWN_URL_SCHEME (-302) loading '${url}'`), {
          code: 'ERR_UNKNOWN_URL_SCHEME',
          errno: -302,
        })
      await this._installScripts(this._s)
      await this._refreshFetch()
      this._nav = { real, by }
      this._win._shownOnce = false
      this._navStarted = true
      const loaded = new Promise((resolve) => this.once('did-finish-load', resolve))
      const r = await this._s.send('Page.navigate', { url: real })
      this._crashed = false
      if (r.errorText) {
        this._nav = null
        const code = r.errorText.replace('net::', '')
        const err = Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, errno: -2, url })
        this.emit('did-fail-load', new Ev(), -2, code, url, true, 0, 0)
        throw err
      }
      if (!r.loaderId) return // same-document
      await Promise.race([
        loaded,
        new Promise((resolve, reject) => {
          this.once('destroyed', () => reject(new Error(`ERR_FAILED (-2) loading '${url}'`)))
          this.once('render-process-gone', () => reject(new Error(`ERR_FAILED (-2) loading '${url}'`)))
        }),
      ])
    }
    loadURL(url) {
      const u = String(url)
      journal('loadURL', { url: u, window: this._win.id })
      const p = this._navigate(u)
      p.catch(() => {})
      return p
    }
    loadFile(f, o = {}) {
      const u = pathToFileURL(path.resolve(app.getAppPath(), f))
      if (o.query) for (const [k, v] of Object.entries(o.query)) u.searchParams.set(k, v)
      if (o.search) u.search = o.search
      if (o.hash) u.hash = o.hash
      return this.loadURL(u.href)
    }
    getURL() {
      return this.mainFrame._url || (this._real ? toVirtual(this._real) : '')
    }
    getTitle() {
      return this._title
    }
    getType() {
      return 'window'
    }
    isDestroyed() {
      return !!this._gone
    }
    isLoading() {
      return this._loading
    }
    isLoadingMainFrame() {
      return this._loading
    }
    isWaitingForResponse() {
      return false
    }
    isCrashed() {
      return !!this._crashed
    }
    isFocused() {
      return focusedId === this._win.id
    }
    isDevToolsOpened() {
      return false
    }
    isDevToolsFocused() {
      return false
    }
    send(channel, ...args) {
      if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
      const a = codec.encode(args)
      if (opts.journalIpc) journal('ipc', { dir: 'out', channel, args: a })
      this._deliver({ t: 'msg', c: channel, a })
    }
    postMessage(channel, message, transfer = []) {
      this._deliver({ t: 'msg', c: channel, a: codec.encode([message]), ports: transfer.map((p) => this._sendPort(p)) })
    }
    sendToFrame(f, c, ...a) {
      this.send(c, ...a)
    }
    async executeJavaScript(code, userGesture = false) {
      await this.ready
      const r = await this._s.send('Runtime.evaluate', {
        expression: code,
        awaitPromise: true,
        returnByValue: true,
        userGesture,
      })
      if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception?.description || r.exceptionDetails.text)
      return r.result.value
    }
    executeJavaScriptInIsolatedWorld() {
      unsupported('executeJavaScriptInIsolatedWorld')
    }
    async insertCSS(css) {
      await this.executeJavaScript(
        `void document.adoptedStyleSheets.push(Object.assign(new CSSStyleSheet(),{}) )`,
      ).catch(() => {})
      journal('insertCSS', { css })
      return 'k'
    }
    async removeInsertedCSS() {}
    async capturePage(rect) {
      await this.ready
      const { data } = await this._s.send('Page.captureScreenshot', {
        format: 'png',
        ...(rect ? { clip: { ...rect, scale: 1 } } : {}),
      })
      return ctx.nativeImage.createFromBuffer(Buffer.from(data, 'base64'))
    }
    async printToPDF() {
      await this.ready
      const { data } = await this._s.send('Page.printToPDF', {})
      return Buffer.from(data, 'base64')
    }
    print() {
      journal('print', {})
    }
    setWindowOpenHandler(fn) {
      this._openHandler = fn
      journal('setWindowOpenHandler', { window: this._win.id })
    }
    openDevTools(o) {
      journal('openDevTools', o || {})
      this.emit('devtools-opened')
    }
    closeDevTools() {}
    toggleDevTools() {
      journal('openDevTools', {})
    }
    inspectElement() {}
    reload() {
      this._nav = { real: this._real, by: 'api' }
      this._s
        ?.send(this._crashed ? 'Page.navigate' : 'Page.reload', this._crashed ? { url: this._real } : {})
        .catch(() => {})
      this._crashed = false
    }
    reloadIgnoringCache() {
      this.reload()
    }
    stop() {
      this._s?.send('Page.stopLoading').catch(() => {})
    }
    async _go(n) {
      const h = await this._s.send('Page.getNavigationHistory')
      const e = h.entries[h.currentIndex + n]
      if (e) {
        this._nav = { real: e.url, by: 'api' }
        await this._s.send('Page.navigateToHistoryEntry', { entryId: e.id })
      }
    }
    canGoBack() {
      return this.navigationHistory.canGoBack()
    }
    goBack() {
      this._go(-1)
    }
    goForward() {
      this._go(1)
    }
    setZoomFactor(z) {
      this._zoom = z
      this._fontZoom()
    }
    getZoomFactor() {
      return this._zoom
    }
    setZoomLevel(l) {
      this.setZoomFactor(1.2 ** l)
    }
    getZoomLevel() {
      return Math.log(this._zoom) / Math.log(1.2)
    }
    get zoomFactor() {
      return this._zoom
    }
    set zoomFactor(z) {
      this.setZoomFactor(z)
    }
    get zoomLevel() {
      return this.getZoomLevel()
    }
    set zoomLevel(l) {
      this.setZoomLevel(l)
    }
    async setVisualZoomLevelLimits() {}
    _fontZoom() {
      if (this._s && this._zoom !== 1)
        this._s
          .send('Runtime.evaluate', {
            expression: `document.documentElement && (document.documentElement.style.zoom=${this._zoom})`,
          })
          .catch(() => {})
    }
    setUserAgent(ua) {
      this._ua = ua
      this._s?.send('Emulation.setUserAgentOverride', { userAgent: ua })
    }
    getUserAgent() {
      return this._ua ?? this.session.getUserAgent()
    }
    set userAgent(v) {
      this.setUserAgent(v)
    }
    get userAgent() {
      return this.getUserAgent()
    }
    setAudioMuted(v) {
      this._muted = v
      journal('setAudioMuted', { v })
    }
    isAudioMuted() {
      return !!this._muted
    }
    isCurrentlyAudible() {
      return false
    }
    set audioMuted(v) {
      this.setAudioMuted(v)
    }
    get audioMuted() {
      return this.isAudioMuted()
    }
    setBackgroundThrottling(v) {
      this._throttle = v
      journal('setBackgroundThrottling', { v })
    }
    get backgroundThrottling() {
      return this._throttle ?? true
    }
    set backgroundThrottling(v) {
      this.setBackgroundThrottling(v)
    }
    setIgnoreMenuShortcuts() {}
    setWebRTCIPHandlingPolicy(p) {
      journal('setWebRTCIPHandlingPolicy', { p })
    }
    getWebRTCIPHandlingPolicy() {
      return 'default'
    }
    getOSProcessId() {
      return 0
    }
    getProcessId() {
      return this.mainFrame.processId
    }
    getLastWebPreferences() {
      return { sandbox: true, contextIsolation: true, nodeIntegration: false, ...this._wp }
    }
    setFrameRate() {}
    invalidate() {}
    copy() {
      journal('edit', { cmd: 'copy' })
    }
    cut() {}
    paste() {}
    pasteAndMatchStyle() {}
    undo() {}
    redo() {}
    selectAll() {}
    delete() {}
    unselect() {}
    replace() {}
    replaceMisspelling(w) {
      journal('replaceMisspelling', { w })
    }
    async insertText(t) {
      await this._s.send('Input.insertText', { text: t })
    }
    findInPage(t) {
      journal('findInPage', { t })
      return 1
    }
    stopFindInPage() {}
    sendInputEvent(e) {
      journal('sendInputEvent', e)
    }
    focus() {
      this._win.focus()
    }
    downloadURL(u) {
      journal('downloadURL', { url: u })
    }
    startDrag(i) {
      journal('startDrag', { file: i.file })
    }
    forcefullyCrashRenderer() {
      this._s?.send('Page.crash').catch(() => {})
    }
    close() {
      this._win.close()
    }
    get hostWebContents() {
      return null
    }
    get devToolsWebContents() {
      return null
    }
    get opener() {
      return null
    }
    get focusedFrame() {
      return this.mainFrame
    }
  }
  WebContents.getAllWebContents = () => [...contents.values()]
  WebContents.getFocusedWebContents = () => windows.get(focusedId)?.webContents ?? null
  WebContents.fromId = (id) => contents.get(id)
  WebContents.fromFrame = (f) => f?._wc
  WebContents.fromDevToolsTargetId = (t) => [...contents.values()].find((w) => w._targetId === t)

  // ------------------------------------------------------------------ windows
  class BaseWindow extends EventEmitter {}
  class BrowserWindow extends BaseWindow {
    constructor(o = {}) {
      super()
      this.setMaxListeners(0)
      if (new.target !== BrowserWindow) throw new TypeError('Electron built-in classes cannot be subclassed')
      if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
      this.id = createWindows.winId = (createWindows.winId || 0) + 1
      this._o = o
      this._visible = o.show !== false
      this._min = false
      this._max = false
      this._full = !!o.fullscreen
      this._title = o.title ?? app.getName()
      this._bounds = { x: o.x ?? 0, y: o.y ?? 0, width: o.width ?? 800, height: o.height ?? 600 }
      this._flags = {}
      this.webContents = new WebContents(this, o)
      windows.set(this.id, this)
      const { webPreferences: { session: _s, ...wp } = {}, icon: _icon, parent: _parent, ...rest } = o
      journal('window-created', { id: this.id, options: { ...rest, webPreferences: wp } })
      app.emit('web-contents-created', new Ev(), this.webContents)
      app.emit('browser-window-created', new Ev(), this)
      const r = (this.webContents._ready = this.webContents._create())
      r.catch((e) => {
        journal('error', { where: 'window', error: String(e) })
        process.stderr.write(String(e?.stack || e) + '\n')
      })
      r.then(() => ctx.notify({ t: 'window', id: this.id, targetId: this.webContents._targetId }))
      if (this._visible) setImmediate(() => this._focusGained())
    }
    _readyToShow() {
      if (this._shownOnce || this._gone || !this.webContents._navStarted) return
      if (this._o.show === false && this._o.paintWhenInitiallyHidden === false && !this._visible) return
      /* Electron does not fire it then */ this._shownOnce = true
      journal('ready-to-show', { window: this.id })
      this.emit('ready-to-show', new Ev())
    }
    async _state(windowState) {
      if (windowState === 'minimized' && !this.webContents.backgroundThrottling)
        return /* Electron keeps such a page visible */
      const cdp = await browser
      if (!cdp || !this.webContents._targetId) return
      try {
        this.webContents._windowId ??= (
          await cdp.send('Browser.getWindowForTarget', { targetId: this.webContents._targetId })
        ).windowId
        await cdp.send('Browser.setWindowBounds', { windowId: this.webContents._windowId, bounds: { windowState } })
      } catch (e) {
        journal('warning', { text: 'window state: ' + e.message })
      }
    }
    _later(f) {
      this.webContents._ready.then(f).catch(() => {})
    }
    _focusGained() {
      if (this._gone || focusedId === this.id) return
      const old = windows.get(focusedId)
      focusedId = this.id
      old?._focusLost(true)
      this.emit('focus', new Ev())
      app.emit('browser-window-focus', new Ev(), this)
    }
    _focusLost(switched) {
      if (!switched && focusedId !== this.id) return
      if (!switched) focusedId = null
      this.emit('blur', new Ev())
      app.emit('browser-window-blur', new Ev(), this)
    }
    show() {
      journal('window.show', { id: this.id })
      const was = this._visible && !this._min
      this._visible = true
      this._min = false
      this._later(() => this._state('normal'))
      if (!was) this.emit('show', new Ev())
      this.focus()
    }
    showInactive() {
      journal('window.showInactive', { id: this.id })
      this._visible = true
      this._later(() => this._state('normal'))
      this.emit('show', new Ev())
    }
    hide() {
      journal('window.hide', { id: this.id })
      if (!this._visible) return
      this._visible = false
      this._later(() => this._state('minimized'))
      this._focusLost()
      this.emit('hide', new Ev())
    }
    minimize() {
      journal('window.minimize', { id: this.id })
      this._min = true
      this._later(() => this._state('minimized'))
      this._focusLost()
      this.emit('minimize', new Ev())
    }
    restore() {
      journal('window.restore', { id: this.id })
      this._min = false
      this._visible = true
      this._later(() => this._state('normal'))
      this.emit('restore', new Ev())
    }
    maximize() {
      this._max = true
      this._later(() => this._state('maximized'))
      this.emit('maximize', new Ev())
    }
    unmaximize() {
      this._max = false
      this._later(() => this._state('normal'))
      this.emit('unmaximize', new Ev())
    }
    isMaximized() {
      return this._max
    }
    focus() {
      journal('window.focus', { id: this.id })
      if (!this._visible) return
      this._later(() => this.webContents._s.send('Page.bringToFront'))
      this._focusGained()
    }
    blur() {
      this._focusLost()
    }
    moveTop() {}
    isFocused() {
      return focusedId === this.id
    }
    isVisible() {
      return this._visible && !this._gone
    }
    isMinimized() {
      return this._min
    }
    isDestroyed() {
      return !!this._gone
    }
    isNormal() {
      return !this._min && !this._max && !this._full
    }
    setFullScreen(v) {
      this._full = v
      this._later(() => this._state(v ? 'fullscreen' : 'normal'))
      this.emit(v ? 'enter-full-screen' : 'leave-full-screen', new Ev())
    }
    isFullScreen() {
      return this._full
    }
    setSimpleFullScreen(v) {
      this.setFullScreen(v)
    }
    isSimpleFullScreen() {
      return this._full
    }
    close() {
      if (this._gone || this._closing) return
      this._closing = true
      const ev = new Ev()
      this.emit('close', ev)
      if (ev.defaultPrevented) {
        this._closing = false
        journal('close-prevented', { id: this.id })
        return false
      }
      this.destroy()
      return true
    }
    destroy() {
      if (this._gone) return
      this._destroyed('close')
      this.webContents._ready
        .then(async () => {
          const cdp = await browser
          await cdp.send('Target.closeTarget', { targetId: this.webContents._targetId })
        })
        .catch(() => {})
    }
    _destroyed(why) {
      if (this._gone) return
      this._gone = true
      this.webContents._gone = true
      windows.delete(this.id)
      contents.delete(this.webContents.id)
      if (focusedId === this.id) focusedId = null
      journal('window-closed', { id: this.id, why })
      this.webContents.emit('destroyed')
      this.emit('closed')
      ctx.notify({ t: 'window-closed', id: this.id })
      ctx.windowGone()
    }
    loadURL(u, o) {
      return this.webContents.loadURL(u, o)
    }
    loadFile(f, o) {
      return this.webContents.loadFile(f, o)
    }
    reload() {
      this.webContents.reload()
    }
    capturePage(r) {
      return this.webContents.capturePage(r)
    }
    getBounds() {
      return { ...this._bounds }
    }
    getContentBounds() {
      return { ...this._bounds }
    }
    getNormalBounds() {
      return { ...this._bounds }
    }
    getSize() {
      return [this._bounds.width, this._bounds.height]
    }
    getContentSize() {
      return this.getSize()
    }
    getPosition() {
      return [this._bounds.x, this._bounds.y]
    }
    setBounds(b) {
      Object.assign(this._bounds, b)
      this._later(() => this.webContents._fit())
      this.emit('resize', new Ev())
      this.emit('resized', new Ev())
    }
    setContentBounds(b) {
      this.setBounds(b)
    }
    setSize(width, height) {
      this.setBounds({ width, height })
    }
    setContentSize(w, h) {
      this.setSize(w, h)
    }
    setPosition(x, y) {
      Object.assign(this._bounds, { x, y })
      this.emit('move', new Ev())
    }
    center() {}
    setMinimumSize(w, h) {
      this._minSize = [w, h]
    }
    getMinimumSize() {
      return this._minSize || [this._o.minWidth || 0, this._o.minHeight || 0]
    }
    setMaximumSize() {}
    getMaximumSize() {
      return [0, 0]
    }
    setAspectRatio() {}
    setTitle(t) {
      this._title = t
      journal('window.setTitle', { id: this.id, title: t })
    }
    getTitle() {
      return this._title
    }
    get title() {
      return this._title
    }
    set title(t) {
      this.setTitle(t)
    }
    flashFrame(v) {
      journal('flashFrame', { id: this.id, v })
    }
    setProgressBar(v) {
      journal('setProgressBar', { v })
    }
    setOverlayIcon(i, d) {
      journal('setOverlayIcon', { description: d, empty: !i })
    }
    setIcon() {}
    setThumbarButtons() {
      return true
    }
    setAppDetails(d) {
      journal('setAppDetails', d)
    }
    setSkipTaskbar(v) {
      journal('setSkipTaskbar', { v })
    }
    setContentProtection(v) {
      journal('setContentProtection', { v })
    }
    isContentProtected() {
      return false
    }
    setAlwaysOnTop(v) {
      this._flags.top = v
    }
    isAlwaysOnTop() {
      return !!this._flags.top
    }
    setVisibleOnAllWorkspaces() {}
    setKiosk() {}
    isKiosk() {
      return false
    }
    setBackgroundColor(c) {
      journal('setBackgroundColor', { c })
    }
    getBackgroundColor() {
      return this._o.backgroundColor || '#FFF'
    }
    setVibrancy() {}
    setBackgroundMaterial() {}
    setOpacity() {}
    getOpacity() {
      return 1
    }
    setHasShadow() {}
    hasShadow() {
      return true
    }
    setTitleBarOverlay(o) {
      journal('setTitleBarOverlay', o)
    }
    setWindowButtonVisibility() {}
    setWindowButtonPosition() {}
    setTouchBar() {}
    setAccentColor() {}
    setMenu(m) {
      this._menu = m
      journal('window.setMenu', { null: m === null })
    }
    removeMenu() {
      this._menu = null
      journal('window.removeMenu', {})
    }
    setMenuBarVisibility(v) {
      this._menuVisible = v
    }
    isMenuBarVisible() {
      return this._menuVisible ?? true
    }
    setAutoHideMenuBar() {}
    isMenuBarAutoHide() {
      return false
    }
    get autoHideMenuBar() {
      return false
    }
    set autoHideMenuBar(v) {}
    setResizable(v) {
      this._flags.r = v
    }
    isResizable() {
      return this._flags.r ?? true
    }
    setMovable() {}
    isMovable() {
      return true
    }
    setMinimizable() {}
    isMinimizable() {
      return true
    }
    setMaximizable() {}
    isMaximizable() {
      return true
    }
    setClosable() {}
    isClosable() {
      return true
    }
    setFullScreenable() {}
    isFullScreenable() {
      return true
    }
    setFocusable() {}
    isFocusable() {
      return true
    }
    setEnabled() {}
    isEnabled() {
      return true
    }
    setIgnoreMouseEvents() {}
    isModal() {
      return !!this._o.modal
    }
    getParentWindow() {
      return this._o.parent ?? null
    }
    setParentWindow() {}
    getChildWindows() {
      return [...windows.values()].filter((w) => w._o.parent === this)
    }
    getNativeWindowHandle() {
      return Buffer.alloc(8)
    }
    getMediaSourceId() {
      return `window:${this.id}:0`
    }
    hookWindowMessage() {}
    unhookAllWindowMessages() {}
    setRepresentedFilename() {}
    setDocumentEdited() {}
    previewFile() {}
    isTabletMode() {
      return false
    }
    get accessibleTitle() {
      return ''
    }
    set accessibleTitle(v) {}
  }
  BrowserWindow.clearPersistedState = () => {}
  for (const n of [
    'fullScreen',
    'simpleFullScreen',
    'kiosk',
    'movable',
    'minimizable',
    'maximizable',
    'closable',
    'resizable',
    'fullScreenable',
    'focusable',
  ]) {
    const N = n[0].toUpperCase() + n.slice(1)
    Object.defineProperty(BrowserWindow.prototype, n, {
      get() {
        return this['is' + N]()
      },
      set(v) {
        this['set' + N](v)
      },
    })
  }
  Object.defineProperty(BrowserWindow.prototype, 'menuBarVisible', {
    get() {
      return this.isMenuBarVisible()
    },
    set(v) {
      this.setMenuBarVisibility(v)
    },
  })
  BrowserWindow.getAllWindows = BaseWindow.getAllWindows = () => [...windows.values()]
  BrowserWindow.getFocusedWindow = BaseWindow.getFocusedWindow = () => windows.get(focusedId) ?? null
  BrowserWindow.fromId = BaseWindow.fromId = (id) => windows.get(id) ?? null
  BrowserWindow.fromWebContents = (wc) => [...windows.values()].find((w) => w.webContents === wc) ?? null
  BrowserWindow.fromBrowserView = () => null

  const webFrameMain = {
    fromId: (p, r) => [...contents.values()].flatMap((w) => [...w._frames.values()]).find((f) => f.routingId === r),
    fromFrameToken: (p, t) =>
      [...contents.values()].flatMap((w) => [...w._frames.values()]).find((f) => f.frameToken === t) ?? null,
  }
  return {
    ipcMain,
    BrowserWindow,
    BaseWindow,
    webContents: WebContents,
    webFrameMain,
    session: Session,
    MessageChannelMain,
    protocol: defaultSession.protocol,
    defaultSession,
    windows,
    contents,
    handled,
    ensureBrowser,
    closeServer: () => server?.close(),
  }
}
