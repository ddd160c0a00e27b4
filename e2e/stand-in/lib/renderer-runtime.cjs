'use strict'
// Text of these functions is injected into the page with Page.addScriptToEvaluateOnNewDocument.
// mainWorld runs first (page's own world, before any page script), isolated runs second (preload's world).

function mainWorld(cfg, bridgeSide) {
  if (window.top !== window) return
  const { dispatchEvent, addEventListener } = EventTarget.prototype
  const CE = CustomEvent
  const apply = Reflect.apply
  const OP = Object
  const P = Promise
  const defineProperty = Object.defineProperty
  const freeze = Object.freeze
  const keys = Object.keys
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get
  const relOf = Object.getOwnPropertyDescriptor(FocusEvent.prototype, 'relatedTarget').get
  const thenOf = Promise.prototype.then
  const isArray = Array.isArray
  const Err = Error
  const hasOwn = (o, k) => apply(Object.prototype.hasOwnProperty, o, [k])
  const OPtoString = Object.prototype.toString
  const tag = (v) => apply(String.prototype.slice, apply(OPtoString, v, []), [8, -1])
  const mapGet = Map.prototype.get
  const mapSet = Map.prototype.set
  const wmGet = WeakMap.prototype.get
  const wmSet = WeakMap.prototype.set
  function onInit(ev) {
    removeEventListener(cfg.initEvent, onInit, true)
    ev.stopImmediatePropagation()
    const el = apply(relOf, ev, [])
    side(el, 'i2m', 'm2i', (detail) => {
      if (detail.op === 'expose') {
        if (hasOwn(window, detail.key))
          return { err: 'Cannot bind an API on top of an existing property on the window object' }
        defineProperty(window, detail.key, {
          value: deepFreeze(detail.value),
          writable: false,
          enumerable: true,
          configurable: false,
        })
        return { ok: true }
      }
      if (detail.op === 'focusState') {
        focusOverride = detail.value
        return { ok: true }
      }
    })
  }
  addEventListener.call(window, cfg.initEvent, onInit, true)
  function deepFreeze(v) {
    if (v && typeof v === 'object' && (isArray(v) || tag(v) === 'Object')) {
      for (const k of keys(v)) deepFreeze(v[k])
      freeze(v)
    }
    return v
  }
  let focusOverride = null
  const nativeHasFocus = Document.prototype.hasFocus
  Document.prototype.hasFocus = function hasFocus() {
    return focusOverride === null ? apply(nativeHasFocus, this, []) : focusOverride
  }

  // --- bridge side (the same logic is used in both worlds, see bridgeSide below) ---
  const side = bridgeSide({
    dispatchEvent,
    addEventListener,
    CE,
    apply,
    OP,
    P,
    defineProperty,
    keys,
    detailOf,
    thenOf,
    isArray,
    Err,
    tag,
    mapGet,
    mapSet,
    wmGet,
    wmSet,
    MapC: Map,
    WMC: WeakMap,
  })

  // --- permission prompts: Electron asks the session's handlers, so do we ---
  if (cfg.permissions) {
    const ask = (name, details) => {
      return new P((resolve) => {
        const f = permissionFn
        if (!f) return resolve(true)
        apply(thenOf, f(name, details || {}), [resolve, () => resolve(false)])
      })
    }
    let permissionFn = null
    side.onPermissionFn = (f) => {
      permissionFn = f
    }
    // window.open always yields null (what a denied open yields in Electron); the main process decides the rest
    const URLC = URL
    const Str = String
    defineProperty(window, 'open', {
      configurable: true,
      enumerable: true,
      writable: true,
      value: function open(url, name, features) {
        const u = url === undefined || url === '' ? 'about:blank' : new URLC(Str(url), document.baseURI).href
        if (permissionFn)
          permissionFn('#open', {
            url: u,
            name: name === undefined ? '' : Str(name),
            features: features === undefined ? '' : Str(features),
          })
        return null
      },
    })
    const wrapAsync = (obj, key, name, details, onDeny, onDone) => {
      if (!obj || typeof obj[key] !== 'function') return
      const orig = obj[key]
      const w = {
        [key](...a) {
          return apply(thenOf, ask(name, details ? details(a) : {}), [
            (ok) => {
              if (!ok) return onDeny(a)
              const done = apply(orig, this, a)
              if (onDone) apply(thenOf, done, [() => onDone(a), () => {}])
              return done
            },
          ])
        },
      }[key]
      defineProperty(obj, key, { value: w, writable: true, configurable: true, enumerable: true })
    }
    const DOMEx = window.DOMException
    const deny = (n, m) => () => {
      throw new DOMEx(m || 'Permission denied', n)
    }
    if (window.Notification) {
      const req = Notification.requestPermission
      defineProperty(Notification, 'requestPermission', {
        configurable: true,
        writable: true,
        value: function requestPermission(cb) {
          return apply(thenOf, ask('notifications'), [
            (ok) => (ok ? apply(req, Notification, cb ? [cb] : []) : (cb && cb('denied'), 'denied')),
          ])
        },
      })
    }
    const md = window.MediaDevices && MediaDevices.prototype
    wrapAsync(
      md,
      'getUserMedia',
      'media',
      (a) => ({
        mediaTypes: [a[0] && a[0].video ? 'video' : null, a[0] && a[0].audio ? 'audio' : null].filter(Boolean),
      }),
      deny('NotAllowedError'),
    )
    wrapAsync(md, 'getDisplayMedia', 'display-capture', null, deny('NotAllowedError'))
    const cb = window.Clipboard && Clipboard.prototype
    wrapAsync(cb, 'readText', 'clipboard-read', null, deny('NotAllowedError', 'Read permission denied.'))
    wrapAsync(cb, 'read', 'clipboard-read', null, deny('NotAllowedError', 'Read permission denied.'))
    wrapAsync(
      cb,
      'writeText',
      'clipboard-sanitized-write',
      null,
      deny('NotAllowedError', 'Write permission denied.'),
      (a) => permissionFn?.('#copied', { text: Str(a[0]) }),
    )
    wrapAsync(window.Element && Element.prototype, 'requestFullscreen', 'fullscreen', null, () => {
      throw new TypeError('Permissions check failed')
    })
    wrapAsync(window.Navigator && Navigator.prototype, 'requestMIDIAccess', 'midi', null, deny('NotAllowedError'))
    const geo = window.Geolocation && Geolocation.prototype
    for (const k of ['getCurrentPosition', 'watchPosition']) {
      if (!geo) break
      const orig = geo[k]
      geo[k] = {
        [k](s, f, o) {
          apply(thenOf, ask('geolocation'), [
            (ok) =>
              ok
                ? apply(orig, this, [s, f, o])
                : f && f({ code: 1, message: 'User denied Geolocation', PERMISSION_DENIED: 1 }),
          ])
          return 0
        },
      }[k]
    }
  }
  // fetch('app://...') / XHR to the app's own privileged schemes: Chromium does not know the scheme, so map it.
  const toReal = (u) => {
    const m = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(u)
    return m && cfg.schemes[m[1].toLowerCase()]
      ? 'https://' + m[2].toLowerCase() + '.' + m[1].toLowerCase() + cfg.suffix + (m[3] || '/')
      : u
  }
  const nf = window.fetch
  window.fetch = function fetch(i, o) {
    return apply(nf, this === undefined ? window : this, [
      typeof i === 'string' ? toReal(i) : i instanceof URL ? toReal(i.href) : i,
      o,
    ])
  }
  const xo = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function open(m, u, ...r) {
    return apply(xo, this, [m, toReal(String(u)), ...r])
  }
}

