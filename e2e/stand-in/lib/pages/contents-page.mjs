import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import crypto from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import { openAppWindow } from '../cdp.mjs'
import { SUFFIX } from '../scheme-server.mjs'
import { Ev } from './event.mjs'
import { IpcMainImpl } from './ipc-main.mjs'
import { prefix, isolatedWorld } from './page-worlds.mjs'

const require = createRequire(import.meta.url)
const { source: codecSource } = require('../codec.cjs')
const runtime = require('../renderer-runtime.cjs')

/** The page behind `webContents`: its target in Chromium, its preloads, what it must not be asked for. */
export function createContentsPage(world) {
  const { app, journal, opts, unsupported, contents, known, ctx, WebFrameMain, sessionFor } = world
  return class extends EventEmitter {
    constructor(win, o) {
      super()
      this.setMaxListeners(0)
      this.id = world.nextId++
      this._win = win
      const wp = (this._wp = o.webPreferences || {})
      if (wp.partition)
        journal('warning', { text: `partition ${wp.partition}: storage is NOT isolated in the stand-in` })
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
      const cdp = await world.ensureBrowser()
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
        s.send('Runtime.addBinding', { name: prefix + 'b', executionContextName: isolatedWorld }),
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
      const cdp = await world.browser
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
            text: `${prefix}r(${JSON.stringify(file)}, function(${params.join(', ')}) {${src}\n});\n//# sourceURL=${pathToFileURL(file)}`,
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
        binding: prefix + 'b',
        deliver: prefix + 'd',
        run: prefix + 'r',
        initEvent: prefix + 'i',
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
      await put(`(${runtime.isolated})(${JSON.stringify(cfg)}, ${codecSource}, ${runtime.bridgeSide})`, isolatedWorld)
      for (const p of this._loadPreloads()) await put(`if (globalThis.${prefix}r) ${p.text}`, isolatedWorld)
    }
  }
}
