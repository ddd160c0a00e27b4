import { Ev } from './event.mjs'
import { createWindowRecorders } from './window-recorders.mjs'

/** `BrowserWindow`: showing, focus, bounds, closing, on a real window of Chromium. */
export function createBrowserWindow(world) {
  const { app, journal, windows, contents, ctx } = world
  let nextWindow = 1
  const BaseWindow = createWindowRecorders(world)
  class BrowserWindow extends BaseWindow {
    constructor(o = {}) {
      super()
      this.setMaxListeners(0)
      if (new.target !== BrowserWindow) throw new TypeError('Electron built-in classes cannot be subclassed')
      if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
      this.id = nextWindow++
      this._o = o
      this._visible = o.show !== false
      this._min = false
      this._max = false
      this._full = !!o.fullscreen
      this._title = o.title ?? app.getName()
      this._bounds = { x: o.x ?? 0, y: o.y ?? 0, width: o.width ?? 800, height: o.height ?? 600 }
      this._flags = {}
      this.webContents = new world.WebContents(this, o)
      windows.set(this.id, this)
      const { webPreferences: { session: _s, ...wp } = {}, icon: _icon, parent: _parent, ...rest } = o
      journal('window-created', {
        id: this.id,
        options: { ...rest, webPreferences: wp },
        menu: ctx.menu.applicationMenu()?.items.map(({ label }) => label) ?? null,
      })
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
      // On Wayland the event is unreliable since 38 (electron#48859).
      if (world.opts.readyToShow === 'never') return
      if (this._o.show === false && this._o.paintWhenInitiallyHidden === false && !this._visible) return
      /* Electron does not fire it then */ this._shownOnce = true
      journal('ready-to-show', { window: this.id })
      this.emit('ready-to-show', new Ev())
    }
    async _state(windowState) {
      if (windowState === 'minimized' && !this.webContents.backgroundThrottling)
        return /* Electron keeps such a page visible */
      const cdp = await world.browser
      if (!cdp || !this.webContents._targetId) return
      try {
        this.webContents._windowId ??= (
          await cdp.send('Browser.getWindowForTarget', { targetId: this.webContents._targetId })
        ).windowId
        await cdp.send('Browser.setWindowBounds', { windowId: this.webContents._windowId, bounds: { windowState } })
      } catch (e) {
        // A program that ends takes its browser along, with what was asked of it just before.
        if (!ctx.exiting) journal('warning', { text: 'window state: ' + e.message })
      }
    }
    _later(f) {
      this.webContents._ready.then(f).catch(() => {})
    }
    _focusGained() {
      if (this._gone || world.focusedId === this.id) return
      const old = windows.get(world.focusedId)
      world.focusedId = this.id
      old?._focusLost(true)
      this.emit('focus', new Ev())
      app.emit('browser-window-focus', new Ev(), this)
    }
    _focusLost(switched) {
      if (!switched && world.focusedId !== this.id) return
      if (!switched) world.focusedId = null
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
    hide() {
      journal('window.hide', { id: this.id })
      if (!this._visible) return
      // electron#39572
      if (process.platform === 'darwin' && (this._full || this._leavingFullScreen))
        journal('warning', { text: 'hide() of a full-screen window leaves a black screen on macOS' })
      // Thumb buttons come back with the task bar button, the overlay does not (native_window_views_win.cc).
      this._overlay = null
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
    // A hidden window is shown by it (native_window_views.cc, native_window_mac.mm).
    maximize() {
      this._max = true
      if (!this._visible) {
        this._visible = true
        journal('window.show', { id: this.id, by: 'maximize' })
        this.emit('show', new Ev())
      }
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
    isFocused() {
      return world.focusedId === this.id
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
    setFullScreen(v) {
      const moved = () => {
        this._full = v
        this._leavingFullScreen = false
        this._later(() => this._state(v ? 'fullscreen' : 'normal'))
        journal(v ? 'enter-full-screen' : 'leave-full-screen', { id: this.id })
        this.emit(v ? 'enter-full-screen' : 'leave-full-screen', new Ev())
      }
      if (process.platform !== 'darwin') return moved()
      // An animation, at whose end the event comes (native_window_mac.mm).
      this._leavingFullScreen = !v
      setImmediate(moved)
    }
    isFullScreen() {
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
      // The page is asked before the window goes (electron_api_browser_window.cc).
      void this.webContents._mayUnload().then((may) => {
        this._closing = false
        if (may) this.destroy()
        else app._closingCancelled(this.id)
      })
      return true
    }
    destroy() {
      if (this._gone) return
      this._destroyed('close')
      this.webContents._ready
        .then(async () => {
          const cdp = await world.browser
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
      if (world.focusedId === this.id) world.focusedId = null
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
    getNormalBounds() {
      return { ...this._bounds }
    }
    getSize() {
      return [this._bounds.width, this._bounds.height]
    }
    setBounds(b) {
      Object.assign(this._bounds, b)
      this._later(() => this.webContents._fit())
      this.emit('resize', new Ev())
      this.emit('resized', new Ev())
    }
  }
  BrowserWindow.clearPersistedState = () => {}
  BrowserWindow.getAllWindows = BaseWindow.getAllWindows = () => [...windows.values()]
  BrowserWindow.getFocusedWindow = BaseWindow.getFocusedWindow = () => windows.get(world.focusedId) ?? null
  BrowserWindow.fromId = BaseWindow.fromId = (id) => windows.get(id) ?? null
  BrowserWindow.fromWebContents = (wc) => [...windows.values()].find((w) => w.webContents === wc) ?? null
  BrowserWindow.fromBrowserView = () => null
  return { BaseWindow, BrowserWindow }
}