// One endpoint of the synchronous cross-world bridge. Values cross as CustomEvent.detail, which Chromium
// structured-clones between worlds; functions and promises cross as numbered handles.
function bridgeSide(p) {
  const {
    dispatchEvent,
    addEventListener,
    CE,
    apply,
    P,
    defineProperty,
    keys,
    detailOf,
    thenOf,
    isArray,
    Err,
    tag,
    mapGet,
    mapSet,
    wmGet,
    wmSet,
    MapC,
    WMC,
  } = p
  return function side(el, inName, outName, onOp) {
    const fnById = new MapC()
    const idByFn = new WMC()
    const proxyById = new MapC()
    const proxyToId = new WMC()
    const settlers = new MapC()
    let next = 0
    let lastRet = null
    const raw = (detail) => {
      lastRet = null
      apply(dispatchEvent, el, [new CE(outName, { detail })])
      const r = lastRet
      lastRet = null
      return r
    }
    const MAX = 1000
    function wrap(v, depth) {
      if (depth > MAX)
        throw new TypeError(
          'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
        )
      if (v === null || (typeof v !== 'object' && typeof v !== 'function')) {
        if (typeof v === 'symbol') return { k: 'v', v: undefined }
        return { k: 'v', v }
      }
      if (typeof v === 'function') {
        const back = apply(wmGet, proxyToId, [v])
        if (back !== undefined) return { k: 'x', id: back }
        let id = apply(wmGet, idByFn, [v])
        if (id === undefined) {
          id = ++next
          apply(wmSet, idByFn, [v, id])
          apply(mapSet, fnById, [id, v])
        }
        return { k: 'f', id }
      }
      const t = tag(v)
      if (t === 'Promise') {
        const id = ++next
        apply(thenOf, v, [
          (x) => raw({ op: 'settle', id, ok: true, v: safeWrap(x) }),
          (e) => raw({ op: 'settle', id, ok: false, v: wrapErr(e) }),
        ])
        return { k: 'p', id }
      }
      if (t === 'Error' || v instanceof Err) return { k: 'e', m: String(v.message), n: String(v.name) }
      if (isArray(v)) {
        const a = []
        for (let i = 0; i < v.length; i++) a[i] = wrap(v[i], depth + 1)
        return { k: 'a', v: a }
      }
      if (t === 'Object' || t === 'Arguments' || t === 'Module') {
        const o = []
        for (const k of keys(v)) if (typeof k === 'string') o[o.length] = [k, wrap(v[k], depth + 1)]
        return { k: 'o', v: o }
      }
      if (typeof Node === 'function' && v instanceof Node)
        throw new TypeError('stand-in: passing DOM nodes over contextBridge is not emulated')
      if (
        t === 'Date' ||
        t === 'RegExp' ||
        t === 'Map' ||
        t === 'Set' ||
        t === 'ArrayBuffer' ||
        ArrayBuffer.isView(v) ||
        t === 'Blob' ||
        t === 'File' ||
        t === 'FileList' ||
        t === 'ImageData' ||
        t === 'VideoFrame' ||
        t === 'ImageBitmap'
      )
        return { k: 'c', v }
      const o = []
      for (const k of keys(v)) o[o.length] = [k, wrap(v[k], depth + 1)]
      return { k: 'o', v: o } // class instances lose their prototype
    }
    function safeWrap(x) {
      try {
        return wrap(x, 0)
      } catch (e) {
        return { k: 'e', m: String(e && e.message), n: 'Error' }
      }
    }
    function wrapErr(e) {
      return e instanceof Err || tag(e) === 'Error' ? { k: 'e', m: String(e.message), n: String(e.name) } : safeWrap(e)
    }
    function unwrap(w) {
      switch (w.k) {
        case 'v':
        case 'c':
          return w.v
        case 'x':
          return apply(mapGet, fnById, [w.id])
        case 'f': {
          let f = apply(mapGet, proxyById, [w.id])
          if (f) return f
          const id = w.id
          f = (...args) => {
            const a = []
            for (let i = 0; i < args.length; i++) a[i] = wrap(args[i], 0)
            const r = raw({ op: 'call', id, args: a })
            if (!r) throw new Err('stand-in bridge: no answer')
            if (r.ok) return unwrap(r.v)
            throw unwrap(r.v)
          }
          apply(mapSet, proxyById, [id, f])
          apply(wmSet, proxyToId, [f, id])
          return f
        }
        case 'p': {
          const id = w.id
          return new P((resolve, reject) => {
            apply(mapSet, settlers, [id, { resolve, reject }])
          })
        }
        case 'e': {
          const C = { TypeError, RangeError, SyntaxError, ReferenceError }[w.n] || Err
          return new C(w.m)
        }
        case 'a': {
          const a = []
          for (let i = 0; i < w.v.length; i++) a[i] = unwrap(w.v[i])
          return a
        }
        case 'o': {
          const o = {}
          for (const [k, x] of w.v)
            defineProperty(o, k, { value: unwrap(x), writable: true, enumerable: true, configurable: true })
          return o
        }
      }
    }
    apply(addEventListener, el, [
      inName,
      (ev) => {
        const d = apply(detailOf, ev, [])
        if (!d) {
          return
        }
        if (d.op === 'ret') {
          lastRet = d
          return
        }
        if (d.op === 'call') {
          const f = apply(mapGet, fnById, [d.id])
          let r
          try {
            const args = []
            for (let i = 0; i < d.args.length; i++) args[i] = unwrap(d.args[i])
            r = { op: 'ret', ok: true, v: wrap(apply(f, undefined, args), 0) }
          } catch (e) {
            r = { op: 'ret', ok: false, v: wrapErr(e) }
          }
          apply(dispatchEvent, el, [new CE(outName, { detail: r })])
          return
        }
        if (d.op === 'settle') {
          const s = apply(mapGet, settlers, [d.id])
          if (s) {
            d.ok ? s.resolve(unwrap(d.v)) : s.reject(unwrap(d.v))
          }
          return
        }
        if (d.op === 'permfn') {
          side.onPermissionFn && side.onPermissionFn(unwrap(d.value))
          apply(dispatchEvent, el, [new CE(outName, { detail: { op: 'ret', ok: true } })])
          return
        }
        const r = onOp ? onOp(d.value && d.value.k ? { ...d, value: unwrap(d.value) } : d) : null
        apply(dispatchEvent, el, [new CE(outName, { detail: { op: 'ret', ...(r || {}) } })])
      },
    ])
    return { raw, wrap, unwrap }
  }
}

