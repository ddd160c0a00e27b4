import { EventEmitter } from 'node:events'

/** What a window is told and only records, or answers with a constant. */
export function createWindowRecorders(world) {
  const { journal } = world
  class WindowRecorders extends EventEmitter {
    moveTop() {}
    center() {}
    setMinimumSize(w, h) {
      this._minSize = [w, h]
    }
    getMinimumSize() {
      return this._minSize || [this._o.minWidth || 0, this._o.minHeight || 0]
    }
    setMaximumSize() {}
    getMaximumSize() {
      return [0, 0]
    }
    setAspectRatio() {}
    setTitle(t) {
      this._title = t
      journal('window.setTitle', { id: this.id, title: t })
    }
    getTitle() {
      return this._title
    }
    get title() {
      return this._title
    }
    set title(t) {
      this.setTitle(t)
    }
    flashFrame(v) {
      journal('flashFrame', { id: this.id, v })
    }
    setProgressBar(v) {
      journal('setProgressBar', { v })
    }
    setOverlayIcon(i, d) {
      journal('setOverlayIcon', { description: d, empty: !i })
    }
    setIcon() {}
    setThumbarButtons() {
      return true
    }
    setAppDetails(d) {
      journal('setAppDetails', d)
    }
    setSkipTaskbar(v) {
      journal('setSkipTaskbar', { v })
    }
    setContentProtection(v) {
      journal('setContentProtection', { v })
    }
    isContentProtected() {
      return false
    }
    setAlwaysOnTop(v) {
      this._flags.top = v
    }
    isAlwaysOnTop() {
      return !!this._flags.top
    }
    setVisibleOnAllWorkspaces() {}
    setKiosk() {}
    isKiosk() {
      return false
    }
    setBackgroundColor(c) {
      journal('setBackgroundColor', { c })
    }
    getBackgroundColor() {
      return this._o.backgroundColor || '#FFF'
    }
    setVibrancy() {}
    setBackgroundMaterial() {}
    setOpacity() {}
    getOpacity() {
      return 1
    }
    setHasShadow() {}
    hasShadow() {
      return true
    }
    setTitleBarOverlay(o) {
      journal('setTitleBarOverlay', o)
    }
    setWindowButtonVisibility() {}
    setWindowButtonPosition() {}
    setTouchBar() {}
    setAccentColor() {}
    setMenu(m) {
      this._menu = m
      journal('window.setMenu', { null: m === null })
    }
    removeMenu() {
      this._menu = null
      journal('window.removeMenu', {})
    }
    setMenuBarVisibility(v) {
      this._menuVisible = v
    }
    isMenuBarVisible() {
      return this._menuVisible ?? true
    }
    setAutoHideMenuBar() {}
    isMenuBarAutoHide() {
      return false
    }
    get autoHideMenuBar() {
      return false
    }
    set autoHideMenuBar(v) {}
    setResizable(v) {
      this._flags.r = v
    }
    isResizable() {
      return this._flags.r ?? true
    }
    setMovable() {}
    isMovable() {
      return true
    }
    setMinimizable() {}
    isMinimizable() {
      return true
    }
    setMaximizable() {}
    isMaximizable() {
      return true
    }
    setClosable() {}
    isClosable() {
      return true
    }
    setFullScreenable() {}
    isFullScreenable() {
      return true
    }
    setFocusable() {}
    isFocusable() {
      return true
    }
    setEnabled() {}
    isEnabled() {
      return true
    }
    setIgnoreMouseEvents() {}
    isModal() {
      return !!this._o.modal
    }
    setParentWindow() {}
    getNativeWindowHandle() {
      return Buffer.alloc(8)
    }
    getMediaSourceId() {
      return `window:${this.id}:0`
    }
    hookWindowMessage() {}
    unhookAllWindowMessages() {}
    setRepresentedFilename() {}
    setDocumentEdited() {}
    previewFile() {}
    isTabletMode() {
      return false
    }
    get accessibleTitle() {
      return ''
    }
    set accessibleTitle(v) {}
  }
  for (const n of [
    'fullScreen',
    'simpleFullScreen',
    'kiosk',
    'movable',
    'minimizable',
    'maximizable',
    'closable',
    'resizable',
    'fullScreenable',
    'focusable',
  ]) {
    const N = n[0].toUpperCase() + n.slice(1)
    Object.defineProperty(WindowRecorders.prototype, n, {
      get() {
        return this['is' + N]()
      },
      set(v) {
        this['set' + N](v)
      },
    })
  }
  Object.defineProperty(WindowRecorders.prototype, 'menuBarVisible', {
    get() {
      return this.isMenuBarVisible()
    },
    set(v) {
      this.setMenuBarVisibility(v)
    },
  })
  return WindowRecorders
}
