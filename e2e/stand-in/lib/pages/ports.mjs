import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { codec } = require('../codec.cjs')

/** Message ports in main: to each other, or to a port in a page. */
export function createPorts() {
  class MessagePortMain extends EventEmitter {
    _peer = null
    _remote = null
    _started = false
    _queue = []
    _closed = false
    start() {
      this._started = true
      for (const q of this._queue.splice(0)) this.emit('message', q)
    }
    _receive(data, ports) {
      const e = { data, ports }
      this._started ? this.emit('message', e) : this._queue.push(e)
    }
    postMessage(m, transfer = []) {
      if (this._remote)
        this._remote.wc._deliver({
          t: 'port',
          id: this._remote.id,
          a: codec.encode(m),
          ports: transfer.map((p) => this._remote.wc._sendPort(p)),
        })
      else if (this._peer) {
        const d = codec.decode(codec.encode(m))
        setImmediate(() => this._peer._receive(d, transfer))
      } else (this._out ??= []).push([m, transfer])
    }
    close() {
      if (this._closed) return
      this._closed = true
      if (this._remote) this._remote.wc._deliver({ t: 'portClose', id: this._remote.id })
      this._peer?.emit('close')
      this.emit('close')
    }
  }
  class MessageChannelMain {
    constructor() {
      this.port1 = new MessagePortMain()
      this.port2 = new MessagePortMain()
      this.port1._peer = this.port2
      this.port2._peer = this.port1
    }
  }
  return { MessagePortMain, MessageChannelMain }
}
