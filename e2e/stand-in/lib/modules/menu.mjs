// Menu.
import { EventEmitter } from 'node:events'
import { Ev } from '../pages/event.mjs'

export function addMenu(ctx, M) {
  const { journal, app } = ctx
  const ROLES = {
    quit: () => app.quit(),
    close: () => ctx.win.BrowserWindow.getFocusedWindow()?.close(),
    minimize: () => ctx.win.BrowserWindow.getFocusedWindow()?.minimize(),
    reload: () => ctx.win.BrowserWindow.getFocusedWindow()?.reload(),
    forceReload: () => ctx.win.BrowserWindow.getFocusedWindow()?.reload(),
    toggleDevTools: () => ctx.win.BrowserWindow.getFocusedWindow()?.webContents.openDevTools(),
    togglefullscreen: () => {
      const w = ctx.win.BrowserWindow.getFocusedWindow()
      w?.setFullScreen(!w.isFullScreen())
    },
    zoomIn: () => zoom(0.5),
    zoomOut: () => zoom(-0.5),
    resetZoom: () => zoom(0),
    about: () => app.showAboutPanel(),
    hide: () => app.hide(),
  }
  const zoom = (d) => {
    const w = ctx.win.BrowserWindow.getFocusedWindow()?.webContents
    if (w) w.setZoomLevel(d === 0 ? 0 : w.getZoomLevel() + d)
  }
  const KNOWN_ROLES = new Set(
    [
      'about',
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'pasteAndMatchStyle',
      'delete',
      'selectAll',
      'reload',
      'forceReload',
      'toggleDevTools',
      'resetZoom',
      'zoomIn',
      'zoomOut',
      'toggleSpellChecker',
      'togglefullscreen',
      'window',
      'minimize',
      'close',
      'help',
      'services',
      'hide',
      'hideOthers',
      'unhide',
      'quit',
      'showSubstitutions',
      'startSpeaking',
      'stopSpeaking',
      'appMenu',
      'fileMenu',
      'editMenu',
      'viewMenu',
      'shareMenu',
      'recentDocuments',
      'clearRecentDocuments',
      'toggleTabBar',
      'selectNextTab',
      'selectPreviousTab',
      'showAllTabs',
      'mergeAllWindows',
      'moveTabToNewWindow',
      'windowMenu',
      'front',
      'zoom',
      'header',
      'palette',
    ].map((r) => r.toLowerCase()),
  )
  let cmd = 0
  M.MenuItem = class MenuItem {
    constructor(o) {
      Object.assign(
        this,
        {
          label: '',
          sublabel: '',
          toolTip: '',
          enabled: true,
          visible: true,
          checked: false,
          accelerator: undefined,
          id: undefined,
          userAccelerator: null,
        },
        o,
      )
      if (o.role && !KNOWN_ROLES.has(String(o.role).toLowerCase()))
        journal('warning', { text: 'unknown menu role ' + o.role })
      this.type = o.type || (o.submenu ? 'submenu' : 'normal')
      if (!this.label && o.role) this.label = o.role
      if (o.submenu && !(o.submenu instanceof M.Menu)) this.submenu = M.Menu.buildFromTemplate(o.submenu)
      this.commandId = ++cmd
      this._click = o.click
      this.click = (ev, win) => {
        if (!this.enabled) return
        if (this.type === 'checkbox') this.checked = !this.checked
        if (this.type === 'radio') {
          for (const i of this.menu?.items || []) if (i.type === 'radio') i.checked = i === this
        }
        if (typeof this._click === 'function') this._click(this, win, ev || {})
        else if (this.role) {
          const r = Object.keys(ROLES).find((k) => k.toLowerCase() === String(this.role).toLowerCase())
          r ? ROLES[r]() : journal('edit', { role: this.role })
        }
      }
    }
  }
  let appMenu = null
  let menuWasSet = false
  M.Menu = class Menu extends EventEmitter {
    items = []
    append(i) {
      i.menu = this
      this.items.push(i)
    }
    insert(n, i) {
      i.menu = this
      this.items.splice(n, 0, i)
    }
    getMenuItemById(id) {
      for (const i of this.items) {
        if (i.id === id) return i
        const s = i.submenu?.getMenuItemById(id)
        if (s) return s
      }
      return null
    }
    popup(o = {}) {
      journal('menu.popup', { items: M.Menu._dump(this), x: o.x, y: o.y })
      ctx.lastPopup = this
      this.emit('menu-will-show', new Ev())
      ctx.popupCallback = o.callback
    }
    closePopup() {
      this.emit('menu-will-close', new Ev())
      ctx.popupCallback?.()
    }
    static buildFromTemplate(t) {
      if (!Array.isArray(t)) throw new TypeError('Invalid template for Menu: Menu template must be an array')
      const m = new M.Menu()
      for (const i of t) {
        if (!(i instanceof M.MenuItem) && i.label === undefined && !i.role && i.type !== 'separator')
          throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
        m.append(i instanceof M.MenuItem ? i : new M.MenuItem(i))
      }
      return m
    }
    static setApplicationMenu(m) {
      appMenu = m
      menuWasSet = true
      if (m) journal('setApplicationMenu', { items: M.Menu._dump(m) })
      else journal('removeApplicationMenu', {})
    }
    static getApplicationMenu() {
      return appMenu
    }
    static sendActionToFirstResponder() {}
    static _dump(m) {
      return m.items.map((i) => ({
        label: i.label,
        type: i.type,
        role: i.role,
        id: i.id,
        accelerator: i.accelerator,
        enabled: i.enabled,
        visible: i.visible,
        checked: i.checked,
        submenu: i.submenu ? M.Menu._dump(i.submenu) : undefined,
      }))
    }
  }
  ctx.menu = {
    applicationMenu: () => appMenu,
    set: (m) => M.Menu.setApplicationMenu(m),
    setDefault: () => {
      if (menuWasSet) return
      const roles = ['fileMenu', 'editMenu', 'viewMenu', 'windowMenu']
      if (process.platform === 'darwin') roles.unshift('appMenu')
      appMenu = M.Menu.buildFromTemplate(roles.map((role) => ({ role })))
      journal('default-menu', {})
    },
  }
  const find = (menu, q) => {
    if (!menu) return null
    const p = Array.isArray(q.path) ? [...q.path] : null
    if (p) {
      let m = menu,
        it = null
      for (const l of p) {
        it = m?.items.find((i) => i.label === l || i.role === l || i.id === l)
        m = it?.submenu
      }
      return it
    }
    for (const i of menu.items) {
      if (
        (q.id && i.id === q.id) ||
        (q.label && i.label === q.label) ||
        (q.role && i.role === q.role) ||
        (q.accelerator && i.accelerator === q.accelerator)
      )
        return i
      const s = i.submenu && find(i.submenu, q)
      if (s) return s
    }
    return null
  }
  const clickIn = (menu, q) => {
    const it = find(menu, q)
    if (!it) throw new Error('no such menu item: ' + JSON.stringify(q))
    if (!it.enabled || !it.visible) throw new Error('menu item is disabled or hidden: ' + JSON.stringify(q))
    const w = ctx.win.BrowserWindow.getFocusedWindow()
    journal('menu-click', q)
    it.click({}, w, w?.webContents)
    return { checked: it.checked }
  }
  ctx.clickIn = clickIn
  ctx.trigger['menu:click'] = (q) => clickIn(appMenu, q)
  ctx.trigger['popup:click'] = (q) => clickIn(ctx.lastPopup, q)
}
