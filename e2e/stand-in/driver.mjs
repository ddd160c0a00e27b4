// Test driver. const app = await launch({ mainEntry, args, env, userDataDir, ... })
import { spawn, execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
const here = path.dirname(fileURLToPath(import.meta.url))

/** The main process needs Node >= 24 (Electron 45 embeds Node 24). */
function findNode24() {
  const ok = (f, ...pre) => {
    try {
      const v = execFileSync(f, [...pre, '-p', 'process.execPath+" "+process.versions.node'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
      const i = v.lastIndexOf(' ')
      return Number(v.slice(i + 1).split('.')[0]) >= 24 ? v.slice(0, i) : null
    } catch {
      return null
    }
  }
  if (process.env.STANDIN_NODE) return process.env.STANDIN_NODE
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  for (const base of [process.cwd(), here]) {
    try {
      const p = path.join(
        path.dirname(createRequire(path.join(base, 'x.js')).resolve('node/package.json')),
        'bin',
        'node',
      )
      const r = ok(p)
      if (r) return r
    } catch {}
  }
  const r = ok('node')
  if (r) return r
  throw new Error('stand-in: Node >= 24 is needed for the main process (set STANDIN_NODE)')
}
async function loadPlaywright() {
  for (const base of [process.cwd(), here])
    for (const n of ['playwright-core', 'playwright', '@playwright/test']) {
      try {
        const m = await import(pathToFileURL(createRequire(path.join(base, 'x.js')).resolve(n)))
        return m.chromium || m.default.chromium
      } catch {}
    }
  return null
}

export async function launch(o = {}) {
  const ownDataDir = o.userDataDir ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), 'standin-'))
  const userDataDir = path.resolve(o.userDataDir || ownDataDir)
  fs.mkdirSync(userDataDir, { recursive: true })
  const options = {
    mainEntry: path.resolve(o.mainEntry),
    args: o.args || [],
    userDataDir,
    headless: o.headless ?? process.env.STANDIN_HEADED !== '1',
    packaged: !!o.packaged,
    platform: o.platform,
    network: o.network || 'loopback',
    // A Linux of which nothing is known has no key ring.
    safeStorage: o.safeStorage || ((o.platform ?? process.platform) === 'linux' ? 'basic_text' : 'gnome_libsecret'),
    locale: o.locale || 'en-US',
    electronVersion: o.electronVersion || '45.4.1',
    chromiumArgs: o.chromiumArgs || [],
    journalIpc: !!o.journalIpc,
    openedAtLogin: !!o.openedAtLogin,
    resourcesPath: o.resourcesPath,
    readyToShow: o.readyToShow || 'comes',
    sealsWith: o.sealsWith,
    keyRing: o.keyRing || 'answers',
    toastActivation: o.toastActivation,
    languages: o.languages,
    loginItem: o.loginItem || 'none',
    desktopEntryInstalled: o.desktopEntryInstalled ?? true,
  }
  const env = { ...process.env, ...o.env, STANDIN_OPTIONS: JSON.stringify(options) }
  delete env.NODE_OPTIONS
  for (const [k, v] of Object.entries(env)) if (v === undefined) delete env[k]
  const child = spawn(
    o.node || findNode24(),
    ['--disable-warning=ExperimentalWarning', ...(o.nodeArgs || []), path.join(here, 'lib', 'boot.mjs')],
    { cwd: o.cwd || process.cwd(), env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  if (ownDataDir) child.once('exit', () => fs.rmSync(ownDataDir, { recursive: true, force: true, maxRetries: 3 }))
  const app = new ElectronStandIn(child, options)
  app.playwright = o.playwright
  if (o.waitReady !== false)
    await app.waitFor('ready', undefined, o.timeout || 90000).catch((e) => {
      if (!app.exitInfo) throw e
    })
  return app
}

class ElectronStandIn extends EventEmitter {
  #id = 0
  #wait = new Map()
  #log = []
  #browser = null
  #ws = Promise.withResolvers
    ? Promise.withResolvers()
    : (() => {
        const d = {}
        d.promise = new Promise((resolve, reject) => Object.assign(d, { resolve, reject }))
        return d
      })()
  constructor(child, options) {
    super()
    this.setMaxListeners(0)
    this.child = child
    this.options = options
    this.userDataDir = options.userDataDir
    this.stdout = ''
    this.stderr = ''
    this.exitInfo = null
    this.#ws.promise.catch(() => {})
    child.stdout.on('data', (b) => {
      this.stdout += b
      if (process.env.STANDIN_VERBOSE) process.stdout.write(b)
    })
    child.stderr.on('data', (b) => {
      this.stderr += b
      if (process.env.STANDIN_VERBOSE) process.stderr.write(b)
    })
    child.on('message', (m) => {
      if (m.t === 'journal') {
        this.#log.push(m.e)
        this.emit('journal', m.e)
      } else if (m.t === 'reply') {
        const w = this.#wait.get(m.id)
        this.#wait.delete(m.id)
        if (w) m.e ? w.reject(new Error(m.e)) : w.resolve(m.r)
      } else if (m.t === 'browser') {
        this.browserPid = m.pid
        this.#ws.resolve(m.ws)
      } else this.emit(m.t, m)
    })
    this.exited = new Promise((resolve) =>
      child.on('exit', (code, signal) => {
        this.exitInfo = { code, signal }
        const e = new Error(`stand-in: main process exited (${code ?? signal})\n${this.stderr.slice(-4000)}`)
        for (const w of this.#wait.values()) w.reject(e)
        this.#wait.clear()
        this.#ws.reject(e)
        this.emit('exit', this.exitInfo)
        resolve(this.exitInfo)
      }),
    )
  }
  #call(op, x = {}) {
    if (this.exitInfo) return Promise.reject(new Error(`stand-in: main process exited\n${this.stderr.slice(-4000)}`))
    return new Promise((resolve, reject) => {
      const id = ++this.#id
      this.#wait.set(id, { resolve, reject })
      this.child.send({ id, op, ...x })
    })
  }
  /** Everything recorded so far (also after exit). */
  journal(q) {
    return q ? this.#log.filter((e) => match(e, q)) : [...this.#log]
  }
  /** Waits for a journal entry, also one already there. q: type, object or predicate. */
  waitFor(q, since = 0, timeout = 90000) {
    const hit = this.#log.find((e) => e.n > since && match(e, q))
    if (hit) return Promise.resolve(hit)
    const ended = () =>
      new Error(`stand-in: exited while waiting for ${JSON.stringify(q)}\n${this.stderr.slice(-4000)}`)
    if (this.exitInfo) return Promise.reject(ended())
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(t)
        this.off('journal', on)
        this.off('exit', gone)
      }
      const on = (e) => {
        if (e.n > since && match(e, q)) {
          done()
          resolve(e)
        }
      }
      const gone = () => {
        done()
        reject(ended())
      }
      const t = setTimeout(() => {
        done()
        reject(
          new Error(
            `stand-in: timeout waiting for ${typeof q === 'function' ? q : JSON.stringify(q)}; last: ${JSON.stringify(this.#log.slice(-8))}`,
          ),
        )
      }, timeout)
      this.on('journal', on)
      this.on('exit', gone)
    })
  }
  mark() {
    return this.#log.at(-1)?.n || 0
  }
  windows() {
    return this.#call('windows')
  }
  trigger(name, arg) {
    return this.#call('trigger', { name, arg })
  }
  set(name, value) {
    return this.#call('set', { name, value })
  }
  /**
   * Emit an event on a main-process object: emit('powerMonitor','suspend'), emit('app','open-url',[url]),
   * emit('window:1','...')
   */
  emitOn(target, event, args, o = {}) {
    return this.#call('emit', { target, event, args, ...o })
  }
  /** Run a function in the main process: evaluate(({app}) => app.getName()) */
  evaluate(fn, arg) {
    return this.#call('eval', { fn: String(fn), arg })
  }
  /** Send an IPC message as another frame / origin. -> {result}|{error} */
  forgeIpc(message, webContents) {
    return this.#call('forge', { message, webContents })
  }
  async browser() {
    if (this.#browser) return this.#browser
    const chromium = this.playwright?.chromium || (await loadPlaywright())
    if (!chromium) throw new Error('stand-in: playwright-core not found')
    return (this.#browser = await chromium.connectOverCDP(await this.#ws.promise, {
      noDefaults: true,
      isLocal: true,
      timeout: 90_000,
    }))
  }
  /** Playwright Page of a window (default: the first). */
  async pageFor(id, timeout = 90000) {
    const end = Date.now() + timeout
    for (;;) {
      const ws = await this.windows()
      const w = id ? ws.find((x) => x.id === id) : ws[0]
      if (w?.targetId) {
        const b = await this.browser()
        for (const c of b.contexts())
          for (const p of c.pages()) {
            if (!p.__standinTarget) {
              const s = await c.newCDPSession(p).catch(() => null)
              if (!s) continue
              p.__standinTarget = (await s.send('Target.getTargetInfo')).targetInfo.targetId
              await s.detach().catch(() => {})
            }
            if (p.__standinTarget === w.targetId) return p
          }
      }
      if (Date.now() > end)
        throw new Error('stand-in: no page for window ' + (id ?? '(first)') + '\n' + this.stderr.slice(-3000))
      await new Promise((r) => setTimeout(r, 50))
    }
  }
  /** First window's page, after its first load. */
  async firstPage() {
    await this.waitFor('did-finish-load')
    return this.pageFor()
  }
  /** app.quit() as a user would; resolves with the exit info. */
  async close(timeout = 120000) {
    if (this.exitInfo) return this.exitInfo
    await this.#call('quit').catch(() => {})
    const r = await Promise.race([this.exited, new Promise((resolve) => setTimeout(() => resolve(null), timeout))])
    await this.#browser?.close().catch(() => {})
    if (!r) throw new Error('stand-in: app did not quit; journal tail: ' + JSON.stringify(this.#log.slice(-6)))
    return r
  }
  /** SIGKILL of the main process; the browser dies with its pipe. */
  async kill() {
    if (!this.exitInfo) this.child.kill('SIGKILL')
    const r = await this.exited
    await this.#browser?.close().catch(() => {})
    return r
  }
}
function match(e, q) {
  if (typeof q === 'string') return e.type === q
  if (typeof q === 'function') return q(e)
  return Object.entries(q).every(([k, v]) =>
    v instanceof RegExp ? v.test(String(e[k])) : JSON.stringify(e[k]) === JSON.stringify(v),
  )
}
