// app: life cycle, paths, single-instance lock, protocol client, badge, login item ...
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Ev } from './pages/event.mjs'

export function createApp(ctx) {
  const { journal, opts, pkg, appPath } = ctx
  let ready = false
  const paths = {}
  const whenReady = Promise.withResolvers()
  const data = opts.userDataDir
  const home = path.join(data, 'standin-home')
  // lib/browser/init.ts
  const desktopName = () =>
    pkg.desktopName || `${(pkg.productName || pkg.name || 'electron').toLowerCase().replace(/ /g, '-')}.desktop`
  class App extends EventEmitter {
    name = pkg.productName || pkg.name || 'Electron'
    commandLine = {
      _sw: new Map(),
      appendSwitch: (k, v = '') => {
        journal('appendSwitch', { k, v, beforeReady: !ready })
        this.commandLine._sw.set(k, v)
        if (!ready) ctx.chromiumSwitches.push(...filterSwitch(k, v))
      },
      appendArgument: (a) => journal('appendArgument', { a }),
      hasSwitch: (k) =>
        this.commandLine._sw.has(k) || process.argv.some((a) => a === `--${k}` || a.startsWith(`--${k}=`)),
      getSwitchValue: (k) =>
        this.commandLine._sw.get(k) ??
        (process.argv.find((a) => a.startsWith(`--${k}=`)) || '').split('=').slice(1).join('='),
      removeSwitch: (k) => this.commandLine._sw.delete(k),
    }
    get isPackaged() {
      return !!opts.packaged
    }
    isReady() {
      return ready
    }
    whenReady() {
      return whenReady.promise
    }
    getName() {
      return this.name
    }
    getVersion() {
      return pkg.version || '0.0.0'
    }
    getAppPath() {
      return appPath
    }
    getLocale() {
      if (!ready) return ''
      return opts.locale
    }
    getPreferredSystemLanguages() {
      return [...(opts.languages ?? [opts.locale])]
    }
    getPath(n) {
      if (paths[n]) return paths[n]
      const d = {
        home,
        appData: path.dirname(data),
        userData: data,
        sessionData: this.getPathOr('userData'),
        temp: os.tmpdir(),
        exe: process.execPath,
        module: process.execPath,
        desktop: path.join(home, 'Desktop'),
        documents: path.join(home, 'Documents'),
        downloads: path.join(home, 'Downloads'),
        music: path.join(home, 'Music'),
        pictures: path.join(home, 'Pictures'),
        videos: path.join(home, 'Videos'),
        logs: path.join(data, 'logs'),
        crashDumps: path.join(data, 'Crashpad'),
        assets: path.dirname(process.execPath),
        recent: home,
      }[n]
      if (!d) throw new Error(`Failed to get '${n}' path`)
      if (n !== 'exe' && n !== 'module' && n !== 'temp') fs.mkdirSync(d, { recursive: true })
      return d
    }
    getPathOr(n) {
      return paths[n] || data
    }
    setPath(n, p) {
      if (!path.isAbsolute(p)) throw new Error('Path must be absolute')
      journal('setPath', { n, p, beforeReady: !ready })
      paths[n] = p
    }
    enableSandbox() {
      if (ready) throw new Error('app.enableSandbox() can only be called before app is ready')
      journal('enableSandbox', {})
    }
    setDesktopName(name) {
      if (process.platform === 'linux') pkg.desktopName = name
    }
    setAppUserModelId(id) {
      this._aumid = id
      journal('setAppUserModelId', { id })
    }
    setToastActivatorCLSID(id) {
      if (!/^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id)) throw new Error('Invalid CLSID format')
      this._toastClsid = `{${id.replace(/[{}]/g, '').toUpperCase()}}`
    }
    setAsDefaultProtocolClient(protocol, p, args) {
      // Linux hands links to an installed desktop entry of the program's desktop name (browser_linux.cc).
      const entry = `${process.env.XDG_DATA_HOME ?? path.join(home, '.local/share')}/applications/${desktopName()}`
      const ok = process.platform !== 'linux' || opts.desktopEntryInstalled || fs.existsSync(entry)
      journal('setAsDefaultProtocolClient', { protocol, path: p, args, ok })
      if (!ok) return false
      this._clients ??= new Set()
      this._clients.add(protocol)
      return true
    }
    setBadgeCount(n) {
      const ok = process.platform !== 'win32'
      if (ok) this._badge = n ?? 0
      journal('setBadgeCount', { count: n, effective: ok })
      return ok
    }
    // Windows: what a person switched off in the Task Manager is a value beside the item, which writing the item
    // deletes (browser_win.cc).
    setLoginItemSettings(s) {
      journal('setLoginItemSettings', s)
      opts.loginItem = s.openAtLogin ? 'enabled' : 'none'
    }
    getLoginItemSettings() {
      return {
        openAtLogin: opts.loginItem !== 'none',
        executableWillLaunchAtLogin: opts.loginItem === 'enabled',
        launchItems: [],
        status: 'not-registered',
        wasOpenedAtLogin: !!opts.openedAtLogin,
      }
    }
    clearRecentDocuments() {}
    showAboutPanel() {
      journal('showAboutPanel', {})
    }
    setProxy(c) {
      journal('setProxy', c)
      return Promise.resolve()
    }
    async resolveProxy() {
      return 'DIRECT'
    }
    show() {
      journal('app.show', {})
    }
    hide() {
      journal('app.hide', {})
    }
    focus(o) {
      journal('app.focus', o || {})
      ;[...ctx.win.windows.values()][0]?.focus()
    }
    get applicationMenu() {
      return ctx.menu.applicationMenu()
    }
    set applicationMenu(m) {
      ctx.menu.set(m)
    }
    relaunch(o) {
      journal('relaunch', o || {})
    }
    // ---- single instance: a directory under userData; the first instance watches it
    requestSingleInstanceLock(additionalData) {
      if (this._lock) return true
      const dir = path.join(this.getPath('userData'), 'standin-instance')
      try {
        fs.mkdirSync(dir, { recursive: true })
        // The lock lies in the data folder and in the temporary one; without them the answer is that of a second start.
        fs.rmdirSync(fs.mkdtempSync(path.join(this.getPath('temp'), 'standin-lock-')))
      } catch (error) {
        journal('single-instance', { got: false, error: error.code })
        return false
      }
      const lock = path.join(dir, 'lock')
      for (let i = 0; i < 3; i++) {
        try {
          fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
          this._lock = lock
          break
        } catch {
          let pid = 0
          try {
            pid = Number(fs.readFileSync(lock, 'utf8'))
          } catch {}
          let alive = false
          try {
            process.kill(pid, 0)
            alive = pid > 0 && pid !== process.pid
          } catch {}
          if (alive) {
            const f = path.join(dir, `msg-${process.pid}-${Date.now()}`)
            fs.writeFileSync(f + '.tmp', JSON.stringify({ argv: process.argv, cwd: process.cwd(), additionalData }))
            fs.renameSync(f + '.tmp', f + '.json')
            journal('single-instance', { got: false })
            return false
          }
          fs.rmSync(lock, { force: true })
        }
      }
      for (const f of fs.readdirSync(dir)) if (f.endsWith('.json')) fs.rmSync(path.join(dir, f))
      const drain = () => {
        for (const f of fs.readdirSync(dir))
          if (f.endsWith('.json')) {
            const p = path.join(dir, f)
            try {
              const m = JSON.parse(fs.readFileSync(p, 'utf8'))
              fs.rmSync(p)
              journal('second-instance', m)
              this.whenReady().then(() => this.emit('second-instance', new Ev(), m.argv, m.cwd, m.additionalData))
            } catch {}
          }
      }
      this._watch = fs.watch(dir, drain)
      this._watch.unref()
      this._poll = setInterval(drain, 200)
      this._poll.unref()
      journal('single-instance', { got: true })
      return true
    }
    releaseSingleInstanceLock() {
      if (this._lock) {
        fs.rmSync(this._lock, { force: true })
        this._watch?.close()
        clearInterval(this._poll)
        this._lock = null
      }
    }
    // ---- quit
    quit() {
      if (this._quitting) return
      journal('app.quit', {})
      const e = new Ev()
      this.emit('before-quit', e)
      if (e.defaultPrevented) {
        journal('quit-prevented', { by: 'before-quit' })
        return
      }
      this._quitting = true
      for (const w of [...ctx.win.windows.values()]) {
        if (w.close() === false) {
          this._quitting = false
          journal('quit-prevented', { by: 'window close', id: w.id })
          return
        }
      }
      if (ctx.win.windows.size === 0) this._willQuit()
    }
    /** A page that objects cancels a quit as well (browser.cc). */
    _closingCancelled(id) {
      journal('close-prevented', { id, by: 'beforeunload' })
      if (this._quitting) journal('quit-prevented', { by: 'beforeunload', id })
      this._quitting = false
    }
    _willQuit() {
      const w = new Ev()
      this.emit('will-quit', w)
      if (w.defaultPrevented) {
        this._quitting = false
        journal('quit-prevented', { by: 'will-quit' })
        return
      }
      this._end(0)
    }
    exit(code = 0) {
      journal('app.exit', { code })
      ctx.exiting = true
      for (const w of [...ctx.win.windows.values()]) w.destroy()
      this._end(code)
    }
    _end(code) {
      ctx.exiting = true
      this.emit('quit', new Ev(), code)
      this.releaseSingleInstanceLock()
      journal('exit', { code })
      ctx.shutdown(code)
    }
    _ready() {
      ready = true
      journal('ready', {})
      // lib/browser/default-menu.ts
      ctx.menu.setDefault()
      this.emit('will-finish-launching')
      this.emit('ready', new Ev(), {})
      whenReady.resolve()
    }
  }
  const app = new App()
  app.setMaxListeners(0)
  if (process.platform === 'darwin')
    app.dock = {
      bounce: () => 1,
      cancelBounce() {},
      downloadFinished() {},
      setBadge: (t) => journal('dock.setBadge', { t }),
      getBadge: () => '',
      hide: () => journal('dock.hide', {}),
      show: async () => journal('dock.show', {}),
      isVisible: () => true,
      setMenu: () => journal('dock.setMenu', {}),
      getMenu: () => null,
      setIcon() {},
    }
  return app
}
// switches that change page behaviour are really given to Chromium; the rest is only recorded
const filterSwitch = (k, v) =>
  /^(lang|force-device-scale-factor|disable-renderer-backgrounding|disable-background-timer-throttling|disable-backgrounding-occluded-windows|js-flags|autoplay-policy|enable-features|disable-blink-features|enable-blink-features)$/.test(
    k,
  )
    ? [v ? `--${k}=${v}` : `--${k}`]
    : []
