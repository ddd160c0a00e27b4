import { EventEmitter } from 'node:events'

/** `ipcMain`, and the `ipc` of a page or a frame. */
export class IpcMainImpl extends EventEmitter {
  _invokeHandlers = new Map()
  constructor() {
    super()
    this.on('error', () => {})
  }
  handle(ch, fn) {
    if (this._invokeHandlers.has(ch)) throw new Error(`Attempted to register a second handler for '${ch}'`)
    if (typeof fn !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof fn}'`)
    this._invokeHandlers.set(ch, fn)
  }
  handleOnce(ch, fn) {
    this.handle(ch, (e, ...a) => {
      this.removeHandler(ch)
      return fn(e, ...a)
    })
  }
  removeHandler(ch) {
    this._invokeHandlers.delete(ch)
  }
}
