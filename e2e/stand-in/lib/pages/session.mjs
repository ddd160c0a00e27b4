import { EventEmitter } from 'node:events'
import { createDirectorySource } from './directory-source.mjs'
import { createWebRequest } from './web-request.mjs'

/** Sessions: permissions, spelling, schemes, web requests. Storage is one for all partitions. */
export function createSessions(world) {
  const { app, journal, unsupported, schemes, ctx } = world
  const WebRequest = createWebRequest(world)
  const directorySource = createDirectorySource(world)
  let proxyRule = 'DIRECT'
  ctx.set.systemProxy = (rule) => {
    proxyRule = rule
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
    setSpellCheckerLanguages(l) {
      this._spell = [...l]
      journal('setSpellCheckerLanguages', { languages: l })
    }
    get availableSpellCheckerLanguages() {
      return ['en-US', 'en-GB', 'ru', 'de', 'fr', 'es', 'it', 'pt-BR', 'uk', 'pl']
    }
    setSpellCheckerDictionaryDownloadURL(u) {
      this._spellUrl = u
      journal('setSpellCheckerDictionaryDownloadURL', { url: u })
    }
    getSpellCheckerLanguages() {
      return [...(this._spell ?? [app.getLocale()])]
    }
    isSpellCheckerEnabled() {
      return this._spellOn ?? true
    }
    setSpellCheckerEnabled(v) {
      this._spellOn = v
      journal('setSpellCheckerEnabled', { enabled: v })
    }
    async addWordToSpellCheckerDictionary(word) {
      journal('addWordToSpellCheckerDictionary', { word })
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
    async resolveProxy(url) {
      journal('resolveProxy', { url })
      return proxyRule
    }
    async clearCache() {
      journal('clearCache', {})
    }
    async resolveHost() {
      return { endpoints: [] }
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
  return { Session, defaultSession, sessionFor }
}
