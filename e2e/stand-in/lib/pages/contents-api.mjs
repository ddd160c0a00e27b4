/** The rest of `webContents` as programs call it; much of it is only recorded. */
export function withApi(Base, world) {
  const { journal, unsupported, ctx } = world
  return class extends Base {
    getTitle() {
      return this._title
    }
    getType() {
      return 'window'
    }
    isDestroyed() {
      return !!this._gone
    }
    isLoading() {
      return this._loading
    }
    isLoadingMainFrame() {
      return this._loading
    }
    isWaitingForResponse() {
      return false
    }
    isCrashed() {
      return !!this._crashed
    }
    isFocused() {
      return world.focusedId === this._win.id
    }
    isDevToolsOpened() {
      return false
    }
    isDevToolsFocused() {
      return false
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
    executeJavaScriptInIsolatedWorld() {
      unsupported('executeJavaScriptInIsolatedWorld')
    }
    async insertCSS(css) {
      await this.executeJavaScript(
        `void document.adoptedStyleSheets.push(Object.assign(new CSSStyleSheet(),{}) )`,
      ).catch(() => {})
      journal('insertCSS', { css })
      return 'k'
    }
    async removeInsertedCSS() {}
    async capturePage(rect) {
      await this.ready
      const { data } = await this._s.send('Page.captureScreenshot', {
        format: 'png',
        ...(rect ? { clip: { ...rect, scale: 1 } } : {}),
      })
      return ctx.nativeImage.createFromBuffer(Buffer.from(data, 'base64'))
    }
    async printToPDF() {
      await this.ready
      const { data } = await this._s.send('Page.printToPDF', {})
      return Buffer.from(data, 'base64')
    }
    print() {
      journal('print', {})
    }
    openDevTools(o) {
      journal('openDevTools', o || {})
      this.emit('devtools-opened')
    }
    closeDevTools() {}
    toggleDevTools() {
      journal('openDevTools', {})
    }
    inspectElement() {}
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
    get zoomFactor() {
      return this._zoom
    }
    set zoomFactor(z) {
      this.setZoomFactor(z)
    }
    get zoomLevel() {
      return this.getZoomLevel()
    }
    set zoomLevel(l) {
      this.setZoomLevel(l)
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
    setAudioMuted(v) {
      this._muted = v
      journal('setAudioMuted', { v })
    }
    isAudioMuted() {
      return !!this._muted
    }
    isCurrentlyAudible() {
      return false
    }
    set audioMuted(v) {
      this.setAudioMuted(v)
    }
    get audioMuted() {
      return this.isAudioMuted()
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
    setIgnoreMenuShortcuts() {}
    setWebRTCIPHandlingPolicy(p) {
      journal('setWebRTCIPHandlingPolicy', { p })
    }
    getWebRTCIPHandlingPolicy() {
      return 'default'
    }
    getOSProcessId() {
      return 0
    }
    getProcessId() {
      return this.mainFrame.processId
    }
    getLastWebPreferences() {
      return { sandbox: true, contextIsolation: true, nodeIntegration: false, ...this._wp }
    }
    setFrameRate() {}
    invalidate() {}
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
    unselect() {}
    replace() {}
    copyImageAt(x, y) {
      journal('copyImageAt', { x, y })
    }
    replaceMisspelling(w) {
      journal('replaceMisspelling', { w })
    }
    async insertText(t) {
      await this._s.send('Input.insertText', { text: t })
    }
    findInPage(t) {
      journal('findInPage', { t })
      return 1
    }
    stopFindInPage() {}
    sendInputEvent(e) {
      journal('sendInputEvent', e)
    }
    focus() {
      this._win.focus()
    }
    downloadURL(u) {
      journal('downloadURL', { url: u })
    }
    startDrag(i) {
      journal('startDrag', { file: i.file })
    }
    forcefullyCrashRenderer() {
      this._s?.send('Page.crash').catch(() => {})
    }
    close() {
      this._win.close()
    }
    get hostWebContents() {
      return null
    }
    get devToolsWebContents() {
      return null
    }
    get opener() {
      return null
    }
    get focusedFrame() {
      return this.mainFrame
    }
  }
}
