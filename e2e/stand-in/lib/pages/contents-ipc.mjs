import { createRequire } from 'node:module'
import { toVirtual } from '../scheme-server.mjs'
import { Ev } from './event.mjs'
import { prefix } from './page-worlds.mjs'

const require = createRequire(import.meta.url)
const { codec } = require('../codec.cjs')

/** Messages between main and a page, and what the page's own scripts report. */
export function withIpc(Base, world) {
  const { journal, opts, ipcMain, ctx, WebFrameMain, MessagePortMain } = world
  let portN = 0
  return class extends Base {
    _fromPage(m, frame) {
      if (m.t === 'preload-done') return journal('preload-done', { file: m.file, url: this.getURL() })
      if (m.t === 'exposed') return journal('exposeInMainWorld', { key: m.key, shape: m.shape })
      if (m.t === 'copied') return journal('clipboard.page', { text: m.text })
      if (m.t === 'unsupported') return journal('unsupported', { what: m.what })
      if (m.t === 'preload-error') {
        const e = Object.assign(new Error(m.message), { name: m.name, stack: m.stack })
        return this._preloadError(m.file, e)
      }
      if (m.t === 'zoom') {
        this.setZoomFactor(m.z)
        return
      }
      if (m.t === 'windowOpen')
        return this._windowOpen({
          url: toVirtual(m.url),
          frameName: m.name === '_blank' ? '' : m.name,
          features: m.features,
          disposition: /(width|height|left|top|popup)/.test(m.features) ? 'new-window' : 'foreground-tab',
        })
      if (m.t === 'crash') {
        return this.forcefullyCrashRenderer()
      }
      if (m.t === 'perm') {
        const d = codec.decode(m.details)
        this.session
          ._request(this, m.name, { ...d, requestingUrl: this.getURL(), isMainFrame: true })
          .then(async (ok) => {
            if (ok) {
              const cdp = await world.browser
              const names =
                {
                  media: ['camera', 'microphone'],
                  notifications: ['notifications'],
                  geolocation: ['geolocation'],
                  'clipboard-read': ['clipboard-read'],
                  'clipboard-sanitized-write': ['clipboard-write'],
                  midi: ['midi'],
                }[m.name] || []
              for (const name of names)
                await cdp
                  .send('Browser.setPermission', {
                    permission: { name },
                    setting: 'granted',
                    origin: new URL(this._real).origin,
                  })
                  .catch(() => {})
            }
            this._deliver({ t: 'perm', id: m.id, ok })
          })
          .catch(() => this._deliver({ t: 'perm', id: m.id, ok: false }))
        return
      }
      if (m.t === 'port') {
        const p = this._ports?.get(m.id)
        if (p)
          p._receive(
            codec.decode(m.a),
            (m.ports || []).map((id) => this._portFrom(id)),
          )
        return
      }
      this._dispatch(m, frame)
    }
    _portFrom(id) {
      const p = new MessagePortMain()
      p._remote = { wc: this, id }
      ;(this._ports ??= new Map()).set(id, p)
      return p
    }
    _sendPort(p) {
      const id = 'm' + ++portN
      const peer = p._peer
      if (peer) {
        peer._remote = { wc: this, id }
        peer._peer = null
        ;(this._ports ??= new Map()).set(id, peer)
        for (const [m, t] of peer._out?.splice(0) || []) peer.postMessage(m, t)
      }
      return id
    }
    _event(frame) {
      const ev = new Ev({
        type: 'frame',
        sender: this,
        senderFrame: frame,
        frameId: frame.routingId,
        processId: frame.processId,
        frameTreeNodeId: frame.frameTreeNodeId,
        ports: [],
      })
      ev.reply = (c, ...a) => this.send(c, ...a)
      return ev
    }
    _dispatch(m, frame) {
      if (opts.journalIpc) journal('ipc', { dir: 'in', kind: m.t, channel: m.c, args: m.a, url: frame.url })
      const ev = this._event(frame)
      const emitters = [frame.ipc, this.ipc, ipcMain]
      const guard = (f) => {
        try {
          return f()
        } catch (e) {
          ctx.mainError(e)
        }
      }
      if (m.t === 'send') {
        const args = codec.decode(m.a)
        if (m.host) return
        guard(() => this.emit('ipc-message', ev, m.c, ...args))
        for (const e of emitters) guard(() => e.emit(m.c, ev, ...args))
      } else if (m.t === 'postMessage') {
        const msg = codec.decode(m.a)
        ev.ports = (m.ports || []).map((id) => this._portFrom(id))
        for (const e of emitters) guard(() => e.emit(m.c, ev, msg))
      } else if (m.t === 'invoke') {
        const t = emitters.find((e) => e._invokeHandlers.has(m.c))
        const args = codec.decode(m.a)
        const reply = (x) => {
          if (opts.journalIpc) journal('ipc', { dir: 'reply', channel: m.c, ...x })
          m._reply ? m._reply(x) : this._deliver({ t: 'reply', id: m.id, ...x })
        }
        const fail = (err) => {
          process.stderr.write(`Error occurred in handler for '${m.c}': ${err?.stack || err}\n`)
          reply({ e: String(err) })
        }
        if (!t) return fail(new Error(`No handler registered for '${m.c}'`))
        ;(async () => t._invokeHandlers.get(m.c)(ev, ...args))().then((r) => {
          let a
          try {
            a = codec.encode(r)
          } catch (e) {
            return fail(e)
          }
          reply({ a })
        }, fail)
      }
    }
    _forge({ kind = 'invoke', channel, args = [], url, isMainFrame = false }) {
      // test hook: an IPC message from another frame/origin
      const f = new WebFrameMain(this, 'forged', isMainFrame ? null : this.mainFrame)
      f._url = url
      return new Promise((resolve) => {
        this._dispatch(
          {
            t: kind,
            c: channel,
            a: codec.encode(args),
            _reply: (x) => resolve(x.e !== undefined ? { error: x.e } : { result: codec.decode(x.a) }),
          },
          f,
        )
        if (kind === 'send') setTimeout(() => resolve({}), 20)
      })
    }
    _deliver(m) {
      if (!this._ctx || !this._s) return
      this._s
        .send('Runtime.evaluate', {
          expression: `${prefix}d(${JSON.stringify(JSON.stringify(m))})`,
          uniqueContextId: this._ctx.unique,
          silent: true,
        })
        .catch(() => {})
    }
    send(channel, ...args) {
      if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
      const a = codec.encode(args)
      if (opts.journalIpc) journal('ipc', { dir: 'out', channel, args: a })
      this._deliver({ t: 'msg', c: channel, a })
    }
    postMessage(channel, message, transfer = []) {
      this._deliver({ t: 'msg', c: channel, a: codec.encode([message]), ports: transfer.map((p) => this._sendPort(p)) })
    }
    sendToFrame(f, c, ...a) {
      this.send(c, ...a)
    }
  }
}
