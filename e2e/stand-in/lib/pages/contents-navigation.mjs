import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { toReal, toVirtual } from '../scheme-server.mjs'
import { Ev } from './event.mjs'

/** Where a page goes and who is asked: loading, history, links, new windows. */
export function withNavigation(Base, world) {
  const { app, journal, schemes, handled, known, ctx } = world
  return class extends Base {
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
        const w = new world.BrowserWindow({
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
    setWindowOpenHandler(fn) {
      this._openHandler = fn
      journal('setWindowOpenHandler', { window: this._win.id })
    }
    async reload() {
      if (!(await this._mayUnload())) return
      this._nav = { real: this._real, by: 'api' }
      this._s
        ?.send(this._crashed ? 'Page.navigate' : 'Page.reload', this._crashed ? { url: this._real } : {})
        .catch(() => {})
      this._crashed = false
    }
    /** False when the page objects, unless the program lets it go all the same (web_contents: will-prevent-unload). */
    async _mayUnload() {
      if (this._crashed || !this._s) return true
      const asked = await this._s
        .send('Runtime.evaluate', {
          expression: "window.dispatchEvent(new Event('beforeunload', { cancelable: true }))",
          returnByValue: true,
        })
        .catch(() => null)
      if (this._gone || asked?.result.value !== false) return true
      const event = new Ev()
      this.emit('will-prevent-unload', event)
      journal('will-prevent-unload', { window: this._win.id, goes: event.defaultPrevented })
      return event.defaultPrevented
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
  }
}
