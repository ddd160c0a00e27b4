// Everything else: recorders with state, and triggers for the tests.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import crypto from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Ev } from './pages/event.mjs'

const MIME = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  txt: 'text/plain',
  map: 'application/json',
  pdf: 'application/pdf',
  xml: 'text/xml',
}

export function createModules(ctx) {
  const { journal, opts, unsupported, app } = ctx
  const M = {}
  // ---------------- nativeImage
  class NativeImage {
    constructor(buf, size, mime) {
      this._b = buf
      this._s = size
      this._m = mime
      this._t = false
    }
    isEmpty() {
      return !this._b || !this._b.length
    }
    getSize() {
      return this._s || { width: 0, height: 0 }
    }
    getAspectRatio() {
      const s = this.getSize()
      return s.height ? s.width / s.height : 1
    }
    toPNG() {
      return this._b || Buffer.alloc(0)
    }
    toJPEG() {
      return this._b || Buffer.alloc(0)
    }
    toBitmap() {
      return Buffer.alloc(this.getSize().width * this.getSize().height * 4)
    }
    getBitmap() {
      return this.toBitmap()
    }
    toDataURL() {
      return `data:${this._m || 'image/png'};base64,${this.toPNG().toString('base64')}`
    }
    getNativeHandle() {
      return Buffer.alloc(8)
    }
    getScaleFactors() {
      return [1]
    }
    addRepresentation() {}
    setTemplateImage(v) {
      this._t = v
    }
    isTemplateImage() {
      return this._t
    }
    get isMacTemplateImage() {
      return this._t
    }
    set isMacTemplateImage(v) {
      this._t = v
    }
    resize(o) {
      const s = this.getSize()
      const width = o.width ?? Math.round(s.width * (o.height / (s.height || 1)))
      const height = o.height ?? Math.round(s.height * (o.width / (s.width || 1)))
      return new NativeImage(this._b, { width, height }, this._m)
    }
    crop(r) {
      return new NativeImage(this._b, { width: r.width, height: r.height }, this._m)
    }
  }
  const dims = (b) => {
    if (b.length > 24 && b.readUInt32BE(0) === 0x89504e47)
      return [{ width: b.readUInt32BE(16), height: b.readUInt32BE(20) }, 'image/png']
    if (b[0] === 0xff && b[1] === 0xd8) {
      let i = 2
      while (i < b.length - 9) {
        if (b[i] !== 0xff) break
        const m = b[i + 1]
        if (m >= 0xc0 && m <= 0xc3)
          return [{ width: b.readUInt16BE(i + 7), height: b.readUInt16BE(i + 5) }, 'image/jpeg']
        i += 2 + b.readUInt16BE(i + 2)
      }
      return [{ width: 1, height: 1 }, 'image/jpeg']
    }
    return null
  }
  const fromBuf = (b) => {
    const d = b && b.length ? dims(b) : null
    return d ? new NativeImage(b, ...d) : new NativeImage(null)
  } // Electron too gives an empty image for SVG, WebP or garbage
  M.nativeImage = {
    createEmpty: () => new NativeImage(null),
    createFromPath: (p) => {
      try {
        return fromBuf(fs.readFileSync(p))
      } catch {
        journal('warning', { text: 'nativeImage.createFromPath: cannot read ' + p })
        return new NativeImage(null)
      }
    },
    createFromBuffer: (b, o) => {
      const i = fromBuf(b)
      if (i.isEmpty() && o?.width) return new NativeImage(b, { width: o.width, height: o.height })
      return i
    },
    createFromBitmap: (b, o) => new NativeImage(b, { width: o.width, height: o.height }),
    createFromDataURL: (u) => fromBuf(Buffer.from(String(u).split(',')[1] || '', 'base64')),
    createFromNamedImage: () => new NativeImage(null),
    createThumbnailFromPath: async (p) => fromBuf(fs.readFileSync(p)),
    createMenuSymbol: () => new NativeImage(null),
  }
  ctx.nativeImage = M.nativeImage
  // ---------------- safeStorage (AES-256-GCM under a fixed test key; prefixes as OSCrypt: v10 = hard-coded password, v11 = keyring)
  let backend = opts.safeStorage
  let plain = false
  let rotated = false
  let tempUnavailable = false
  const linux = () => process.platform === 'linux'
  const keyFor = (p) =>
    crypto
      .createHash('sha256')
      .update('standin test key ' + p)
      .digest()
  const encr = (s) => {
    const p = backend === 'basic_text' ? 'v10' : 'v11'
    const iv = crypto.randomBytes(12)
    const c = crypto.createCipheriv('aes-256-gcm', keyFor(p), iv)
    return Buffer.concat([Buffer.from(p), iv, c.update(String(s), 'utf8'), c.final(), c.getAuthTag()])
  }
  const decr = (b) => {
    const p = b.subarray(0, 3).toString()
    if (p === 'v11' && backend === 'basic_text') throw new Error('key')
    const d = crypto.createDecipheriv('aes-256-gcm', keyFor(p), b.subarray(3, 15))
    d.setAuthTag(b.subarray(-16))
    return Buffer.concat([d.update(b.subarray(15, -16)), d.final()]).toString('utf8')
  }
  const avail = () => app.isReady() && (backend === 'basic_text' && linux() ? plain : backend !== 'unavailable')
  const sOp = (verb, ing) => {
    if (!avail())
      throw new Error(
        !app.isReady()
          ? 'safeStorage cannot be used before app is ready'
          : `Error while ${ing} the ${verb === 'encrypt' ? 'text' : 'ciphertext'} provided to safeStorage.${verb}String. ${verb === 'encrypt' ? 'Encryption' : 'Decryption'} is not available.`,
      )
  }
  M.safeStorage = Object.assign(new EventEmitter(), {
    isEncryptionAvailable: () => {
      const r = avail()
      journal('safeStorage', { op: 'isEncryptionAvailable', r })
      return r
    },
    isAsyncEncryptionAvailable: async () => {
      const r = app.isReady()
      journal('safeStorage', { op: 'isAsyncEncryptionAvailable', r, backend })
      return r
    }, // as in Electron's source: true once ready, even on the hard-coded-password fallback; 'unavailable' shows as rejections
    encryptString: (s) => {
      sOp('encrypt', 'encrypting')
      journal('safeStorage', { op: 'encryptString', backend })
      return encr(s)
    },
    decryptString: (b) => {
      sOp('decrypt', 'decrypting')
      if (!Buffer.isBuffer(b)) throw new Error('Expected the first argument of decryptString() to be a buffer')
      if (!b.length) return ''
      if (!/^v1[01]/.test(b.subarray(0, 3).toString()))
        throw new Error(
          'Error while decrypting the ciphertext provided to safeStorage.decryptString. Ciphertext does not appear to be encrypted.',
        )
      try {
        return decr(b)
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.')
      }
    },
    encryptStringAsync: async (s) => {
      if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready')
      journal('safeStorage', { op: 'encryptStringAsync', backend })
      if (backend === 'unavailable')
        throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
      return encr(s)
    },
    decryptStringAsync: async (b) => {
      if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready')
      journal('safeStorage', { op: 'decryptStringAsync', backend })
      if (!Buffer.isBuffer(b)) throw new Error('Expected the first argument of decryptStringAsync() to be a buffer')
      if (!b.length) return { shouldReEncrypt: false, result: '' }
      if (tempUnavailable)
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
      if (backend === 'unavailable')
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
      try {
        return {
          shouldReEncrypt: rotated || (b.subarray(0, 3).toString() === 'v10' && backend !== 'basic_text'),
          result: decr(b),
        }
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
      }
    },
    setUsePlainTextEncryption: (v) => {
      plain = v
      journal('safeStorage', { op: 'setUsePlainTextEncryption', v })
    },
  })
  if (linux())
    M.safeStorage.getSelectedStorageBackend = () =>
      !app.isReady() ? 'unknown' : backend === 'unavailable' ? 'basic_text' : backend
  ctx.set['safeStorage.backend'] = (v) => {
    backend = v
  }
  ctx.set['safeStorage.rotated'] = (v) => {
    rotated = v
  }
  ctx.set['safeStorage.temporarilyUnavailable'] = (v) => {
    tempUnavailable = v
  }
  // ---------------- dialog
  const answers = []
  ctx.trigger['dialog:answer'] = (a) => {
    answers.push(a)
  }
  const answer = (method, options, dflt) => {
    const i = answers.findIndex((a) => !a.method || a.method === method)
    const a = i >= 0 ? answers.splice(i, 1)[0].result : dflt
    journal('dialog', { method, options, answer: a, scripted: i >= 0 })
    return a
  }
  const two = (a) => (a.length > 1 || a[0]?.webContents ? [a[0], a[1] || {}] : [null, a[0] || {}])
  M.dialog = {
    showOpenDialog: async (...a) => answer('showOpenDialog', two(a)[1], { canceled: true, filePaths: [] }),
    showOpenDialogSync: (...a) => {
      const r = answer('showOpenDialog', two(a)[1], { canceled: true })
      return r.canceled ? undefined : r.filePaths
    },
    showSaveDialog: async (...a) => answer('showSaveDialog', two(a)[1], { canceled: true, filePath: '' }),
    showSaveDialogSync: (...a) => answer('showSaveDialog', two(a)[1], { filePath: '' }).filePath,
    showMessageBox: async (...a) => {
      const o = two(a)[1]
      return answer('showMessageBox', o, { response: o.cancelId ?? 0, checkboxChecked: false })
    },
    showMessageBoxSync: (...a) => {
      const o = two(a)[1]
      return answer('showMessageBox', o, { response: o.cancelId ?? 0 }).response
    },
    showErrorBox: (title, content) => {
      journal('dialog', { method: 'showErrorBox', options: { title, content } })
      process.stderr.write(`showErrorBox: ${title}: ${content}\n`)
    },
    showCertificateTrustDialog: async () => {},
  }
  // ---------------- shell
  M.shell = {
    openExternal: async (url, o) => {
      journal('openExternal', { url, options: o })
    },
    openPath: async (p) => {
      journal('openPath', { path: p })
      return ''
    },
    showItemInFolder: (p) => journal('showItemInFolder', { path: p }),
    trashItem: async (p) => journal('trashItem', { path: p }),
    beep: () => journal('beep', {}),
    readShortcutLink: () => unsupported('shell.readShortcutLink'),
    writeShortcutLink: (p, op, o) => {
      journal('writeShortcutLink', { p, op, o })
      return true
    },
  }
  // ---------------- menu
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
      journal('setApplicationMenu', { items: m ? M.Menu._dump(m) : null })
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
  ctx.menu = { applicationMenu: () => appMenu, set: (m) => M.Menu.setApplicationMenu(m) }
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
  ctx.trigger['menu:click'] = (q) => clickIn(appMenu, q)
  ctx.trigger['popup:click'] = (q) => clickIn(ctx.lastPopup, q)
  // ---------------- tray
  const trays = new Set()
  M.Tray = class Tray extends EventEmitter {
    constructor(image, guid) {
      super()
      if (new.target !== M.Tray) throw new TypeError('Electron built-in classes cannot be subclassed')
      if (image === undefined) throw new TypeError('Error processing argument at index 0')
      this._image = image
      trays.add(this)
      journal('tray', {
        op: 'create',
        emptyImage: typeof image === 'string' ? !fs.existsSync(image) : image.isEmpty(),
        guid,
      })
    }
    destroy() {
      trays.delete(this)
      this._gone = true
      journal('tray', { op: 'destroy' })
    }
    setImage(i) {
      this._image = i
      journal('tray', { op: 'setImage' })
    }
    setPressedImage() {}
    setToolTip(t) {
      this._tip = t
      journal('tray', { op: 'setToolTip', t })
    }
    setTitle(t) {
      this._title = t
      journal('tray', { op: 'setTitle', t })
    }
    getTitle() {
      return this._title || ''
    }
    setIgnoreDoubleClickEvents() {}
    getIgnoreDoubleClickEvents() {
      return false
    }
    displayBalloon(o) {
      journal('tray', { op: 'displayBalloon', title: o.title })
    }
    removeBalloon() {}
    focus() {}
    popUpContextMenu(m) {
      ctx.lastPopup = m || this._menu
      journal('tray', { op: 'popUpContextMenu' })
    }
    closeContextMenu() {}
    setContextMenu(m) {
      this._menu = m
      this._snap = m && JSON.stringify(M.Menu._dump(m))
      journal('tray', { op: 'setContextMenu', items: m ? M.Menu._dump(m) : null })
    }
    getBounds() {
      return { x: 0, y: 0, width: 24, height: 24 }
    }
    getGUID() {
      return null
    }
    isDestroyed() {
      return !!this._gone
    }
  }
  const tray = (n = 0) => {
    const t = [...trays][n]
    if (!t) throw new Error('no tray')
    return t
  }
  for (const e of ['click', 'right-click', 'double-click', 'middle-click', 'balloon-click'])
    ctx.trigger['tray:' + e] = (q = {}) => {
      journal('tray-trigger', { event: e })
      tray(q.index).emit(e, new Ev({ shiftKey: false }), tray(q.index).getBounds(), { x: 0, y: 0 })
    }
  ctx.trigger['tray:menu'] = (q) => {
    const t = tray(q.index)
    if (linux() && t._menu && JSON.stringify(M.Menu._dump(t._menu)) !== t._snap)
      journal('warning', {
        text: 'tray menu items were changed without a new setContextMenu: on Linux the user would still see the old menu',
      })
    return clickIn(t._menu, q)
  }
  ctx.trigger['tray:state'] = () =>
    [...trays].map((t) => ({ tip: t._tip, title: t._title, menu: t._menu ? M.Menu._dump(t._menu) : null }))
  // ---------------- notifications
  const notes = new Map()
  let noteN = 0
  let noteMode = 'ok'
  ctx.set.notifications = (v) => {
    noteMode = v
  } // 'ok' | 'fail' | 'unsupported'
  M.Notification = class Notification extends EventEmitter {
    constructor(o = {}) {
      super()
      if (new.target !== M.Notification) throw new TypeError('Electron built-in classes cannot be subclassed')
      Object.assign(
        this,
        { title: '', body: '', silent: false, actions: [], hasReply: false, urgency: 'normal', timeoutType: 'default' },
        o,
      )
      this._id = ++noteN
      this.id ??= String(this._id)
    }
    show() {
      journal('notification', {
        id: this._id,
        title: this.title,
        body: this.body,
        subtitle: this.subtitle,
        silent: this.silent,
        tag: this.id,
        actions: this.actions,
        hasReply: this.hasReply,
        hasIcon: !!this.icon,
        urgency: this.urgency,
      })
      if (noteMode === 'fail')
        return void setImmediate(() => this.emit('failed', new Ev({ error: 'not signed' }), 'not signed'))
      notes.set(this._id, this)
      setImmediate(() => this.emit('show', new Ev()))
    }
    close() {
      if (notes.delete(this._id)) {
        journal('notification-close', { id: this._id })
        setImmediate(() => this.emit('close', new Ev({ reason: 'applicationHidden' })))
      }
    }
    static isSupported() {
      return noteMode !== 'unsupported'
    }
    static async getHistory() {
      return [...notes.values()]
    }
    static remove(id) {
      for (const n of notes.values()) if (n.id === id) n.close()
    }
    static removeAll() {
      for (const n of notes.values()) n.close()
    }
    static removeGroup() {}
    static handleActivation() {}
  }
  const note = (q = {}) => {
    const n = q.id ? notes.get(q.id) : [...notes.values()].at(-1)
    if (!n) throw new Error('no notification is shown')
    return n
  }
  ctx.trigger['notification:click'] = (q) => {
    const n = note(q)
    notes.delete(n._id)
    n.emit('click', new Ev())
  }
  ctx.trigger['notification:close'] = (q) => {
    const n = note(q)
    notes.delete(n._id)
    n.emit('close', new Ev({ reason: 'userCanceled' }))
  }
  ctx.trigger['notification:reply'] = (q) => note(q).emit('reply', new Ev({ reply: q.reply }), q.reply)
  ctx.trigger['notification:action'] = (q) =>
    note(q).emit('action', new Ev({ actionIndex: q.index || 0 }), q.index || 0, -1)
  // ---------------- theme, power, screen, clipboard ...
  let themeSource = 'system'
  let systemDark = false
  M.nativeTheme = Object.defineProperties(new EventEmitter(), {
    themeSource: {
      get: () => themeSource,
      set: (v) => {
        if (!['system', 'light', 'dark'].includes(v)) throw new TypeError('themeSource')
        themeSource = v
        journal('themeSource', { v })
        theme()
      },
    },
    shouldUseDarkColors: { get: () => (themeSource === 'system' ? systemDark : themeSource === 'dark') },
    shouldUseHighContrastColors: { value: false },
    shouldUseInvertedColorScheme: { value: false },
    shouldUseDarkColorsForSystemIntegratedUI: { get: () => systemDark },
    inForcedColorsMode: { value: false },
    prefersReducedTransparency: { value: false },
    shouldDifferentiateWithoutColor: { value: false },
  })
  const theme = () => {
    for (const w of ctx.win.contents.values()) w._media()
    M.nativeTheme.emit('updated')
  }
  ctx.colorScheme = () => (M.nativeTheme.shouldUseDarkColors ? 'dark' : 'light')
  ctx.set.systemDark = (v) => {
    systemDark = v
    theme()
  }
  let idle = 0,
    idleState = 'active',
    battery = false
  M.powerMonitor = Object.assign(new EventEmitter(), {
    getSystemIdleTime: () => idle,
    getSystemIdleState: (t) => (idleState !== 'active' ? idleState : idle >= t ? 'idle' : 'active'),
    getCurrentThermalState: () => 'nominal',
    isOnBatteryPower: () => battery,
  })
  Object.defineProperty(M.powerMonitor, 'onBatteryPower', { get: () => battery })
  ctx.set.idleTime = (v) => {
    idle = v
  }
  ctx.set.idleState = (v) => {
    idleState = v
  }
  ctx.set.battery = (v) => {
    battery = v
  }
  let psb = 0
  const psbs = new Set()
  M.powerSaveBlocker = {
    start: (t) => {
      psbs.add(++psb)
      journal('powerSaveBlocker', { t, id: psb })
      return psb
    },
    stop: (i) => psbs.delete(i),
    isStarted: (i) => psbs.has(i),
  }
  const display = () => ({
    id: 1,
    label: 'stand-in',
    bounds: { x: 0, y: 0, width: 1920, height: 1080 },
    workArea: { x: 0, y: 0, width: 1920, height: 1040 },
    size: { width: 1920, height: 1080 },
    workAreaSize: { width: 1920, height: 1040 },
    scaleFactor: 1,
    rotation: 0,
    internal: true,
    touchSupport: 'unknown',
  })
  let displays = null
  ctx.set.displays = (v) => {
    displays = v
  }
  const all = () => displays || [display()]
  M.screen = Object.assign(new EventEmitter(), {
    getPrimaryDisplay: () => all()[0],
    getAllDisplays: all,
    getCursorScreenPoint: () => ({ x: 0, y: 0 }),
    getDisplayNearestPoint: () => all()[0],
    getDisplayMatching: (r) =>
      all().find(
        (d) =>
          r.x < d.bounds.x + d.bounds.width &&
          r.x + r.width > d.bounds.x &&
          r.y < d.bounds.y + d.bounds.height &&
          r.y + r.height > d.bounds.y,
      ) || all()[0],
    dipToScreenPoint: (p) => p,
    screenToDipPoint: (p) => p,
    dipToScreenRect: (w, r) => r,
    screenToDipRect: (w, r) => r,
  })
  // clipboard: the promise API of Electron >= 44
  M.ClipboardItem = class ClipboardItem {
    constructor(d) {
      this._d = d
    }
    get types() {
      return Object.keys(this._d)
    }
    async getType(t) {
      const v = await this._d[t]
      return v instanceof Blob || t.includes('bookmark') ? v : new Blob([v], { type: t })
    }
  }
  const mkClip = () => {
    let items = []
    return {
      readText: async () => {
        for (const i of items) if (i.types.includes('text/plain')) return (await i.getType('text/plain')).text()
        return ''
      },
      writeText: async (t) => {
        journal('clipboard.writeText', { length: String(t).length })
        items = [new M.ClipboardItem({ 'text/plain': String(t) })]
      },
      read: async () => items,
      write: async (l) => {
        if (!Array.isArray(l)) throw new TypeError('clipboard.write expects ClipboardItem[]')
        journal('clipboard.write', { types: l.flatMap((i) => i.types) })
        items = l
      },
      has: async (m) => items.some((i) => i.types.includes(m)),
      clear: async () => {
        items = []
      },
    }
  }
  M.clipboard = Object.assign(mkClip(), { selection: mkClip() })
  const shortcuts = new Map()
  M.globalShortcut = {
    register: (a, f) => {
      journal('globalShortcut', { a })
      if (shortcuts.has(a)) return false
      shortcuts.set(a, f)
      return true
    },
    registerAll: (l, f) => l.forEach((a) => shortcuts.set(a, f)),
    isRegistered: (a) => shortcuts.has(a),
    unregister: (a) => shortcuts.delete(a),
    unregisterAll: () => shortcuts.clear(),
    setSuspended() {},
    isSuspended: () => false,
  }
  ctx.trigger.shortcut = (q) => {
    const f = shortcuts.get(q.accelerator)
    if (!f) throw new Error('shortcut not registered')
    f()
  }
  // ---------------- net
  ctx.netFetch = async (input, init = {}) => {
    if (!app.isReady()) throw new Error('net.fetch can only be used after app is ready')
    const { bypassCustomProtocolHandlers, ...rest } = init
    const req = new Request(input, rest.body ? { duplex: 'half', ...rest } : rest)
    const u = new URL(req.url)
    const scheme = u.protocol.slice(0, -1)
    if (u.protocol === 'file:') {
      const f = fileURLToPath(u)
      let st
      try {
        st = fs.statSync(f)
      } catch {}
      if (!st?.isFile()) throw new TypeError('net::ERR_FILE_NOT_FOUND')
      const type = MIME[path.extname(f).slice(1).toLowerCase()] || 'application/octet-stream'
      return new Response(Readable.toWeb(fs.createReadStream(f)), { headers: { 'content-type': type } })
    }
    if (u.protocol === 'data:') return fetch(req)
    const h = ctx.win.handled().get(scheme)
    if (h && !bypassCustomProtocolHandlers) return h(req)
    if (!/^https?$/.test(scheme)) throw new TypeError('net::ERR_UNKNOWN_URL_SCHEME')
    journal('network', { from: 'net.fetch', url: req.url, method: req.method })
    return fetch(req)
  }
  M.net = {
    fetch: ctx.netFetch,
    // Node's own request has the same events; redirects are not followed, proxies not asked.
    request: (given) => {
      if (!app.isReady()) throw new Error('net.request can only be used after app is ready')
      const {
        session: _session,
        redirect: _redirect,
        url,
        ...options
      } = typeof given === 'string' ? { url: given } : given
      const where =
        url ?? `${options.protocol}//${options.hostname}${options.port ? `:${options.port}` : ''}${options.path}`
      journal('network', { from: 'net.request', url: where, method: options.method ?? 'GET' })
      return (where.startsWith('https:') ? https : http).request(where, options)
    },
    isOnline: () => online,
    get online() {
      return online
    },
    resolveHost: async () => ({ endpoints: [] }),
  }
  let online = true
  ctx.set.online = (v) => {
    online = v
    for (const w of ctx.win.contents.values())
      w._s
        ?.send('Network.emulateNetworkConditions', {
          offline: !v,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: -1,
        })
        .catch(() => {})
  }
  M.netLog = { startLogging: async () => {}, stopLogging: async () => {}, currentlyLogging: false }
  // ---------------- updater and the rest
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
  return M
}
