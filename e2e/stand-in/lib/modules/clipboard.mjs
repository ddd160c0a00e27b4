// Clipboard and shortcuts.
export function addClipboard(ctx, M) {
  const { journal } = ctx
  // The promise API of Electron >= 44.
  M.ClipboardItem = class ClipboardItem {
    constructor(d) {
      this._d = d
    }
    get types() {
      return Object.keys(this._d)
    }
    async getType(t) {
      const v = await this._d[t]
      return v instanceof Blob || t.includes('bookmark') ? v : new Blob([v], { type: t })
    }
  }
  const mkClip = () => {
    let items = []
    return {
      readText: async () => {
        for (const i of items) if (i.types.includes('text/plain')) return (await i.getType('text/plain')).text()
        return ''
      },
      writeText: async (t) => {
        journal('clipboard.writeText', { length: String(t).length })
        items = [new M.ClipboardItem({ 'text/plain': String(t) })]
      },
      read: async () => items,
      write: async (l) => {
        if (!Array.isArray(l)) throw new TypeError('clipboard.write expects ClipboardItem[]')
        journal('clipboard.write', { types: l.flatMap((i) => i.types) })
        items = l
      },
      has: async (m) => items.some((i) => i.types.includes(m)),
      clear: async () => {
        items = []
      },
    }
  }
  M.clipboard = Object.assign(mkClip(), { selection: mkClip() })
  const shortcuts = new Map()
  M.globalShortcut = {
    register: (a, f) => {
      journal('globalShortcut', { a })
      if (shortcuts.has(a)) return false
      shortcuts.set(a, f)
      return true
    },
    registerAll: (l, f) => l.forEach((a) => shortcuts.set(a, f)),
    isRegistered: (a) => shortcuts.has(a),
    unregister: (a) => shortcuts.delete(a),
    unregisterAll: () => shortcuts.clear(),
    setSuspended() {},
    isSuspended: () => false,
  }
  ctx.trigger.shortcut = (q) => {
    const f = shortcuts.get(q.accelerator)
    if (!f) throw new Error('shortcut not registered')
    f()
  }
}
