// Runs in Node >= 24 instead of the Electron binary: builds the `electron` module, loads the app's built main bundle,
// emits `ready`.
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import tls from 'node:tls'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createApp } from './app.mjs'
import { Ev } from './pages/event.mjs'
import { createWindows } from './windows.mjs'
import { createModules } from './modules.mjs'

const opts = JSON.parse(process.env.STANDIN_OPTIONS)
delete process.env.STANDIN_OPTIONS
const rawSend = process.send ? process.send.bind(process) : () => {}
const rawOn = process.on.bind(process)
const realExit = process.exit.bind(process)
const started = Date.now()
const log = []
let seq = 0
const plainJson = (v, seen = new Set()) => {
  if (typeof v === 'bigint') return `${v}n`
  if (typeof v === 'function') return '[function]'
  if (!v || typeof v !== 'object') return v
  if (v instanceof Date) return v.toISOString()
  if (v instanceof Error) return String(v)
  if (ArrayBuffer.isView(v)) return { $bytes: v.byteLength }
  if (v instanceof Map) return { $map: [...v].map((x) => plainJson(x, seen)) }
  if (v instanceof Set) return { $set: [...v].map((x) => plainJson(x, seen)) }
  if (seen.has(v)) return '[circular]'
  seen.add(v)
  const r = Array.isArray(v)
    ? v.map((x) => plainJson(x, seen))
    : Object.fromEntries(Object.keys(v).map((k) => [k, plainJson(v[k], seen)]))
  seen.delete(v)
  return r
}
const safe = (v) => (v === undefined ? undefined : plainJson(v))
const notify = (m) => {
  if (process.connected)
    try {
      rawSend(safe(m), undefined, {}, () => {})
    } catch {}
}
const journal = (type, data) => {
  const e = { n: ++seq, ms: Date.now() - started, type, ...safe(data) }
  log.push(e)
  notify({ t: 'journal', e })
}
const unsupported = (what) => {
  journal('unsupported', { what })
  throw new Error(`stand-in: ${what} is not implemented`)
}
const mainError = (e) => {
  journal('main-error', { error: String(e?.stack || e) })
  process.stderr.write(`A JavaScript error occurred in the main process\n${e?.stack || e}\n`)
}

if (opts.platform) Object.defineProperty(process, 'platform', { value: opts.platform })
const entry = path.resolve(opts.mainEntry)
let appPath = path.dirname(entry)
while (!fs.existsSync(path.join(appPath, 'package.json')) && path.dirname(appPath) !== appPath)
  appPath = path.dirname(appPath)
