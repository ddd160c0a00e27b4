// Tray.
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { Ev } from '../pages/event.mjs'

export function addTray(ctx, M) {
  const { journal } = ctx
  const trays = new Set()
  M.Tray = class Tray extends EventEmitter {
    constructor(image, guid) {
      super()
      if (new.target !== M.Tray) throw new TypeError('Electron built-in classes cannot be subclassed')
      if (image === undefined) throw new TypeError('Error processing argument at index 0')
      this._image = image
      trays.add(this)
      journal('tray', {
        op: 'create',
        emptyImage: typeof image === 'string' ? !fs.existsSync(image) : image.isEmpty(),
        guid,
      })
    }
    destroy() {
      trays.delete(this)
      this._gone = true
      journal('tray', { op: 'destroy' })
    }
    setImage(i) {
      this._image = i
      journal('tray', { op: 'setImage' })
    }
    setPressedImage() {}
    setToolTip(t) {
      this._tip = t
      journal('tray', { op: 'setToolTip', t })
    }
    setTitle(t) {
      this._title = t
      journal('tray', { op: 'setTitle', t })
    }
    getTitle() {
      return this._title || ''
    }
    setIgnoreDoubleClickEvents() {}
    getIgnoreDoubleClickEvents() {
      return false
    }
    displayBalloon(o) {
      journal('tray', { op: 'displayBalloon', title: o.title })
    }
    removeBalloon() {}
    focus() {}
    popUpContextMenu(m) {
      ctx.lastPopup = m || this._menu
      journal('tray', { op: 'popUpContextMenu' })
    }
    closeContextMenu() {}
    setContextMenu(m) {
      this._menu = m
      this._snap = m && JSON.stringify(M.Menu._dump(m))
      journal('tray', { op: 'setContextMenu', items: m ? M.Menu._dump(m) : null })
    }
    getBounds() {
      return { x: 0, y: 0, width: 24, height: 24 }
    }
    getGUID() {
      return null
    }
    isDestroyed() {
      return !!this._gone
    }
  }
  const tray = (n = 0) => {
    const t = [...trays][n]
    if (!t) throw new Error('no tray')
    return t
  }
  for (const e of ['click', 'right-click', 'double-click', 'middle-click', 'balloon-click'])
    ctx.trigger['tray:' + e] = (q = {}) => {
      journal('tray-trigger', { event: e })
      // macOS opens the menu and still tells of the click (tray_icon_cocoa.mm).
      if (e === 'click' && process.platform === 'darwin' && tray(q.index)._menu) {
        ctx.lastPopup = tray(q.index)._menu
        journal('tray', { op: 'menu-open' })
      }
      tray(q.index).emit(e, new Ev({ shiftKey: false }), tray(q.index).getBounds(), { x: 0, y: 0 })
    }
  ctx.trigger['tray:menu'] = (q) => {
    const t = tray(q.index)
    if (process.platform === 'linux' && t._menu && JSON.stringify(M.Menu._dump(t._menu)) !== t._snap)
      journal('warning', {
        text: 'tray menu items were changed without a new setContextMenu: on Linux the user would still see the old menu',
      })
    return ctx.clickIn(t._menu, q)
  }
  ctx.trigger['tray:state'] = () =>
    [...trays].map((t) => ({ tip: t._tip, title: t._title, menu: t._menu ? M.Menu._dump(t._menu) : null }))
}
