import { toReal, toVirtual, mapCsp } from '../scheme-server.mjs'
import { Ev } from './event.mjs'

/** Requests of a page on their way: navigation guards, `webRequest`, schemes, permissions. */
export function withRequests(Base, world) {
  const { journal, handled, known } = world
  return class extends Base {
    async _refreshFetch() {
      if (!this._s) return
      const patterns = [
        { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
        ...[...known()].map((k) => ({ urlPattern: `${k}:*`, requestStage: 'Request' })),
      ]
      if (this.session.webRequest._any)
        patterns.push({ urlPattern: '*', requestStage: 'Request' }, { urlPattern: '*', requestStage: 'Response' })
      await this._s.send('Fetch.enable', { patterns }).catch(() => {})
    }
    async _paused(e) {
      const {
        requestId,
        request,
        resourceType,
        frameId,
        responseStatusCode,
        responseHeaders,
        responseErrorReason,
        redirectedRequestId,
      } = e
      const s = this._s
      const v = toVirtual(request.url)
      const scheme = v.split(':')[0]
      const isResponse = responseStatusCode !== undefined || responseErrorReason !== undefined
      const wr = this.session.webRequest
      const base = {
        id: requestId,
        url: v,
        method: request.method,
        resourceType:
          {
            Document: frameId === this._targetId ? 'mainFrame' : 'subFrame',
            Stylesheet: 'stylesheet',
            Script: 'script',
            Image: 'image',
            Font: 'font',
            XHR: 'xhr',
            Fetch: 'xhr',
            Media: 'media',
            WebSocket: 'webSocket',
          }[resourceType] || 'other',
        webContentsId: this.id,
        webContents: this,
        frame: this._frames.get(frameId),
        referrer: toVirtual(request.headers.Referer || ''),
        timestamp: Date.now(),
      }
      if (isResponse) {
        const l = wr._match('onHeadersReceived', v)
        if (!l || !responseHeaders) return s.send('Fetch.continueRequest', { requestId })
        const h = {}
        for (const { name, value } of responseHeaders) (h[name] ??= []).push(value)
        const r =
          (await new Promise((resolve) =>
            l.fn(
              {
                ...base,
                statusCode: responseStatusCode,
                statusLine: `HTTP/1.1 ${responseStatusCode}`,
                responseHeaders: h,
              },
              resolve,
            ),
          )) || {}
        if (r.cancel) return s.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        const out = Object.entries(r.responseHeaders || h).flatMap(([k, vs]) =>
          [].concat(vs).map((x) => ({
            name: k,
            value: /^content-security-policy/i.test(k) ? mapCsp(String(x), known()) : String(x),
          })),
        )
        if (
          resourceType === 'Document' &&
          r.responseHeaders &&
          !(responseStatusCode >= 300 && responseStatusCode < 400)
        ) {
          // continueResponse would not re-parse the CSP
          const b = await s.send('Fetch.getResponseBody', { requestId })
          return s.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: responseStatusCode,
            responseHeaders: out.filter((h) => !/^content-(encoding|length)$/i.test(h.name)),
            body: b.base64Encoded ? b.body : Buffer.from(b.body).toString('base64'),
          })
        }
        return s.send('Fetch.continueResponse', { requestId, responseCode: responseStatusCode, responseHeaders: out })
      }
      if (resourceType === 'Document') {
        const isMain = frameId === this._targetId
        if (redirectedRequestId) {
          const ev = new Ev({ url: v, isMainFrame: isMain })
          this.emit('will-redirect', ev, v, false, isMain, 0, 0)
          if (ev.defaultPrevented) {
            journal('will-redirect-prevented', { url: v })
            return s.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
          }
        } else if (isMain && this._nav && this._nav.real.split('#')[0] === request.url.split('#')[0]) {
          this._nav = null
        } else if (!this._emitNav(v, isMain, frameId))
          return s.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        if (isMain) {
          this.emit(
            'did-start-navigation',
            new Ev({ url: v, isMainFrame: true, isSameDocument: false }),
            v,
            false,
            true,
            0,
            0,
          )
          await this._syncPermissions(request.url)
          s.send('Emulation.setDocumentCookieDisabled', { disabled: known().has(scheme) }).catch(
            () => {},
          ) /* not awaited: renderer messages wait for the commit */
        }
      }
      const l = wr._match('onBeforeRequest', v)
      if (l) {
        const r = (await new Promise((resolve) => l.fn(base, resolve))) || {}
        if (r.cancel) {
          journal('webRequest-cancel', { url: v })
          return s.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        }
        if (r.redirectURL) return s.send('Fetch.continueRequest', { requestId, url: toReal(r.redirectURL, known()) })
      }
      const hl = wr._match('onBeforeSendHeaders', v)
      if (hl) {
        const r =
          (await new Promise((resolve) => hl.fn({ ...base, requestHeaders: { ...request.headers } }, resolve))) || {}
        if (r.cancel) return s.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        if (r.requestHeaders)
          return s.send('Fetch.continueRequest', {
            requestId,
            headers: Object.entries(r.requestHeaders).map(([name, value]) => ({ name, value: String(value) })),
          })
      }
      // <img src="app://..."> and other absolute uses of an app scheme
      if (!/^https?:/.test(request.url) && handled().has(scheme)) {
        const r = await handled().get(scheme)(
          new Request(request.url, { method: request.method, headers: request.headers }),
        )
        const body = Buffer.from(await r.arrayBuffer())
        return s.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: r.status,
          responseHeaders: [...r.headers].map(([name, value]) => ({ name, value })),
          body: body.toString('base64'),
        })
      }
      return s.send('Fetch.continueRequest', { requestId })
    }
    async _syncPermissions(real) {
      if (!/^https?:/.test(real)) return
      const origin = new URL(real).origin
      const cdp = await world.browser
      const vo = toVirtual(origin)
      if (this._permOrigin === origin + !!this.session._perm.check) return
      this._permOrigin = origin + !!this.session._perm.check
      const set = (name, ok) =>
        cdp
          .send('Browser.setPermission', { permission: { name }, setting: ok ? 'granted' : 'denied', origin })
          .catch(() => {})
      const N = {
        notifications: 'notifications',
        geolocation: 'geolocation',
        'clipboard-read': 'clipboard-read',
        'clipboard-sanitized-write': 'clipboard-write',
        midi: 'midi',
      }
      for (const [e, c] of Object.entries(N))
        await set(
          c,
          this.session._check(this, e, vo, { isMainFrame: true, requestingUrl: toVirtual(real), securityOrigin: vo }),
        )
      for (const [mt, c] of [
        ['video', 'camera'],
        ['audio', 'microphone'],
      ])
        await set(c, this.session._check(this, 'media', vo, { mediaType: mt, isMainFrame: true, securityOrigin: vo }))
    }
  }
}
