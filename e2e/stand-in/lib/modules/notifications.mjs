// Notifications.
import { EventEmitter } from 'node:events'
import { Ev } from '../pages/event.mjs'

export function addNotifications(ctx, M) {
  const { journal } = ctx
  const notes = new Map()
  let noteN = 0
  let noteMode = 'ok'
  ctx.set.notifications = (v) => {
    noteMode = v
  } // 'ok' | 'fail' | 'unsupported'
  M.Notification = class Notification extends EventEmitter {
    constructor(o = {}) {
      super()
      if (new.target !== M.Notification) throw new TypeError('Electron built-in classes cannot be subclassed')
      Object.assign(
        this,
        { title: '', body: '', silent: false, actions: [], hasReply: false, urgency: 'normal', timeoutType: 'default' },
        o,
      )
      this._id = ++noteN
      this.id ??= String(this._id)
    }
    show() {
      journal('notification', {
        id: this._id,
        title: this.title,
        body: this.body,
        subtitle: this.subtitle,
        silent: this.silent,
        tag: this.id,
        actions: this.actions,
        hasReply: this.hasReply,
        hasIcon: !!this.icon,
        urgency: this.urgency,
      })
      if (noteMode === 'fail')
        return void setImmediate(() => this.emit('failed', new Ev({ error: 'not signed' }), 'not signed'))
      notes.set(this._id, this)
      setImmediate(() => this.emit('show', new Ev()))
    }
    close() {
      if (notes.delete(this._id)) {
        journal('notification-close', { id: this._id })
        setImmediate(() => this.emit('close', new Ev({ reason: 'applicationHidden' })))
      }
    }
    static isSupported() {
      return noteMode !== 'unsupported'
    }
    static async getHistory() {
      return [...notes.values()]
    }
    static remove(id) {
      for (const n of notes.values()) if (n.id === id) n.close()
    }
    static removeAll() {
      for (const n of notes.values()) n.close()
    }
    static removeGroup() {}
    static handleActivation() {}
  }
  const note = (q = {}) => {
    const n = q.id ? notes.get(q.id) : [...notes.values()].at(-1)
    if (!n) throw new Error('no notification is shown')
    return n
  }
  ctx.trigger['notification:click'] = (q) => {
    const n = note(q)
    notes.delete(n._id)
    n.emit('click', new Ev())
  }
  ctx.trigger['notification:close'] = (q) => {
    const n = note(q)
    notes.delete(n._id)
    n.emit('close', new Ev({ reason: 'userCanceled' }))
  }
  ctx.trigger['notification:reply'] = (q) => note(q).emit('reply', new Ev({ reply: q.reply }), q.reply)
  ctx.trigger['notification:action'] = (q) =>
    note(q).emit('action', new Ev({ actionIndex: q.index || 0 }), q.index || 0, -1)
}
