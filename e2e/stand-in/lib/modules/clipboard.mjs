// Clipboard.
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
}
