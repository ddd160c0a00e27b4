// Notifications.
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Ev } from '../pages/event.mjs'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

export function addNotifications(ctx, M) {
  const { journal, opts, app } = ctx
  // Nothing but the app keeps a notification alive: one that it let go hears no click (electron_api_notification.cc).
  const notes = new Map()
  let noteN = 0
  let noteMode = 'ok'
  // A stored activation waits for its callback, a callback for its activation (windows_toast_activator.cc).
  let activated
  let storedActivation
  ctx.set.notifications = (v) => {
    noteMode = v
  } // 'ok' | 'fail' | 'unsupported'
  const windows = process.platform === 'win32'
  const unescaped = (text) =>
    text.replace(
      /&(lt|gt|quot|apos|amp);/g,
      (_all, name) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name],
    )
  const toastOf = (xml) => {
    const [title = '', body = ''] = [...xml.matchAll(/<text>([^<]*)<\/text>/g)].map(([, text]) => unescaped(text))
    const reply = /<input id="reply" type="text"[^>]*>.*<action\b[^>]*\barguments="([^"]*)"/.exec(xml)?.[1]
    return {
      title,
      body,
      launch: unescaped(/<toast\b[^>]*\blaunch="([^"]*)"/.exec(xml)?.[1] ?? ''),
      ...(reply === undefined ? {} : { reply: unescaped(reply) }),
    }
  }
  // What the callback throws is dropped (electron_api_notification.cc).
  const activate = (activation) => {
    if (!activated) return void (storedActivation = activation)
    try {
      activated(activation)
    } catch (error) {
      journal('warning', { text: `the callback of handleActivation threw, which Electron drops: ${error}` })
    }
  }
  const activationOf = ([given, text]) =>
    text === undefined
      ? { type: 'click', arguments: given }
      : { type: 'reply', arguments: given, reply: text, userInputs: { reply: text } }
  // The first look at whether notifications are supported makes the presenter; on Windows this writes the Start-menu
  // shortcut and registers the program as what toasts start, so before it no toast reaches the program
  // (notification_presenter_win.cc).
  let presented = false
  let registered = false
  const present = () => {
    if (presented) return
    presented = true
    if (!windows) return
    journal('start-menu-shortcut', {
      // windows_toast_activator.cc: whatever stands under this name is written anew if it names another executable.
      file: `${app.getName()}.lnk`,
      aumid: app._aumid ?? 'electron.app.Electron',
      clsid: app._toastClsid ?? `{${randomUUID().toUpperCase()}}`,
    })
    setImmediate(() => {
      registered = true
      if (opts.toastActivation !== undefined) activate(activationOf([].concat(opts.toastActivation)))
      opts.toastActivation = undefined
    })
  }
  // A toast of an earlier run, clicked while the program runs. What Windows cannot hand to it starts it once more.
  ctx.trigger['toast:activate'] = ({ arguments: given, text }) => {
    if (registered) activate(activationOf([given, text]))
    else journal('toast-lost', { arguments: given })
  }
  // More bytes than this Windows refuses (0x803E0115).
  const mostToastBytes = 5 * 1024
  // Servers of GNOME, KDE and Xfce read a body as markup, and Electron passes it on as it is
  // (libnotify_notification.cc).
  const shownOnLinux = (body) => {
    const markup = body.match(/<\/?(?:a|b|i|u|img)\b[^>]*>/gi) ?? []
    return { body: unescaped(body.replace(/<\/?(?:a|b|i|u|img)\b[^>]*>/gi, '')), markup }
  }
  // XML 1.0 has no other control characters, and every ampersand begins a reference.
  const malformed = (xml) =>
    [...xml].some((sign) => /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(sign)) ||
    /&(?!(?:lt|gt|quot|apos|amp|#\d+|#x[\da-f]+);)/i.test(xml)
  M.Notification = class Notification extends EventEmitter {
    constructor(o = {}) {
      super()
      if (new.target !== M.Notification) throw new TypeError('Electron built-in classes cannot be subclassed')
      if (!app.isReady()) throw new Error('Cannot create Notification before app is ready')
      if (windows && o.id?.length > 64) throw new Error('Notification id exceeds Windows limit of 64 UTF-16 characters')
      present()
      Object.assign(
        this,
        { title: '', body: '', silent: false, actions: [], hasReply: false, urgency: 'normal', timeoutType: 'default' },
        o,
      )
      this._id = ++noteN
      this.id ??= String(this._id)
    }
    show() {
      const toast =
        windows && this.toastXml
          ? toastOf(this.toastXml)
          : {
              title: this.title,
              launch: '',
              ...(process.platform === 'linux' ? shownOnLinux(this.body) : { body: this.body }),
            }
      journal('notification', {
        id: this._id,
        title: toast.title,
        body: toast.body,
        launch: toast.launch,
        markup: toast.markup,
        subtitle: this.subtitle,
        silent: this.toastXml ? /<audio silent="true"/.test(this.toastXml) : this.silent,
        tag: this.id,
        actions: this.actions,
        hasReply: this.hasReply,
        reply: toast.reply,
        hasIcon: !!this.icon,
        urgency: this.urgency,
      })
      const failure =
        noteMode === 'fail'
          ? 'not signed'
          : windows && this.toastXml && malformed(this.toastXml)
            ? 'bad XML'
            : windows && Buffer.byteLength(this.toastXml ?? '') > mostToastBytes
              ? 'Notification failed - The size of the notification content is too large.'
              : null
      if (failure) journal('notification-failed', { failure })
      if (failure) return void setImmediate(() => this.emit('failed', new Ev({ error: failure }), failure))
      notes.set(this._id, { held: new WeakRef(this), tag: this.id, launch: toast.launch, reply: toast.reply })
      setImmediate(() => this.emit('show', new Ev()))
    }
    close() {
      const shown = notes.get(this._id)
      if (!shown) return
      notes.delete(this._id)
      journal('notification-close', { id: this._id })
      // One that rests in the Action Center is only taken out of it.
      if (!shown.dismissed) setImmediate(() => this.emit('close', new Ev({ reason: 'applicationHidden' })))
    }
    static isSupported() {
      present()
      return noteMode !== 'unsupported'
    }
  }
  // Only Windows has it (lib/browser/api/notification.ts).
  if (windows) {
    M.Notification.handleActivation = (callback) => {
      activated = callback
      journal('handleActivation', {})
      const waiting = storedActivation
      storedActivation = undefined
      if (waiting) activate(waiting)
    }
  }
  // What is written into the toast's field: on Windows told to the callback too, before the object hears it
  // (windows_toast_activator.cc).
  ctx.trigger['notification:reply'] = async ({ text, ...q }) => {
    const shown = await note(q)
    const target = shown.held.deref()
    if (windows && shown.reply === undefined) throw new Error('the toast has no field for an answer')
    if (!windows && !target?.hasReply) throw new Error('the notification has no field for an answer')
    if (windows) activate(activationOf([shown.reply, text]))
    if (!target) return void journal('notification-lost', {})
    notes.delete(target._id)
    target.emit('reply', new Ev({ reply: text }), text)
  }
  const note = async (q = {}) => {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    const n = q?.id ? notes.get(q.id) : [...notes.values()].at(-1)
    if (!n) throw new Error('no notification is shown')
    return n
  }
  ctx.trigger['notification:click'] = async (q) => {
    const shown = await note(q)
    const target = shown.held.deref()
    if (windows) activate(activationOf([shown.launch]))
    if (!target) return void journal('notification-lost', {})
    // A toast of Windows goes with the click; it is still an object of the app.
    notes.delete(target._id)
    target.emit('click', new Ev())
  }
  ctx.trigger['notification:close'] = async (q) => {
    const closed = (await note(q)).held.deref()
    if (!closed) return
    notes.delete(closed._id)
    closed.emit('close', new Ev(windows ? { reason: 'userCanceled' } : {}))
  }
  // Windows: the toast goes to the Action Center and can still be clicked.
  ctx.trigger['notification:time-out'] = async (q) => {
    const shown = await note(q)
    shown.dismissed = true
    shown.held.deref()?.emit('close', new Ev({ reason: 'timedOut' }))
  }
}
