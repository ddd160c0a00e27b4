import { toVirtual } from '../scheme-server.mjs'
import { Ev } from './event.mjs'
import { prefix, isolatedWorld } from './page-worlds.mjs'

/** Chromium's events as `webContents` tells them. */
export function withEvents(Base, world) {
  const { app, journal, known, WebFrameMain } = world
  return class extends Base {
    _wire(s) {
      s.on('Runtime.executionContextCreated', ({ context: c }) => {
        const a = c.auxData || {}
        if (c.name === isolatedWorld && a.frameId === this._targetId) {
          this._ctx = { id: c.id, unique: c.uniqueId }
        }
        ;(this._ctxFrame ??= new Map()).set(c.id, a.frameId)
      })
      s.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
        if (this._ctx?.id === executionContextId) this._ctx = null
      })
      s.on('Runtime.executionContextsCleared', () => {
        this._ctx = null
        this._ctxFrame?.clear()
      })
      s.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
        if (name === prefix + 'b') {
          const f = this._frames.get(this._ctxFrame?.get(executionContextId)) || this.mainFrame
          this._fromPage(JSON.parse(payload), f)
        }
      })
      s.on('Runtime.consoleAPICalled', ({ type, args }) => {
        const text = args.map((a) => (a.value !== undefined ? String(a.value) : a.description || a.type)).join(' ')
        const level = { warning: 'warning', error: 'error', debug: 'debug' }[type] || 'info'
        journal('console', { level, text, window: this._win.id })
        this.emit(
          'console-message',
          new Ev({ message: text, level, lineNumber: 0, sourceId: '', frame: this.mainFrame }),
          { debug: 0, info: 1, warning: 2, error: 3 }[level],
          text,
          0,
          '',
        )
      })
      s.on('Runtime.exceptionThrown', ({ exceptionDetails: d }) =>
        journal('page-exception', {
          text: d.exception?.description || d.text,
          url: toVirtual(d.url || ''),
          window: this._win.id,
        }),
      )
      s.on('Log.entryAdded', ({ entry: e }) => {
        journal('page-log', { source: e.source, level: e.level, text: toVirtual(e.text), window: this._win.id })
        if (e.level === 'error')
          this.emit(
            'console-message',
            new Ev({
              message: toVirtual(e.text),
              level: 'error',
              lineNumber: e.lineNumber || 0,
              sourceId: toVirtual(e.url || ''),
              frame: this.mainFrame,
            }),
            3,
            toVirtual(e.text),
            0,
            '',
          )
      })
      s.on('Network.requestWillBeSent', ({ request, type }) => {
        const u = toVirtual(request.url)
        if (!known().has(u.split(':')[0]) && !/^(data|blob|about|file|chrome)/.test(u))
          journal('network', { from: 'page', url: u, method: request.method, type })
      })
      s.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
        const f = new WebFrameMain(this, frameId, this._frames.get(parentFrameId))
        this._frames.set(frameId, f)
        this.emit('frame-created', new Ev(), { frame: f })
      })
      s.on('Page.frameDetached', ({ frameId, reason }) => {
        if (reason !== 'swap') {
          this._frames.get(frameId) && (this._frames.get(frameId).detached = true)
          this._frames.delete(frameId)
        }
      })
      s.on('Page.frameNavigated', ({ frame: f }) => {
        const fr = this._frames.get(f.id)
        const url = toVirtual(f.url + (f.urlFragment || ''))
        if (fr) {
          fr._url = url
          fr.name = f.name || ''
        }
        if (!f.parentId) {
          this._real = f.url
          this._hist.n = this._hist.i + 2
          this._hist.i++
          this._fontZoom()
          this.emit('did-navigate', new Ev(), url, this._status || 200, '')
          this.emit('did-frame-navigate', new Ev(), url, 200, '', true, 0, 0)
        }
      })
      s.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
        const fr = this._frames.get(frameId)
        const u = toVirtual(url)
        if (fr) fr._url = u
        if (frameId === this._targetId) this._real = url
        this.emit('did-navigate-in-page', new Ev(), u, frameId === this._targetId, 0, 0)
      })
      s.on('Page.domContentEventFired', () => this.emit('dom-ready', new Ev()))
      s.on('Page.frameStartedLoading', ({ frameId }) => {
        if (frameId === this._targetId) {
          this._loading = true
          this.emit('did-start-loading', new Ev())
        }
      })
      s.on('Page.frameStoppedLoading', ({ frameId }) => {
        if (frameId === this._targetId) {
          this._loading = false
          this.emit('did-stop-loading', new Ev())
        }
      })
      s.on('Page.loadEventFired', async () => {
        try {
          const { result } = await s.send('Runtime.evaluate', { expression: 'document.title' })
          if (result.value && result.value !== this._title) {
            this._title = result.value
            this.emit('page-title-updated', new Ev(), this._title, true)
            this._win.emit('page-title-updated', new Ev(), this._title, true)
          }
        } catch {}
        this.emit('did-frame-finish-load', new Ev(), true, 0, 0)
        journal('did-finish-load', { window: this._win.id })
        this.emit('did-finish-load', new Ev())
        this._win._readyToShow()
      })
      s.on('Page.lifecycleEvent', ({ name, frameId }) => {
        if (frameId === this._targetId && name === 'firstPaint' && this._real && this._real !== 'about:blank')
          this._win._readyToShow()
      })
      s.on('Page.javascriptDialogOpening', ({ type, message }) => {
        journal('js-dialog', { type, message })
        s.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {})
      })
      s.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
        this._windowOpen({
          url: toVirtual(url),
          frameName: windowName === '_blank' ? '' : windowName,
          features: windowFeatures.filter((f) => /=/.test(f)).join(','),
          disposition: windowFeatures.some((f) => /^(width|height|left|top|popup)/.test(f))
            ? 'new-window'
            : 'foreground-tab',
        }),
      )
      s.on('Page.frameRequestedNavigation', ({ url, disposition, frameId }) => {
        const v = toVirtual(url)
        if (disposition && disposition !== 'currentTab' && disposition !== 'download')
          this._windowOpen({
            url: v,
            frameName: '',
            features: '',
            disposition: disposition === 'newWindow' ? 'new-window' : 'background-tab',
          })
        else if (!/^(https?|file|data|about|blob|javascript):/.test(url)) this._foreignNavigation(v, frameId)
      })
      s.on('Fetch.requestPaused', (e) =>
        this._paused(e).catch((err) => {
          journal('error', { where: 'Fetch', error: String(err?.stack || err) })
          s.send('Fetch.continueRequest', { requestId: e.requestId }).catch(() => {})
        }),
      )
      s.on('Inspector.targetCrashed', () => {
        this._crashed = true
        this._ctx = null
        const d = { reason: this._crashReason || 'crashed', exitCode: 133 }
        journal('render-process-gone', d)
        this.emit('render-process-gone', new Ev(), d)
        app.emit('render-process-gone', new Ev(), this, d)
      })
      s.on('Page.downloadWillBegin', (d) => journal('download', { url: toVirtual(d.url), name: d.suggestedFilename }))
    }
  }
}
