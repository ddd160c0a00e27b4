import { EventEmitter } from 'node:events'
import { IpcMainImpl } from './ipc-main.mjs'

/** `WebFrameMain`: the frames of a page as main sees them. */
export function createFrames(world) {
  const { schemes } = world
  return class WebFrameMain extends EventEmitter {
    constructor(wc, frameId, parent = null) {
      super()
      this._wc = wc
      this._frameId = frameId
      this._parent = parent
      this.ipc = new IpcMainImpl()
      this._url = ''
      this._origin = ''
      this.frameTreeNodeId = world.nextId * 100 + 1
      this.routingId = this.frameTreeNodeId
      this.processId = wc.id + 1000
      this.frameToken = frameId
      this.name = ''
      this.detached = false
    }
    get url() {
      return this._url
    }
    get origin() {
      try {
        const u = new URL(this._url)
        return u.origin !== 'null'
          ? u.origin
          : schemes.has(u.protocol.slice(0, -1))
            ? `${u.protocol}//${u.host}`
            : 'null'
      } catch {
        return 'null'
      }
    }
    get top() {
      return this._wc.mainFrame
    }
    get parent() {
      return this._parent
    }
    get frames() {
      return [...this._wc._frames.values()].filter((f) => f._parent === this)
    }
    get framesInSubtree() {
      return [this, ...this.frames.flatMap((f) => f.framesInSubtree)]
    }
    get osProcessId() {
      return 0
    }
    get visibilityState() {
      return this._wc._win?.isVisible() ? 'visible' : 'hidden'
    }
    isDestroyed() {
      return this._wc.isDestroyed()
    }
    send(c, ...a) {
      this._wc.send(c, ...a)
    }
    postMessage(c, m, t) {
      this._wc.postMessage(c, m, t)
    }
    executeJavaScript(c, g) {
      return this._wc.executeJavaScript(c, g)
    }
    reload() {
      this._wc.reload()
      return true
    }
    collectJavaScriptCallStack() {
      return Promise.resolve('')
    }
  }
}