const pkg = (() => {
  try {
    return JSON.parse(fs.readFileSync(path.join(appPath, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
})()
Object.assign(process.versions, {})
for (const [k, v] of [
  ['electron', opts.electronVersion],
  ['chrome', '156.0.0.0'],
])
  Object.defineProperty(process.versions, k, { value: v, writable: true, enumerable: true, configurable: true })
Object.defineProperty(process, 'type', { value: 'browser' })
process.resourcesPath = opts.resourcesPath || path.join(appPath, 'resources')
if (!opts.packaged) process.defaultApp = true
process.argv = [process.execPath, ...(opts.packaged ? [] : [appPath]), ...opts.args]

const ctx = {
  journal,
  opts,
  unsupported,
  mainError,
  notify,
  pkg,
  appPath,
  trigger: {},
  set: {},
  chromiumSwitches: [],
  exiting: false,
  colorScheme: () => 'light',
}
const app = (ctx.app = createApp(ctx))
const mods = createModules(ctx)
const win = (ctx.win = createWindows(ctx))
ctx.windowGone = () => {
  if (ctx.exiting || win.windows.size > 0) return
  if (app._quitting) app._willQuit()
  else {
    journal('window-all-closed', { listeners: app.listenerCount('window-all-closed') })
    if (app.listenerCount('window-all-closed')) app.emit('window-all-closed')
    else app.quit()
  }
}
ctx.shutdown = (code) => {
  win.closeServer()
  try {
    ctx.cdp?.w.end()
  } catch {}
  const t = setTimeout(() => realExit(code), 1500)
  const done = () => {
    clearTimeout(t)
    realExit(code)
  }
  if (ctx.cdp && !ctx.cdp.closed) ctx.cdp.once('closed', () => setTimeout(done, 20))
  else setTimeout(done, 20)
}
process.exit = (c) => {
  ctx.exiting = true
  journal('process.exit', { c })
  try {
    ctx.cdp?.proc.kill('SIGKILL')
  } catch {}
  realExit(c)
}

const impl = {
  app,
  ...mods,
  ipcMain: win.ipcMain,
  BrowserWindow: win.BrowserWindow,
  BaseWindow: win.BaseWindow,
  webContents: win.webContents,
  webFrameMain: win.webFrameMain,
  session: win.session,
  protocol: win.protocol,
  MessageChannelMain: win.MessageChannelMain,
}
const REAL = new Set(['then', 'toJSON', 'inspect', 'default', '__esModule', 'constructor', 'prototype', 'domain'])
const strict = (name, o) =>
  typeof o === 'function' || !o
    ? o
    : new Proxy(o, {
        get(t, k) {
          if (typeof k === 'symbol' || k in t || k.startsWith('_') || REAL.has(k)) {
            const v = Reflect.get(t, k, t)
            return typeof v === 'function' && !Object.prototype.hasOwnProperty.call(t, k) ? v.bind(t) : v
          }
          journal('unknown-api', { name: `${name}.${k}` })
          return undefined
        },
      })
const electron = {}
for (const [k, v] of Object.entries(impl))
  electron[k] = ['app', 'ipcMain', 'nativeTheme', 'powerMonitor', 'screen', 'safeStorage', 'autoUpdater'].includes(k)
    ? v
    : strict(k, v)
globalThis[Symbol.for('standin.electron')] = electron
const names = Object.keys(electron)
const esm =
  `const e = globalThis[Symbol.for('standin.electron')];\nexport default e;\n` +
  names.map((n) => `export const ${n} = e.${n};`).join('\n')
registerHooks({
  resolve(s, c, next) {
    if (/^electron(\/(main|common))?$/.test(s))
      return {
        url: (c.conditions || []).includes('require') ? 'standin:electron.cjs' : 'standin:electron',
        format: (c.conditions || []).includes('require') ? 'commonjs' : 'module',
        shortCircuit: true,
      }
    if (/^electron\/(renderer|utility)$/.test(s)) throw new Error(`stand-in: ${s} is not available in the main process`)
    return next(s, c)
  },
  load(u, c, next) {
    if (u === 'standin:electron') return { format: 'module', source: esm, shortCircuit: true }
    if (u === 'standin:electron.cjs')
      return {
        format: 'commonjs',
        source: `module.exports = globalThis[Symbol.for('standin.electron')]`,
        shortCircuit: true,
      }
    return next(u, c)
  },
})

// every outgoing socket of the main process is recorded; by default only loopback is allowed
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...a) {
  const o = Array.isArray(a[0]) ? a[0][0] : a[0]
  if (o && typeof o === 'object' && o.port && !o.path) {
    const host = o.host || 'localhost'
    const local = /^(localhost|127\.|::1$|\[::1\])/.test(host)
    journal('socket', { host, port: o.port, blocked: !local && opts.network !== 'all' })
    if (!local && opts.network !== 'all') {
      setImmediate(() =>
        this.destroy(
          Object.assign(new Error(`stand-in: outgoing connection to ${host} refused`), { code: 'ENOTFOUND' }),
        ),
      )
      return this
    }
  }
  return connect.apply(this, a)
}

// The system's store may take half a minute on macOS (nodejs/node#63313): nothing may ask it on the main thread.
const certificates = tls.getCACertificates
tls.getCACertificates = (type) => {
  if (type === 'system')
    journal('warning', { text: "getCACertificates('system') on the main thread stops every window" })
  return certificates(type)
}

// Inside an asar every entry is as old as the process (lib/node/asar-fs-wrapper.ts).
if (opts.packaged) {
  const inArchive = (file) => !path.relative(appPath, String(file)).startsWith('..')
  const aged = (file, found) => {
    if (found && inArchive(file)) {
      for (const time of ['atime', 'mtime', 'ctime', 'birthtime']) {
        found[time] = new Date(started)
        found[`${time}Ms`] = started
      }
    }
    return found
  }
  for (const name of ['statSync', 'lstatSync']) {
    const real = fs[name]
    fs[name] = (file, ...rest) => aged(file, real(file, ...rest))
  }
  for (const name of ['stat', 'lstat']) {
    const real = fs.promises[name]
    fs.promises[name] = async (file, ...rest) => aged(file, await real(file, ...rest))
  }
}
syncBuiltinESMExports()

const AsyncFunction = (async () => {}).constructor
rawOn('message', async (m) => {
  const reply = (x) => notify({ t: 'reply', id: m.id, ...x })
  try {
    if (m.op === 'journal') reply({ r: log })
    else if (m.op === 'trigger')
      reply({
        r: safe(
          await (
            ctx.trigger[m.name] ||
            (() => {
              throw new Error('no trigger ' + m.name + '; have ' + Object.keys(ctx.trigger).join(', '))
            })
          )(m.arg),
        ),
      })
    else if (m.op === 'set') {
      if (!ctx.set[m.name]) throw new Error('no setting ' + m.name)
      await ctx.set[m.name](m.value)
      reply({})
    } else if (m.op === 'emit') {
      const t =
        m.target === 'session'
          ? win.defaultSession
          : m.target.startsWith?.('window:')
            ? win.windows.get(Number(m.target.slice(7)))
            : m.target.startsWith?.('webContents:')
              ? win.contents.get(Number(m.target.slice(12)))
              : impl[m.target]
      const ev = new Ev()
      reply({
        r: { handled: t.emit(m.event, ...(m.noEvent ? [] : [ev]), ...(m.args || [])), prevented: ev.defaultPrevented },
      })
    } else if (m.op === 'windows')
      reply({
        r: [...win.windows.values()].map((w) => ({
          id: w.id,
          title: w.webContents.getTitle() || w.getTitle(),
          url: w.webContents.getURL(),
          visible: w.isVisible(),
          focused: w.isFocused(),
          minimized: w.isMinimized(),
          fullScreen: w.isFullScreen(),
          overlay: w._overlay ?? null,
          bounds: w.getBounds(),
          targetId: w.webContents._targetId,
          crashed: w.webContents.isCrashed(),
        })),
      })
    else if (m.op === 'eval')
      reply({ r: safe(await new AsyncFunction('electron', 'arg', `return (${m.fn})(electron, arg)`)(electron, m.arg)) })
    else if (m.op === 'forge')
      reply({ r: safe(await (win.contents.get(m.webContents) || [...win.contents.values()][0])._forge(m.message)) })
    else if (m.op === 'quit') {
      reply({})
      app.quit()
    }
  } catch (e) {
    reply({ e: String(e?.stack || e) })
  }
})
const pick = (q = {}) => (q.id ? win.windows.get(q.id) : [...win.windows.values()][0])
Object.assign(ctx.trigger, {
  // A check on behalf of no document, as of a service worker (electron_permission_manager.cc).
  'permission-check': ({ permission, origin }) =>
    win.defaultSession._check(null, permission, origin, { isMainFrame: false }),
  'window:close': (q) => {
    pick(q).close()
  },
  'window:focus': async (q) => {
    const w = pick(q)
    w._focusGained()
    w.webContents._deliver({ t: 'focus', value: null })
  },
  'window:blur': async (q) => {
    const w = pick(q)
    w._focusLost()
    w.webContents._deliver({ t: 'focus', value: false })
  },
  'window:crash': async (q = {}) => {
    const w = pick(q).webContents
    w._crashReason = q.reason
    w.forcefullyCrashRenderer()
  },
  'window:unresponsive': (q) => {
    pick(q).emit('unresponsive')
    pick(q).webContents.emit('unresponsive')
  },
  'window:responsive': (q) => {
    pick(q).emit('responsive')
    pick(q).webContents.emit('responsive')
  },
  files: (q) => {
    for (const w of win.contents.values()) w._deliver({ t: 'files', files: Object.entries(q) })
  },
  'context-menu': (q = {}) => {
    const w = pick(q).webContents
    w.emit(
      'context-menu',
      { preventDefault() {} },
      {
        x: 0,
        y: 0,
        linkURL: '',
        selectionText: '',
        isEditable: false,
        misspelledWord: '',
        dictionarySuggestions: [],
        editFlags: {},
        ...q.params,
      },
    )
  },
})
for (const sig of ['SIGINT', 'SIGTERM']) process.on(sig, () => app.quit())
// Only what the app does not hear itself is an error of the run (lib/browser/init.ts).
process.on('uncaughtException', (e) => {
  if (process.listenerCount('uncaughtException') === 1) mainError(e)
})
process.on('unhandledRejection', (e) => {
  if (process.listenerCount('unhandledRejection') > 1) return
  journal('unhandled-rejection', { error: String(e?.stack || e) })
  process.stderr.write(`UnhandledPromiseRejectionWarning: ${e?.stack || e}\n`)
})
delete process.send
rawOn('disconnect', () => {
  if (!ctx.exiting) {
    ctx.exiting = true
    try {
      ctx.cdp?.proc.kill('SIGKILL')
    } catch {}
    realExit(0)
  }
})

try {
  await import(pathToFileURL(entry))
} catch (e) {
  mainError(e)
  journal('main-load-failed', { error: String(e?.stack || e) })
  notify({ t: 'load-failed', error: String(e?.stack || e) })
  await new Promise((r) => setTimeout(r, 50))
  realExit(1)
}
if (!ctx.exiting)
  setImmediate(() => {
    if (!ctx.exiting) app._ready()
  })
setInterval(() => {}, 1 << 30)
