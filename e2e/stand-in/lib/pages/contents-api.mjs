import { existsSync } from 'node:fs'

/** The rest of `webContents` as programs call it; much of it is only recorded. */
export function withApi(Base, world) {
  const { journal, ctx } = world
  return class extends Base {
    getTitle() {
      return this._title
    }
    getType() {
      return 'window'
    }
    getLastWebPreferences() {
      return { ...this._wp, sandbox: true, contextIsolation: true, nodeIntegration: false }
    }
    isDestroyed() {
      return !!this._gone
    }
    isCrashed() {
      return !!this._crashed
    }
    isFocused() {
      return world.focusedId === this._win.id
    }
    // Only files that are there, under their final names; without a picture nothing happens
    // (electron_api_web_contents.cc).
    startDrag({ file, files = [file], icon }) {
      if (!icon || icon.isEmpty()) return
      for (const one of files) if (!existsSync(one)) throw new Error(`there is no file to drag: ${one}`)
      journal('start-drag', { files })
    }
    async executeJavaScript(code, userGesture = false) {
      await this.ready
      const r = await this._s.send('Runtime.evaluate', {
        expression: code,
        awaitPromise: true,
        returnByValue: true,
        userGesture,
      })
      if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception?.description || r.exceptionDetails.text)
      return r.result.value
    }
    async insertCSS(css) {
      await this.executeJavaScript(
        `void document.adoptedStyleSheets.push(Object.assign(new CSSStyleSheet(),{}) )`,
      ).catch(() => {})
      journal('insertCSS', { css })
      return 'k'
    }
    async capturePage(rect) {
      await this.ready
      const { data } = await this._s.send('Page.captureScreenshot', {
        format: 'png',
        ...(rect ? { clip: { ...rect, scale: 1 } } : {}),
      })
      return ctx.nativeImage.createFromBuffer(Buffer.from(data, 'base64'))
    }
    openDevTools(o) {
      journal('openDevTools', o || {})
      this.emit('devtools-opened')
    }
    toggleDevTools() {
      journal('openDevTools', {})
    }
    setZoomFactor(z) {
      this._zoom = z
      this._fontZoom()
    }
    getZoomFactor() {
      return this._zoom
    }
    setZoomLevel(l) {
      this.setZoomFactor(1.2 ** l)
    }
    getZoomLevel() {
      return Math.log(this._zoom) / Math.log(1.2)
    }
    async setVisualZoomLevelLimits() {}
    _fontZoom() {
      if (this._s && this._zoom !== 1)
        this._s
          .send('Runtime.evaluate', {
            expression: `document.documentElement && (document.documentElement.style.zoom=${this._zoom})`,
          })
          .catch(() => {})
    }
    setUserAgent(ua) {
      this._ua = ua
      this._s?.send('Emulation.setUserAgentOverride', { userAgent: ua })
    }
    getUserAgent() {
      return this._ua ?? this.session.getUserAgent()
    }
    set userAgent(v) {
      this.setUserAgent(v)
    }
    get userAgent() {
      return this.getUserAgent()
    }
    setBackgroundThrottling(v) {
      this._throttle = v
      journal('setBackgroundThrottling', { v })
    }
    get backgroundThrottling() {
      return this._throttle ?? true
    }
    set backgroundThrottling(v) {
      this.setBackgroundThrottling(v)
    }
    copy() {
      journal('edit', { cmd: 'copy' })
    }
    cut() {}
    paste() {}
    pasteAndMatchStyle() {}
    undo() {}
    redo() {}
    selectAll() {}
    delete() {}
    replace() {}
    copyImageAt(x, y) {
      journal('copyImageAt', { x, y })
    }
    replaceMisspelling(w) {
      journal('replaceMisspelling', { w })
    }
    focus() {
      this._win.focus()
    }
    downloadURL(u) {
      journal('downloadURL', { url: u })
    }
    forcefullyCrashRenderer() {
      this._s?.send('Page.crash').catch(() => {})
    }
    close() {
      this._win.close()
    }
  }
}