function isolated(cfg, codec, bridgeSide) {
  const native = globalThis[cfg.binding]
  try {
    delete globalThis[cfg.binding]
  } catch {}
  if (window.top !== window) return
  const post = (m) => native(JSON.stringify(m))
  class EventEmitter {
    #l = new Map()
    on(n, f) {
      if (typeof f !== 'function') throw new TypeError('The "listener" argument must be of type function')
      ;(this.#l.get(n) || this.#l.set(n, []).get(n)).push({ f })
      return this
    }
    addListener(n, f) {
      return this.on(n, f)
    }
    prependListener(n, f) {
      ;(this.#l.get(n) || this.#l.set(n, []).get(n)).unshift({ f })
      return this
    }
    once(n, f) {
      ;(this.#l.get(n) || this.#l.set(n, []).get(n)).push({ f, once: true })
      return this
    }
    off(n, f) {
      const a = this.#l.get(n)
      if (a) {
        const i = a.findLastIndex((x) => x.f === f)
        if (i >= 0)
          this.#l.set(
            n,
            a.filter((_, j) => j !== i),
          )
      }
      return this
    }
    removeListener(n, f) {
      return this.off(n, f)
    }
    removeAllListeners(n) {
      n === undefined ? this.#l.clear() : this.#l.delete(n)
      return this
    }
    emit(n, ...a) {
      const l = this.#l.get(n)
      if (!l || !l.length) {
        if (n === 'error') throw a[0]
        return false
      }
      for (const x of [...l]) {
        if (x.once) this.off(n, x.f)
        x.f.apply(this, a)
      }
      return true
    }
    listenerCount(n) {
      return (this.#l.get(n) || []).length
    }
    listeners(n) {
      return (this.#l.get(n) || []).map((x) => x.f)
    }
    eventNames() {
      return [...this.#l.keys()]
    }
    setMaxListeners() {
      return this
    }
    getMaxListeners() {
      return 10
    }
  }
  EventEmitter.EventEmitter = EventEmitter
  EventEmitter.once = (e, n) => new Promise((r) => e.once(n, (...a) => r(a)))
  // ---- IPC
  let seq = 0
  const waiting = new Map()
  const ports = new Map()
  let portSeq = 0
  class IpcRenderer extends EventEmitter {
    send(channel, ...args) {
      if (!channel) throw new Error('Missing required channel argument')
      post({ t: 'send', c: String(channel), a: codec.encode(args) })
    }
    invoke(channel, ...args) {
      if (!channel) return Promise.reject(new Error('Missing required channel argument'))
      let a
      try {
        a = codec.encode(args)
      } catch (e) {
        return Promise.reject(e)
      }
      const id = ++seq
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, channel })
        post({ t: 'invoke', id, c: String(channel), a })
      })
    }
    sendSync(channel) {
      post({ t: 'unsupported', what: 'ipcRenderer.sendSync ' + channel })
      throw new Error('stand-in: ipcRenderer.sendSync is not supported (use invoke)')
    }
    sendToHost(channel, ...args) {
      post({ t: 'send', c: channel, a: codec.encode(args), host: true })
    }
    postMessage(channel, message, transfer = []) {
      post({ t: 'postMessage', c: String(channel), a: codec.encode(message), ports: transfer.map(adopt) })
    }
  }
  function adopt(port) {
    const id = 'r' + ++portSeq
    ports.set(id, port)
    port.onmessage = (e) => {
      post({ t: 'port', id, a: codec.encode(e.data), ports: e.ports.map(adopt) })
    }
    port.start()
    return id
  }
  function remotePort(id) {
    const mc = new MessageChannel()
    ports.set(id, mc.port1)
    mc.port1.onmessage = (e) => post({ t: 'port', id, a: codec.encode(e.data), ports: e.ports.map(adopt) })
    return mc.port2
  }
  const ipcRenderer = new IpcRenderer()
  let permSeq = 0
  const perms = new Map()
  const deliver = (s) => {
    const m = JSON.parse(s)
    if (m.t === 'msg') {
      const ev = {
        sender: ipcRenderer,
        ports: (m.ports || []).map(remotePort),
        senderId: 0,
        defaultPrevented: false,
        preventDefault() {},
      }
      const args = codec.decode(m.a)
      setTimeout(() => ipcRenderer.emit(m.c, ev, ...args), 0)
    } else if (m.t === 'reply') {
      const w = waiting.get(m.id)
      if (!w) return
      waiting.delete(m.id)
      if (m.e !== undefined) w.reject(new Error(`Error invoking remote method '${w.channel}': ${m.e}`))
      else w.resolve(codec.decode(m.a))
    } else if (m.t === 'port') {
      const p = ports.get(m.id)
      if (p) p.postMessage(codec.decode(m.a), (m.ports || []).map(remotePort))
    } else if (m.t === 'portClose') {
      const p = ports.get(m.id)
      if (p) p.close()
      ports.delete(m.id)
    } else if (m.t === 'perm') {
      const r = perms.get(m.id)
      perms.delete(m.id)
      r && r(m.ok)
    } else if (m.t === 'focus') {
      bridge.raw({ op: 'focusState', value: m.value })
      window.dispatchEvent(new Event(m.value === false ? 'blur' : 'focus'))
    } else if (m.t === 'files') {
      for (const [k, v] of m.files) files.set(k, v)
    }
  }
  Object.defineProperty(globalThis, cfg.deliver, { value: deliver })
  // ---- context bridge
  const el = document.createElement('standin-bridge')
  const side = bridgeSide({
    dispatchEvent: EventTarget.prototype.dispatchEvent,
    addEventListener: EventTarget.prototype.addEventListener,
    CE: CustomEvent,
    apply: Reflect.apply,
    OP: Object,
    P: Promise,
    defineProperty: Object.defineProperty,
    keys: Object.keys,
    detailOf: Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get,
    thenOf: Promise.prototype.then,
    isArray: Array.isArray,
    Err: Error,
    tag: (v) => Object.prototype.toString.call(v).slice(8, -1),
    mapGet: Map.prototype.get,
    mapSet: Map.prototype.set,
    wmGet: WeakMap.prototype.get,
    wmSet: WeakMap.prototype.set,
    MapC: Map,
    WMC: WeakMap,
  })
  const bridge = side(el, 'm2i', 'i2m', null)
  window.dispatchEvent(new FocusEvent(cfg.initEvent, { relatedTarget: el }))
  const contextBridge = {
    exposeInMainWorld(key, api) {
      if (typeof key !== 'string') throw new TypeError('exposeInMainWorld: key must be a string')
      const r = bridge.raw({ op: 'expose', key, value: bridge.wrap(api, 0) })
      if (!r) throw new Error('stand-in: main world bridge missing')
      if (r.err) throw new Error(r.err)
      post({ t: 'exposed', key, shape: shape(api) })
    },
    exposeInIsolatedWorld() {
      throw new Error('stand-in: exposeInIsolatedWorld not supported')
    },
    executeInMainWorld() {
      throw new Error('stand-in: executeInMainWorld not supported')
    },
  }
  const shape = (v, d = 0) =>
    typeof v === 'function'
      ? 'function'
      : v && typeof v === 'object' && d < 4
        ? Object.fromEntries(Object.keys(v).map((k) => [k, shape(v[k], d + 1)]))
        : v === null
          ? 'null'
          : typeof v
  bridge.raw({
    op: 'permfn',
    value: bridge.wrap(
      (name, details) =>
        name === '#open'
          ? void post({ t: 'windowOpen', ...details })
          : name === '#copied'
            ? void post({ t: 'copied', ...details })
            : new Promise((resolve) => {
                const id = ++permSeq
                perms.set(id, resolve)
                post({ t: 'perm', id, name, details: codec.encode(details || {}) })
              }),
      0,
    ),
  })
  // ---- the restricted require and globals of a sandboxed preload
  const files = new Map()
  const nope = (n) => () => {
    post({ t: 'unsupported', what: n })
  }
  const webFrame = Object.assign(new EventEmitter(), {
    getZoomFactor: () => zoom,
    setZoomFactor: (z) => {
      zoom = z
      post({ t: 'zoom', z })
    },
    getZoomLevel: () => Math.log(zoom) / Math.log(1.2),
    setZoomLevel: (l) => {
      zoom = 1.2 ** l
      post({ t: 'zoom', z: zoom })
    },
    setVisualZoomLevelLimits() {},
    setSpellCheckProvider: nope('webFrame.setSpellCheckProvider'),
    getWordSuggestions: () => [],
    isWordMisspelled: () => false,
    clearCache() {},
    insertCSS: nope('webFrame.insertCSS'),
  })
  let zoom = 1
  const webUtils = {
    getPathForFile(f) {
      if (!(f instanceof File))
        throw new TypeError('getPathForFile expected to receive a File object but one was not provided')
      return files.get(f.name) || ''
    },
  }
  const img = {
    createEmpty: () => ({ isEmpty: () => true }),
    createFromDataURL: (u) => ({ isEmpty: () => false, toDataURL: () => u }),
  }
  const electron = {
    contextBridge,
    ipcRenderer,
    webFrame,
    webUtils,
    crashReporter: { addExtraParameter() {}, removeExtraParameter() {}, getParameters: () => ({}) },
    nativeImage: img,
    sharedTexture: {},
  }
  const timers = {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    setInterval: setInterval.bind(globalThis),
    clearInterval: clearInterval.bind(globalThis),
    setImmediate: (f, ...a) => setTimeout(f, 0, ...a),
    clearImmediate: (h) => clearTimeout(h),
  }
  const url = {
    URL,
    URLSearchParams,
    pathToFileURL: (p) => new URL('file://' + p),
    fileURLToPath: (u) => decodeURIComponent(new URL(u).pathname),
    parse: (u) => {
      const x = new URL(u)
      return {
        href: x.href,
        protocol: x.protocol,
        host: x.host,
        hostname: x.hostname,
        port: x.port,
        pathname: x.pathname,
        search: x.search,
        hash: x.hash,
        query: x.search.slice(1),
      }
    },
    format: (u) => (typeof u === 'string' ? u : u.href),
  }
  const modules = {
    electron,
    'electron/common': electron,
    'electron/renderer': electron,
    events: EventEmitter,
    'node:events': EventEmitter,
    timers,
    'node:timers': timers,
    url,
    'node:url': url,
  }
  const require = (m) => {
    if (Object.prototype.hasOwnProperty.call(modules, m)) return modules[m]
    throw new Error(`module not found: ${m}`)
  }
  class Buffer extends Uint8Array {
    static from(v, e) {
      if (typeof v === 'string') {
        if (e === 'base64') v = Uint8Array.from(atob(v), (c) => c.charCodeAt(0))
        else if (e === 'hex') v = Uint8Array.from(v.match(/../g) || [], (h) => parseInt(h, 16))
        else v = new TextEncoder().encode(v)
      }
      const b = new Buffer(v.byteLength ?? v.length)
      b.set(v instanceof ArrayBuffer ? new Uint8Array(v) : v)
      return b
    }
    static alloc(n) {
      return new Buffer(n)
    }
    static isBuffer(v) {
      return v instanceof Buffer
    }
    static concat(l) {
      const b = new Buffer(l.reduce((n, x) => n + x.length, 0))
      let o = 0
      for (const x of l) {
        b.set(x, o)
        o += x.length
      }
      return b
    }
    static byteLength(s) {
      return new TextEncoder().encode(s).length
    }
    toString(e) {
      if (e === 'base64') return btoa(String.fromCharCode(...this))
      if (e === 'hex') return [...this].map((x) => x.toString(16).padStart(2, '0')).join('')
      return new TextDecoder().decode(this)
    }
  }
  const process = Object.assign(new EventEmitter(), cfg.process, {
    hrtime: () => [0, 0],
    uptime: () => performance.now() / 1000,
    nextTick: (f, ...a) => queueMicrotask(() => f(...a)),
    getSystemVersion: () => '0',
    getHeapStatistics: () => ({}),
    getCPUUsage: () => ({}),
    getProcessMemoryInfo: () => Promise.resolve({}),
    crash() {
      post({ t: 'crash' })
    },
  })
  Object.defineProperty(globalThis, cfg.run, {
    configurable: true,
    value: (file, fn) => {
      const exports = {}
      try {
        fn(require, process, exports, { exports }, Buffer, globalThis, timers.setImmediate, timers.clearImmediate)
      } catch (e) {
        console.error('Unable to load preload script: ' + file)
        console.error(e)
        post({
          t: 'preload-error',
          file,
          name: String(e && e.name),
          message: String(e && e.message),
          stack: String(e && e.stack),
        })
      }
      delete globalThis[cfg.run]
      post({ t: 'preload-done', file })
    },
  })
}

module.exports = { mainWorld: mainWorld.toString(), bridgeSide: bridgeSide.toString(), isolated: isolated.toString() }
